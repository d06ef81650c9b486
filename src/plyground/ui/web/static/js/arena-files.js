// What can be taken home of a run: the report, the grade sheet, the data.

import { h, set } from "./dom.js";

const DATA = ["games.csv", "moves.csv", "run.json"];

/** The links of a run; `complain(error)` is told why there is no report. */
export function downloadBar(app, run, complain) {
  const link = (name, text) =>
    h("a", { class: "button", href: `/runs/${run}/${name}`, download: `run-${run}-${name}` }, h("span", { "aria-hidden": "true" }, "↓ "), text);
  const report = h("button", { type: "button", onclick: draw }, h("span", { "aria-hidden": "true" }, "↓ "), app.say("arena.report"));

  /** A report is drawn first, which takes seconds; so it is asked for here, not followed as a link. */
  async function draw() {
    complain(null);
    set(report, "aria-disabled", true);
    app.status(app.say("arena.drawing"));
    try {
      const answer = await fetch(`/runs/${run}/report.html?lang=${app.language}`);
      if (answer.ok) save(await answer.blob(), `run-${run}-report.html`);
      else complain(await answer.json().catch(() => ({ key: "jobs.no-report", facts: { why: String(answer.status) } })));
    } catch {
      complain({ key: "web.lost", facts: {} });
    } finally {
      set(report, "aria-disabled", null);
    }
  }

  return [
    report,
    link("grades.csv", app.say("arena.grades")),
    h("details", { class: "data-files" }, h("summary", {}, app.say("arena.data")), h("span", { class: "files" }, DATA.map((name) => link(name, name)))),
  ];
}

function save(blob, name) {
  const address = URL.createObjectURL(blob);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
