// The form for a new training: game, teacher, model, games, seed; the rest behind "more".

import { h, set, write } from "./dom.js";

const TYPED = "typed"; // the choice of a game that is written down
const RADIOS = {
  teacher: ["learn.teacher", { "self-play": ["learn.self-play", "learn.self-play-note"], perfect: ["learn.perfect", "learn.perfect-note"] }],
  model: ["learn.model", { line_table: ["learn.line-table", "learn.line-table-note"], ntuple: ["learn.ntuple", "learn.ntuple-note"] }],
};
const NUMBERS = { games: "learn.games", seed: "learn.seed" };
const MORE = { step: "learn.step", explore: "learn.explore", trace: "learn.trace" };
const WALKS = { walks: "learn.walks", length: "learn.length" };
const WALKS_HERE = { walks: "20", length: "6" }; // fewer than the command's, so that forty of them can be kept

/** What was typed is kept outside the form: a change of language or page loses nothing. */
const draft = { game: "tictactoe", typedGame: "", teacher: "self-play", model: "line_table", games: "", seed: "0", step: "", explore: "", trace: "", ...WALKS_HERE, open: false };

/** The numbers in a draft: {plan, wrong}; `wrong` are the names of those that are none. */
export function readDraft(given) {
  const plan = { game: given.game === TYPED ? given.typedGame : given.game, teacher: given.teacher, model: given.model };
  const wrong = [];
  const names = [...Object.keys(NUMBERS), ...Object.keys(MORE), ...(given.model === "ntuple" ? Object.keys(WALKS) : [])];
  for (const name of names) {
    const text = given[name].trim().replace(",", ".");
    if (!text) continue;
    const number = Number(text);
    const whole = !(name in MORE);
    if (!Number.isFinite(number) || (whole && (!Number.isSafeInteger(number) || number < 0)) || (name === "games" && number < 1)) wrong.push(name);
    else plan[name] = number;
  }
  if (!plan.game.trim()) wrong.push("game");
  return { plan, wrong };
}

/** The form; `started(training)` is called with the number of the new training. */
export function setupForm(app, started) {
  const problems = {};
  const whole = h("p", { class: "problem", role: "alert", hidden: true });
  const notes = h("p", { class: "note" });
  const walks = h("div", { class: "fields" }, Object.entries(WALKS).map(numberField));
  const begin = h("button", { type: "submit", class: "primary" }, app.say("learn.start"));
  const form = h("form", { class: "card learn-setup", novalidate: true, onsubmit: submit },
    h("h2", {}, app.say("learn.new")),
    gameField(),
    Object.keys(RADIOS).map(radioField),
    notes,
    h("div", { class: "fields" }, Object.entries(NUMBERS).map(numberField)),
    h("details", { open: draft.open, ontoggle: (event) => (draft.open = event.target.open) },
      h("summary", {}, app.say("learn.more")),
      h("div", { class: "fields" }, Object.entries(MORE).map(numberField)), walks,
      h("p", { class: "note" }, app.say("learn.auto-note"))),
    whole,
    h("div", {}, begin));
  choices();

  function choices() {
    write(notes, Object.entries(RADIOS).map(([name, [, options]]) => app.say(options[draft[name]][1])).join(" "));
    walks.hidden = draft.model !== "ntuple";
  }

  function gameField() {
    const games = app.hello.games.filter(({ columns }) => columns !== null);
    const typed = h("input", {
      class: "code", value: draft.typedGame, placeholder: "mnk(4, 4, 3)", "aria-label": app.say("learn.typed-game"), spellcheck: "false",
      hidden: draft.game !== TYPED, oninput: () => (draft.typedGame = typed.value),
    });
    const choice = h("select", {
      onchange: () => {
        draft.game = choice.value;
        typed.hidden = draft.game !== TYPED;
      },
    }, games.map(({ spec }) => h("option", { value: spec }, app.gameName(spec))), h("option", { value: TYPED }, app.say("learn.other-game")));
    choice.value = draft.game;
    return h("div", { class: "field" }, h("label", {}, app.say("learn.game"), choice), typed, problem("game", typed));
  }

  function radioField(name) {
    const [legend, options] = RADIOS[name];
    return h("fieldset", { class: "chips" }, h("legend", {}, app.say(legend)), Object.entries(options).map(([value, [key]]) => h("label", {},
      h("input", {
        type: "radio", name, value, checked: draft[name] === value,
        onchange: () => {
          draft[name] = value;
          choices();
        },
      }), h("span", {}, app.say(key)))));
  }

  function numberField([name, key]) {
    const input = h("input", {
      value: draft[name], placeholder: app.say("learn.auto"), inputmode: name in MORE ? "decimal" : "numeric", autocomplete: "off", name,
      oninput: () => (draft[name] = input.value),
    });
    return h("div", { class: "field" }, h("label", {}, app.say(key), input), problem(name, input));
  }

  /** The place for what is wrong with a field; its control says that it is described there. */
  function problem(name, control) {
    const place = h("p", { class: "problem field-problem", id: `learn-${name}-problem`, hidden: true });
    problems[name] = { control, place };
    set(control, "aria-describedby", place.id);
    return place;
  }

  async function submit(event) {
    event.preventDefault();
    const { plan, wrong } = readDraft(draft);
    for (const [name, { control, place }] of Object.entries(problems)) {
      const bad = wrong.includes(name);
      place.hidden = !bad;
      write(place, bad ? app.say(name === "game" ? "learn.typed-game" : "learn.no-number") : "");
      set(control, "aria-invalid", bad ? "true" : null);
    }
    whole.hidden = true;
    if (wrong.length) {
      form.querySelector("details").open ||= wrong.some((name) => name in MORE || name in WALKS);
      return problems[wrong[0]].control.focus();
    }
    begin.disabled = true;
    try {
      started((await app.ask("start_training", { plan })).training);
    } catch (error) {
      whole.hidden = false;
      write(whole, app.message(error));
    } finally {
      begin.disabled = false;
    }
    return undefined;
  }

  return form;
}
