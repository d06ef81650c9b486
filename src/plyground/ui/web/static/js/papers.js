// The five papers, with a card for each claim: its text, the published value, our measurement, and the verdict.

import { fill, h, roving, set, write } from "./dom.js";
import { counts, measuring, shown } from "./papers-queue.js";
import { icon, legend, verdictName, VERDICTS } from "./papers-verdicts.js";

const QUOTED = "pt-BR"; // the papers' own language

const NARROW = "(max-width: 700px)"; // there a paper is folded until somebody opens it

export const page = {
  mount(root, app, params) {
    const isStored = app.hello.lacking?.includes("measure") ?? false; // a static site shows what was measured for it
    const lead = h("p", { class: "note" }, isStored ? "" : app.say("papers.lead")); // of a site when that is known
    const jobs = measuring(app.ask);
    let papers = null; // what the server told
    const filter = { paper: params.paper ?? "", verdict: params.verdict ?? "" };
    const cards = new Map(); // claim → {element, show}
    const sections = new Map(); // paper → {element, show}
    const filters = h("div", { class: "papers-filters" });
    const list = h("div", { class: "papers-list" });
    const nothing = h("p", { class: "empty", hidden: true }, app.say("papers.nothing"));
    fill(
      root,
      h(
        "div",
        { class: "papers" },
        h(
          "header",
          { class: "page-head" },
          h("h1", {}, app.say("papers.title")),
          lead,
        ),
        legend(app),
        filters,
        nothing,
        list,
      ),
    );
    const leave = app.on("measuring", (news) => {
      const event = jobs.hear(news);
      if (papers) changed(event);
    });
    load();

    /** A text that the server sends in every language, in ours. */
    const words = (given) => given[app.language];

    const quoted = app.language === QUOTED ? {} : { lang: QUOTED };
    const ask = (request) => request.catch((error) => app.status(app.message(error)));

    async function load() {
      try {
        const told = await app.ask("papers");
        papers = told.papers;
        jobs.know(told.state);
        if (isStored) write(lead, app.say(Object.keys(jobs.found).length ? "site.papers" : "site.papers-none"));
      } catch (error) {
        const again = h("button", { type: "button", onclick: load }, app.say("papers.again"));
        fill(list, h("p", { class: "problem", role: "alert" }, app.message(error)), again);
        return;
      }
      fill(list, papers.map(section));
      for (const { grid } of sections.values()) roving(grid, ".claim-run, .claim-links a");
      if (filter.paper) sections.get(filter.paper)?.fold.setAttribute("open", "");
      drawFilters();
      changed(null);
      scrollTo(params.claim);
    }

    function section(paper) {
      const told = h("p", { class: "paper-told" });
      const all = h("button", {
        type: "button",
        hidden: isStored,
        onclick: () => ask(jobs.busyWith(paper) ? jobs.cancel(paper) : jobs.add(rest(paper))),
      });
      const bar = h("progress", {
        max: paper.claims.length,
        value: 0,
        "aria-label": app.say("papers.progress", { paper: words(paper.short) }),
      });
      const grid = h(
        "ul",
        { class: "claims" },
        paper.claims.map((claim) => card(claim)),
      );
      const name = h("span", { class: "paper-name" }, words(paper.short));
      const inOurs = paper.title.en !== paper.title["pt-BR"]; // a title that we have translated is no quotation
      const title = h("h2", { id: `paper-${paper.name}` }, name, " ", h("span", inOurs ? {} : quoted, words(paper.title)));
      const verdicts = h("span", { class: "fold-told" });
      const fold = h("details", { class: "paper-fold", open: !matchMedia(NARROW).matches },
        h("summary", {}, app.say("papers.claims", { n: paper.claims.length }), " ", verdicts), grid);
      const element = h(
        "section",
        { class: "paper", "aria-labelledby": `paper-${paper.name}` },
        h("header", {}, title, h("div", { class: "paper-run" }, told, bar, all)),
        fold,
      );
      sections.set(paper.name, {
        element,
        grid,
        fold,
        show() {
          const found = counts(paper.claims, jobs.found);
          const busy = jobs.busyWith(paper);
          write(told, app.say("papers.measured", { done: found.done, n: paper.claims.length }));
          bar.value = found.done;
          fill(verdicts, Object.entries(found.verdicts).map(([verdict, n]) => h("span", { "data-verdict": verdict, title: verdictName(app, verdict) }, icon(verdict), h("span", { class: "unseen" }, verdictName(app, verdict)), ` ${app.number(n)}`)));
          const some = found.done > 0 && found.done < paper.claims.length;
          write(
            all,
            busy ? app.say("papers.cancel-all") : app.say(some ? "papers.run-rest" : "papers.run-all"),
          );
          set(all, "aria-label", `${all.textContent}: ${words(paper.short)}`);
          set(all, "data-busy", busy);
        },
      });
      return element;
    }

    /** What is still to be measured of a paper; all of it again, if there is nothing left. */
    function rest({ claims }) {
      const ids = claims.map(({ id }) => id);
      const left = ids.filter((id) => !jobs.found[id]);
      return left.length ? left : ids;
    }

    function card(claim) {
      const verdict = h("p", { class: "verdict" });
      const ours = h("dd", { class: "figure" });
      const why = h("p", { class: "why" });
      const readings = h("ul", { class: "readings", hidden: true });

      const run = h("button", {
        type: "button",
        class: "claim-run",
        hidden: isStored,
        onclick: () => ask(jobs.waits(claim.id) ? jobs.cancelOne(claim.id) : jobs.add([claim.id])),
      });
      const element = h(
        "li",
        { class: "claim", id: `claim-${claim.id}`, tabindex: -1, "data-claim": claim.id },
        h("a", { class: "claim-id", href: `#papers&claim=${claim.id}`, tabindex: -1 }, claim.id),
        h("h3", {}, words(claim.claim)),
        h(
          "dl",
          {},
          h("div", {}, h("dt", {}, app.say("papers.theirs")), h("dd", { class: "figure", ...quoted }, claim.published)),
          h("div", {}, h("dt", {}, app.say("papers.ours")), ours),
        ),
        verdict,
        why,
        readings,
        h("div", { class: "claim-tools" }, run, claim.shows && lookLinks(claim.shows)),
      );
      cards.set(claim.id, {
        element,
        claim,
        show() {
          const found = jobs.found[claim.id];
          const state = jobs.state(claim.id);
          set(element, "data-verdict", found?.verdict ?? "");
          set(element, "data-state", state);
          fill(ours, found ? words(found.ours) : h("span", { class: "note" }, "–"));
          fill(verdict, verdictLine(found, state, claim.id));
          write(why, found ? words(found.why) : "");
          readings.hidden = !found?.readings.length;
          fill(readings, (found?.readings ?? []).map(readingLine));
          const label = state === "idle" ? app.say(found ? "papers.run-again" : "papers.run") : app.say("papers.cancel");
          write(run, label);
          set(run, "aria-label", `${label}: ${claim.id}`);
        },
      });
      return element;
    }

    /** From the position of a claim to the other pages: its tree, a game against the paper's player, its values. */
    function lookLinks({ game, position, agent, side }) {
      const at = { g: game, pos: position === "-" ? "" : position };
      const link = (key, page, params) => h("a", { href: app.address(page, params) }, app.say(key));
      return h("span", { class: "claim-links" },
        link("papers.explain", "explain", { ...at, a: agent }),
        link("papers.play", "play", { ...at, [side]: agent }),
        link("papers.analyse", "play", { ...at, v: 1 }));
    }

    /** One way to read a claim, and its result. */
    function readingLine({ reading, ours, verdict }) {
      return h("li", { "data-verdict": verdict }, icon(verdict), h("span", {}, h("b", {}, words(reading)), ": ", words(ours),
        h("span", { class: "note" }, ` (${verdictName(app, verdict)})`)));
    }

    function verdictLine(found, state, id) {
      if (state === "running") return [h("span", { class: "spinner", "aria-hidden": "true" }), app.say("papers.running")];
      if (state === "queued") return [icon(""), app.say("papers.queued")];
      const wrong = jobs.wrong[id];
      if (wrong) return [h("span", { class: "problem" }, `⚠ ${app.message(wrong)}`)];
      if (!found) return [icon(""), app.say("papers.not-yet")];
      return [
        icon(found.verdict),
        h("b", {}, verdictName(app, found.verdict)),
        h("span", { class: "note took" }, `${app.say("papers.when", { when: app.when(found.when) })} · ${app.seconds(found.seconds)}`),
      ];
    }

    function drawFilters() {
      const chips = (name, legendText, entries) =>
        h(
          "fieldset",
          { class: "chips" },
          h("legend", {}, legendText),
          entries.map(([value, text, verdict]) =>
            h(
              "label",
              { "data-verdict": verdict ?? null },
              h("input", { type: "radio", name, value, checked: filter[name] === value, onchange: () => choose(name, value) }),
              h(
                "span",
                {},
                verdict === undefined ? null : icon(verdict),
                text,
                " ",
                h("span", { class: "chip-count", "data-count": `${name}:${value}` }),
              ),
            ),
          ),
        );
      fill(
        filters,
        chips("paper", app.say("papers.filter-paper"), [["", app.say("papers.all")], ...papers.map(({ name, short }) => [name, words(short)])]),
        chips("verdict", app.say("papers.filter-verdict"), [
          ["", app.say("papers.all")],
          ...Object.entries(VERDICTS).map(([verdict, key]) => [verdict, app.say(key), verdict]),
          ["none", app.say("papers.not-yet"), ""],
        ]),
      );
    }

    function choose(name, value) {
      filter[name] = value;
      app.note("papers", filter);
      app.title(app.say("web.papers"));
      if (name === "paper" && value) sections.get(value).fold.open = true;
      changed(null);
      const visible = [...cards.values()].filter(({ element }) => !element.hidden).length;
      app.status(app.say("papers.shown", { n: visible }));
    }

    function changed(event) {
      for (const { show } of cards.values()) show();
      for (const { show } of sections.values()) show();
      for (const paper of papers ?? []) {
        for (const { id } of paper.claims)
          cards.get(id).element.hidden = !shown(filter, paper.name, jobs.found[id], jobs.state(id));
        const { element } = sections.get(paper.name);
        element.hidden = [...element.querySelectorAll(".claim")].every((each) => each.hidden);
      }
      nothing.hidden = !papers || [...sections.values()].some(({ element }) => !element.hidden);
      const claims = (papers ?? []).flatMap((paper) => paper.claims);
      for (const count of filters.querySelectorAll(".chip-count")) {
        const [name, value] = count.dataset.count.split(":");
        const number =
          name === "paper"
            ? claims.filter(({ id }) => !value || id.startsWith(`${value}.`)).length
            : value === ""
              ? claims.length
              : claims.filter(({ id }) => (jobs.found[id]?.verdict ?? "none") === value).length;
        write(count, app.number(number));
      }
      if (!event) return;
      const said = app.say("papers.said", { claim: event.claim, verdict: verdictName(app, event.finding.verdict) });
      app.status(event.ended > 1 ? `${said} ${app.say("papers.ended", { n: event.ended })}` : said);
    }

    function scrollTo(claim) {
      const card = cards.get(claim);
      if (!card) return;
      if (card.element.hidden) {
        Object.assign(filter, { paper: "", verdict: "" });
        drawFilters();
        changed(null);
      }
      for (const { fold } of sections.values()) if (fold.contains(card.element)) fold.open = true;
      app.title(app.say("papers.title-claim", { claim }));
      card.element.focus({ preventScroll: true });
      card.element.scrollIntoView({ block: "center" });
    }

    return {
      update(now) {
        if (now.claim) return scrollTo(now.claim);
        Object.assign(filter, { paper: now.paper ?? "", verdict: now.verdict ?? "" });
        if (!papers) return undefined;
        drawFilters();
        return changed(null);
      },
      reconnect: load,
      unmount: leave,
    };
  },
};
