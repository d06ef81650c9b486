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
const WALKS_HERE = { walks: 20, length: 6 }; // fewer than the command's, so that forty of them can be kept

/** What the server takes, [least, most]; a test compares these with it. */
export const LIMITS = {
  games: { "self-play": [1, 10_000_000], perfect: [1, 200_000] },
  seed: [0, Number.MAX_SAFE_INTEGER], step: [0.0001, 1], explore: [0, 1], trace: [0, 1], walks: [1, 1_000], length: [1, 16],
};

/** How many games are played if nobody says: on up to nine cells, and on larger boards. */
const USUAL = { "self-play": [20_000, 500_000], perfect: [2_000, 20_000] };
export const usualGames = (cells, teacher) => USUAL[teacher][cells <= 9 ? 0 : 1];

/** What was typed is kept outside the form: a change of language or page loses nothing. */
const draft = { game: "tictactoe", typedGame: "", teacher: "self-play", model: "line_table", games: "", seed: "0", step: "", explore: "", trace: "", walks: "", length: "", open: false };

/** The cells of the board that a draft names; null if only the server knows. */
export function cellsOf(given, games) {
  const found = games.find(({ spec }) => spec === (given.game === TYPED ? given.typedGame.trim() : given.game));
  const [, columns, rows] = found ? [0, found.columns, found.rows] : /^\s*\w+\s*\(\s*(\d+)\s*,\s*(\d+)/.exec(given.typedGame) ?? [0, 0, 0];
  return columns * rows || null;
}

/**
 * A whole number as people of a language write it, with or without groups of three: {number}, or {ambiguous}, what it
 * would be if the sign between its groups were ours: 20.000 is twenty thousand in Portuguese, and twenty in English.
 */
export function readWhole(text, language) {
  const [mark, foreign] = language === "en" ? [",", "."] : [".", ","];
  const plain = text.trim();
  const grouped = (sign) => new RegExp(`^\\d{1,3}(${sign}\\d{3})+$`).test(plain);
  const digits = plain.replace(/\D/g, "");
  if (/^\d+$/.test(plain) || grouped("\\s") || grouped(`\\${mark}`)) return { number: Number(digits) };
  return grouped(`\\${foreign}`) ? { ambiguous: Number(digits) } : {};
}

/** A number with a fraction, in the spelling of either language; NaN if it is none. */
const readFraction = (text) => (/^\s*(\d+|\d*[.,]\d+)\s*$/.test(text) ? Number(text.replace(",", ".")) : NaN);

/** The plan of a draft: {plan, wrong}; `wrong` says of each field that cannot be used what to write there, [key, facts]. */
export function readDraft(given, language) {
  const plan = { game: given.game === TYPED ? given.typedGame : given.game, teacher: given.teacher, model: given.model };
  const wrong = {};
  const written = (number) => new Intl.NumberFormat(language, { maximumFractionDigits: 4, useGrouping: "always" }).format(number);
  for (const name of fieldsOf(given)) {
    const text = given[name].trim();
    if (!text) {
      if (name in WALKS_HERE) plan[name] = WALKS_HERE[name];
      continue;
    }
    const [least, most] = LIMITS[name][given.teacher] ?? LIMITS[name];
    const { number, ambiguous } = name in MORE ? { number: readFraction(text) } : readWhole(text, language);
    if (number >= least && number <= most) plan[name] = number;
    else if (ambiguous) wrong[name] = ["learn.two-readings", { text, plain: String(ambiguous), grouped: written(ambiguous) }];
    else wrong[name] = [name in MORE ? "learn.no-number" : "learn.no-whole", { least: written(least), most: written(most) }];
  }
  if (!plan.game.trim()) wrong.game = ["learn.no-game", {}];
  return { plan, wrong };
}

/** The numbers that a draft has: λ is for self-play, and walks are for their model. */
const fieldsOf = ({ teacher, model }) => [...Object.keys(NUMBERS), ...Object.keys(MORE), ...Object.keys(WALKS)]
  .filter((name) => (name !== "trace" || teacher === "self-play") && (!(name in WALKS) || model === "ntuple"));

/** The form; `started(training)` is called with the number of the new training. */
export function setupForm(app, started) {
  const problems = {};
  const fields = {}; // by the names of their numbers
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
    h("p", { class: "note" }, app.say("learn.auto-note")),
    h("details", { open: draft.open, ontoggle: (event) => (draft.open = event.target.open) },
      h("summary", {}, app.say("learn.more")),
      h("div", { class: "fields" }, Object.entries(MORE).map(numberField)), walks),
    whole,
    h("div", {}, begin));
  choices();

  function choices() {
    write(notes, Object.entries(RADIOS).map(([name, [, options]]) => app.say(options[draft[name]][1])).join(" "));
    walks.hidden = draft.model !== "ntuple";
    const wanted = fieldsOf(draft);
    for (const [name, { field, input }] of Object.entries(fields)) {
      field.hidden = !wanted.includes(name);
      const usual = usualOf(name);
      set(input, "placeholder", usual === null ? app.say("learn.auto") : app.say("learn.auto-number", { number: usual }));
    }
  }

  /** What is taken if a field is left empty; null if only the server knows. */
  function usualOf(name) {
    const cells = cellsOf(draft, app.hello.games);
    if (name === "games") return cells && usualGames(cells, draft.teacher);
    return { seed: 0, ...WALKS_HERE }[name] ?? null;
  }

  function gameField() {
    const games = app.hello.games.filter(({ columns }) => columns !== null);
    const typed = h("input", {
      class: "code", value: draft.typedGame, placeholder: "mnk(4, 4, 3)", "aria-label": app.say("learn.typed-game"), spellcheck: "false",
      hidden: draft.game !== TYPED, 
      oninput: () => {
        draft.typedGame = typed.value;
        settle("game");
        choices();
      },
    });
    const choice = h("select", {
      onchange: () => {
        draft.game = choice.value;
        typed.hidden = draft.game !== TYPED;
        settle("game");
        choices();
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
          settle("games"); // each teacher has its own limit
          choices();
        },
      }), h("span", {}, app.say(key)))));
  }

  function numberField([name, key]) {
    const input = h("input", {
      value: draft[name], inputmode: name in MORE ? "decimal" : "numeric", autocomplete: "off", name,
      oninput: () => {
        draft[name] = input.value;
        settle(name);
      },
    });
    const field = h("div", { class: "field" }, h("label", {}, app.say(key), input), problem(name, input));
    fields[name] = { field, input };
    return field;
  }

  /** The place for what is wrong with a field; its control says that it is described there. */
  function problem(name, control) {
    const place = h("p", { class: "problem field-problem", id: `learn-${name}-problem`, hidden: true });
    problems[name] = { control, place };
    set(control, "aria-describedby", place.id);
    return place;
  }

  /** Say what is wrong with a field, or that nothing is. */
  function settle(name, wrong = null) {
    const { control, place } = problems[name];
    place.hidden = !wrong;
    write(place, wrong ? app.say(...wrong) : "");
    set(control, "aria-invalid", wrong ? "true" : null);
  }

  async function submit(event) {
    event.preventDefault();
    const { plan, wrong } = readDraft(draft, app.language);
    for (const name of Object.keys(problems)) settle(name, wrong[name]);
    whole.hidden = true;
    if (Object.keys(wrong).length) {
      form.querySelector("details").open ||= Object.keys(wrong).some((name) => name in MORE || name in WALKS);
      return form.querySelector("[aria-invalid]").focus();
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
