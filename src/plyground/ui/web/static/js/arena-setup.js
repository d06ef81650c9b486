// The form for a new run: the game, the agents, the limits. An error is shown beside its field.

import { h, set, write } from "./dom.js";
import { entrantList } from "./arena-entrants.js";
import { FORMATS, kindOf, readDraft, TYPED } from "./arena-plan.js";
import { blankDraft, PRESETS } from "./arena-presets.js";
import { runPreview } from "./arena-preview.js";

const FORMAT_NAMES = { match: "arena.match", "round-robin": "arena.round-robin", gauntlet: "arena.gauntlet" };
const FORMAT_NOTES = { match: "arena.match-note", "round-robin": "arena.round-robin-note", gauntlet: "arena.gauntlet-note" };
const NUMBERS = {
  games: "arena.games",
  seconds: "arena.seconds",
  nodes: "arena.most-nodes",
  depth: "arena.most-depth",
  seed: "arena.seed",
};
const OPENINGS = { none: "arena.openings-none", "random(2)": "arena.openings-random", "balanced(4)": "arena.openings-balanced" };
const REFUSED = {
  "server.no-game": "game", "server.unknown-game": "game", "server.no-openings": "openings", "server.unknown-openings": "openings", "jobs.agents": "agents", "jobs.games": "games",
};

/** What was typed is kept outside the form: a change of language or page loses nothing. */
const draft = blankDraft();

export const formatName = (app, format) => (format in FORMAT_NAMES ? app.say(FORMAT_NAMES[format]) : format);

/** The form; `started(run)` is called with the number of the new run. */
export function setupForm(app, started) {
  const { games, caps } = app.hello;
  const problems = {};
  let openings = null; // the menu of these
  let decided = null; // the box for the best of N
  const entrants = entrantList(app, draft, { problem, forget, changed });
  const outlook = runPreview(app);
  const formatNote = h("p", { class: "note" });
  const begin = h("button", { type: "submit", class: "primary" }, app.say("arena.start"));
  const form = h(
    "form",
    { class: "run-setup card", novalidate: true, onsubmit: submit, oninput: told, onchange: told },
    h("h2", {}, app.say("arena.new")),
    presets(),
    h("div", { class: "fields" }, gameField(), formatField()),
    formatNote,
    h("fieldset", { class: "run-agents" }, h("legend", {}, app.say("arena.agents")), entrants.element, entrants.add, problem("agents")),
    h("div", { class: "setup-numbers" }, Object.keys(NUMBERS).map(numberField), openingsField(), seatsField(), decidedField()),
    outlook.element,
    h("div", { class: "setup-end" }, begin),
    problem("whole"),
  );
  entrants.draw();

  /** Runs to try: one fills the whole form, which is then drawn again. */
  function presets() {
    const buttons = PRESETS.map(({ key, fill: filled }) =>
      h("button", {
        type: "button",
        onclick: () => {
          Object.assign(draft, blankDraft(), filled());
          form.replaceWith(setupForm(app, started));
          app.status(app.say("arena.tried", { what: app.say(key) }));
        },
      }, app.say(key)));
    return h("div", { class: "presets", role: "group", "aria-label": app.say("arena.try") }, h("span", { class: "note" }, app.say("arena.try")), buttons);
  }

  /** No agent has a problem, for its place will be drawn again. */
  function forget() {
    for (const field of Object.keys(problems)) if (field.startsWith("agent-")) delete problems[field];
  }

  /** The agents have been drawn. */
  function changed() {
    noteFormat();
    told();
  }

  /** The place for what is wrong with a field; its control says that it is described there. */
  function problem(field, control) {
    problems[field] = { control, place: h("p", { class: "problem field-problem", id: `arena-${field}-problem`, hidden: true }) };
    if (control) set(control, "aria-describedby", `arena-${field}-problem`);
    return problems[field].place;
  }

  function complain(errors) {
    for (const [field, { control, place }] of Object.entries(problems)) {
      const wrong = errors[field];
      place.hidden = !wrong;
      write(place, wrong ? app.message({ key: wrong[0], facts: wrong[1] }) : "");
      if (control) set(control, "aria-invalid", wrong ? "true" : null);
    }
  }

  function gameField() {
    const typed = h("input", {
      class: "code",
      value: draft.typedGame,
      placeholder: "mnk(5, 4, 4)",
      "aria-label": app.say("arena.typed-game"),
      spellcheck: "false",
      // Not when it loses the focus: what is clicked then would be drawn anew before it hears of the click.
      oninput: () => {
        const before = kindOf(draft.typedGame);
        draft.typedGame = typed.value;
        if (kindOf(typed.value) !== before) entrants.draw();
      },
    });
    const choice = h(
      "select",
      {
        onchange: () => {
          draft.game = choice.value;
          typed.hidden = draft.game !== TYPED;
          entrants.draw();
          suitOpenings();
        },
      },
      games.map(({ spec }) => h("option", { value: spec }, app.gameName(spec))),
      h("option", { value: TYPED }, app.say("arena.other-game")),
    );
    if (draft.game !== TYPED && !games.some(({ spec }) => spec === draft.game)) draft.game = games[0].spec;
    choice.value = draft.game;
    typed.hidden = draft.game !== TYPED;
    return h("div", { class: "field" }, h("label", {}, app.say("arena.game"), choice), typed, problem("game", typed));
  }

  function formatField() {
    const radios = FORMATS.map((format) =>
      h(
        "label",
        {},
        h("input", {
          type: "radio",
          name: "format",
          value: format,
          checked: draft.format === format,
          onchange: () => {
            draft.format = format;
            entrants.draw();
          },
        }),
        h("span", {}, app.say(FORMAT_NAMES[format])),
      ),
    );
    return h("fieldset", { class: "chips" }, h("legend", {}, app.say("arena.format")), radios);
  }

  function numberField(field) {
    const input = h("input", {
      value: draft[field],
      inputmode: field === "seconds" ? "decimal" : "numeric",
      autocomplete: "off",
      oninput: () => (draft[field] = input.value),
      placeholder: field === "nodes" || field === "depth" ? app.say("arena.no-limit") : null,
    });
    return h("div", { class: "field" }, h("label", {}, app.say(NUMBERS[field]), input), problem(field, input));
  }

  function openingsField() {
    const typed = h("input", {
      class: "code",
      value: draft.typedOpenings,
      placeholder: "random(4)",
      "aria-label": app.say("arena.typed-openings"),
      spellcheck: "false",
      oninput: () => (draft.typedOpenings = typed.value),
    });
    const choice = h(
      "select",
      {
        onchange: () => {
          draft.openings = choice.value;
          typed.hidden = draft.openings !== TYPED;
        },
      },
      Object.entries(OPENINGS).map(([spec, key]) => h("option", { value: spec }, app.say(key))),
      h("option", { value: TYPED }, app.say("arena.write-it")),
    );
    openings = choice;
    suitOpenings();
    typed.hidden = draft.openings !== TYPED;
    return h("div", { class: "field wide" }, h("label", {}, app.say("arena.openings"), choice), typed, problem("openings", typed));
  }

  function seatsField() {
    const fixed = h("input", {
      type: "checkbox",
      checked: draft.fixedSeats,
      onchange: () => {
        draft.fixedSeats = fixed.checked;
        noteFormat();
      },
    });
    return h("label", { class: "inline wide" }, fixed, app.say("arena.fixed-seats"));
  }

  function decidedField() {
    const early = h("input", { type: "checkbox", checked: draft.untilDecided, onchange: () => (draft.untilDecided = early.checked) });
    decided = h("label", { class: "inline wide" }, early, app.say("arena.until-decided"));
    return decided;
  }

  /** What the format means; with fixed seats no opening is played twice. */
  function noteFormat() {
    write(formatNote, `${app.say(FORMAT_NOTES[draft.format])} ${app.say(draft.fixedSeats ? "arena.seats-kept" : "arena.seats-swapped")}`);
    decided.hidden = draft.format !== "match";
  }

  /** Without a choice, the openings are the game's default. */
  function suitOpenings() {
    openings.value = draft.openings ?? games.find(({ spec }) => spec === draft.game)?.openings ?? "random(2)";
  }

  function written() {
    const game = draft.game === TYPED ? draft.typedGame : draft.game;
    const begin = openings.value === TYPED ? draft.typedOpenings : openings.value;
    return readDraft({ ...draft, game, openings: begin, agents: draft.agents.map(entrants.specOf) }, caps);
  }

  function told() {
    const { plan, errors } = written();
    outlook.show(plan, errors);
  }

  async function submit(event) {
    event.preventDefault();
    const { plan, errors } = written();
    complain(errors);
    if (Object.keys(errors).length) return attend();
    begin.disabled = true;
    try {
      const { run } = await app.ask("start_run", { plan });
      return started(run);
    } catch (error) {
      complain({ [fieldOf(error, plan)]: [error.key, error.facts ?? {}] });
      return attend();
    } finally {
      begin.disabled = false;
    }
  }

  /** The field that a refusal is about, else the whole form. */
  function fieldOf({ key, facts = {} }, plan) {
    const name = (spec) => String(spec).split("(")[0];
    const named =
      key === "server.no-agent" || key === "server.unknown-agent" || key === "server.cannot-play"
        ? `agent-${plan.agents.findIndex((spec) => name(spec) === name(facts.given ?? facts.agent))}`
        : (REFUSED[key] ?? facts.name);
    return named in problems ? named : "whole";
  }

  /** Move the focus to the first error. */
  function attend() {
    const first = Object.values(problems).find(({ place }) => !place.hidden);
    const goal = first?.control && !first.control.hidden ? first.control : begin;
    goal.focus();
    if (first) app.status(first.place.textContent);
  }

  return form;
}
