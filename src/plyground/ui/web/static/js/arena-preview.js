// Before a run begins: how many games, about how long they take, and what is not as it looks.

import { fill, h, write } from "./dom.js";
import { pairings } from "./arena-plan.js";

const PAUSE = 250; // ms without typing before the server is asked
const SPECS = ["asked", "one", "other"]; // facts that are agents; the fact "agent" is named by everybody

/** A time as people plan with it: `40 s`, `3 min`, `2 h`. */
export function planTime(seconds, say, number) {
  if (seconds < 90) return say("arena.in-seconds", { n: number(Math.max(1, seconds < 10 ? Math.round(seconds) : 5 * Math.round(seconds / 5))) });
  if (seconds < 90 * 60) return say("arena.in-minutes", { n: number(Math.round(seconds / 60)) });
  return say("arena.in-hours", { n: number(seconds / 3600, seconds < 36_000 ? 1 : 0) });
}

/** What is said under the form: {element, show(plan, errors)}. */
export function runPreview(app) {
  const total = h("p", { class: "note" });
  const long = h("p", { class: "forecast", role: "status" });
  const remarks = h("ul", { class: "remarks warnings", hidden: true });
  const element = h("div", { class: "run-preview" }, total, long, remarks);
  let timer = null;
  let asked = "";

  function show(plan, errors) {
    const meetings = pairings(plan.format, plan.agents.length);
    write(total, plan.games ? app.say(meetings > 1 ? "arena.total-pairs" : "arena.total", { n: plan.games * meetings, meetings }) : "");
    const wanted = Object.keys(errors).length ? "" : JSON.stringify(plan);
    if (wanted === asked) return;
    asked = wanted;
    clearTimeout(timer);
    if (wanted) timer = setTimeout(() => look(plan, wanted), PAUSE);
    else tell(null);
  }

  async function look(plan, wanted) {
    const found = await app.ask("preview_run", { plan }).catch(() => null); // what is wrong is told at the start
    if (wanted === asked) tell(found?.preview ?? null);
  }

  function tell(found) {
    const facts = found && { time: planTime(found.seconds, app.say, app.number), plies: found.plies, n: found.workers };
    write(long, found ? app.say("arena.forecast", facts) : "");
    remarks.hidden = !found?.remarks.length;
    fill(remarks, (found?.remarks ?? []).map((each) => h("li", {}, remarkText(app, each))));
  }

  return { element, show };
}

/** A remark of the server's, with agents by their names and times in words. */
export function remarkText(app, { key, facts }) {
  const spelled = { ...facts };
  for (const name of SPECS) if (name in facts) spelled[name] = app.agentName(facts[name]);
  for (const name of ["need", "has"]) if (name in facts) spelled[name] = facts[name] < 1 ? app.seconds(facts[name]) : planTime(facts[name], app.say, app.number);
  return app.message({ key, facts: spelled });
}
