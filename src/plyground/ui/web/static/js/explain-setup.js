// What to explain: an example, or a game, a position, an algorithm with its options, a depth, and one to compare with.

import { cellName, click, landing, liveBoard, targets } from "./board.js";
import { capital, fill, h } from "./dom.js";
import { boardAfter, diagram } from "./explain-position.js";
import { readSpec, spelled, writeSpec } from "./explain-spec.js";

const TRACED = ["minimax", "alphabeta", "memo", "table_alphabeta", "pvs", "mtdf", "deepening", "mcts", "proof"];
const WISHES = { mcts: { rounds: "60" }, proof: { method: "best_first" } }; // few rounds can be watched; only a tree can be drawn
const OTHER = "…";
const NOT_ASKED = ["core", "depth", "seconds"];
const KNOWN = { evaluate: ["auto", "zero", "centre", "open_lines", "windows"], order: ["given", "centre", "best", "killers", "history"] };
const EXAMPLES = [
  ["explain.example-textbook", { g: "textbook", a: "alphabeta" }],
  ["explain.example-compare", { g: "textbook", a: "alphabeta", b: "minimax" }],
  ["explain.example-endgame", { g: "tictactoe", pos: "XXO/OO./X..", a: "alphabeta" }],
  ["explain.example-saved", { g: "tictactoe", pos: "XO./OX./...", a: "alphabeta", b: "minimax" }],
  ["explain.example-connect4", { g: "connect4", pos: "4453", a: "alphabeta(evaluate='windows')", d: "4" }],
  ["explain.example-deepening", { g: "connect4", pos: "4453", a: "deepening(inner=AlphaBeta(evaluate='windows'))", d: "3" }],
  ["explain.example-mtdf", { g: "tictactoe", pos: "XXO/OO./X..", a: "mtdf" }],
  ["explain.example-mcts", { g: "tictactoe", a: "mcts(rounds=60)" }],
  ["explain.example-proof", { g: "tictactoe", pos: "X.O/.X./..O", a: "proof(method='best_first')" }],
  ["explain.example-pvs", { g: "connect4", pos: "4453", a: "pvs(evaluate='windows', order='centre')", d: "3", b: "alphabeta(evaluate='windows', order='centre')" }],
];
const KEYS = ["g", "pos", "a", "d", "b"];
export const FIRST = EXAMPLES[0][1];

/** What an address asks for, with what it leaves out: an algorithm, and the options without which one cannot be watched. */
export function whole(given) {
  const watchable = (spec) => (Object.hasOwn(WISHES, spec) ? `${spec}(${Object.entries(WISHES[spec]).map(([name, value]) => `${name}=${/^\d+$/.test(value) ? value : `'${value}'`}`).join(", ")})` : spec);
  return { ...given, a: watchable(given.a || FIRST.a), ...(given.b ? { b: watchable(given.b) } : {}) };
}

/** Whether an algorithm grows a tree round by round, which has no depth. */
export const grows = (spec) => readSpec(spec).name in WISHES;

/** The form. `onRun(params)` is called with what to explain: {g, pos, a, d, b}. */
export function setupOf(app, { onRun, extra }) {
  const agents = app.hello.agents.filter((agent) => TRACED.includes(agent.name) || agent.group === "papers");
  const options = (pairs) => pairs.map(([value, text]) => h("option", { value }, text));
  const games = app.hello.games.filter((game) => game.spec !== "tree").map((game) => [game.spec, app.gameName(game.spec)]);
  const namedFor = (spec) => agents.filter((agent) => agent.group !== "papers" || agent.works.includes(spec)).map((agent) => [agent.name, app.agentName(agent.name)]);
  const example = h("select", { onchange: () => chooseExample() }, options([["", app.say("explain.example-none")], ...EXAMPLES.map(([key], at) => [at, app.say(key)])]));
  const game = h("select", { onchange: changedGame });
  const size = h("input", { autocomplete: "off", spellcheck: "false", hidden: true, "aria-label": app.say("explain.game-spec"), placeholder: "mnk(4,4,3)", onchange: changedGame });
  const position = h("input", { autocomplete: "off", spellcheck: "false", placeholder: "-", size: 14, onchange: look });
  const algorithm = h("select", { onchange: () => showOptions(WISHES[algorithm.value] ?? {}) });
  const depth = h("input", { type: "number", min: 1, max: app.hello.caps.depth, placeholder: app.say("explain.depth-usual") });
  const other = h("select");
  const chosen = h("div", { class: "fields" });
  const board = liveBoard();
  const preview = h("div", { class: "preview", hidden: true });
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const before = []; // positions that "take back" returns to
  let [looked, turn, wish, otherSpec, picked] = [null, 0, {}, "", []];
  const undo = h("button", { type: "button", class: "quiet", onclick: () => before.length && put(before.pop()) }, app.say("explain.take-back"));
  const clear = h("button", { type: "button", class: "quiet", onclick: () => play("-") }, app.say("explain.empty-board"));
  const field = (key, input) => h("label", {}, app.say(key), input);
  const form = h("form", {
    class: "setup", onchange: (event) => event.target !== example && matchExample(), onsubmit: (event) => {
      event.preventDefault();
      onRun(read());
    },
  },
  h("div", { class: "fields" },
    field("explain.example", example), h("label", {}, app.say("explain.game"), game), size,
    field("explain.position", position), field("explain.algorithm", algorithm), field("explain.depth", depth),
    field("explain.compare", other),
    h("button", { class: "primary" }, app.say("explain.run")), extra),
  problem,
  h("details", { class: "more", ontoggle: (event) => event.target.open && look() },
    h("summary", {}, app.say("explain.more")),
    h("div", { class: "more-inside" },
      h("fieldset", {}, h("legend", {}, app.say("explain.options")), chosen),
      h("fieldset", { class: "by-board" }, h("legend", {}, app.say("explain.by-board")), preview, h("div", { class: "toolbar" }, undo, clear)))));

  function chooseExample() {
    if (example.value === "") return;
    const params = EXAMPLES[Number(example.value)][1];
    write(params);
    onRun(read());
  }

  const chosenGame = () => (game.value === OTHER ? size.value.trim() || size.placeholder : game.value);

  function showGame(spec) {
    const known = games.some(([name]) => name === spec);
    fill(game, options([...games, [OTHER, app.say("explain.game-other")]]));
    game.value = known ? spec : OTHER;
    size.value = known ? "" : spec;
    size.hidden = known;
  }

  /** List the algorithms that play a game: a paper's program knows one game only. */
  function showAgents(spec) {
    const was = [algorithm.value, other.value];
    fill(algorithm, options(namedFor(spec)));
    fill(other, options([["", app.say("explain.compare-none")], ...namedFor(spec)]));
    for (const [at, select] of [algorithm, other].entries()) {
      const known = [...select.options].some(({ value }) => value === was[at]);
      select.value = known ? was[at] : select.options[0].value;
    }
    if (was[0] && algorithm.value !== was[0]) showOptions(WISHES[algorithm.value] ?? {});
  }

  function changedGame() {
    size.hidden = game.value !== OTHER;
    showAgents(chosenGame());
    before.length = 0;
    [position.value, depth.value] = ["", ""]; // they were of another game
    look();
  }

  /** Select the example that stands in the fields, if one does. */
  function matchExample() {
    const now = read();
    const at = EXAMPLES.findIndex(([, given]) => KEYS.every((key) => (given[key] ?? "") === now[key]));
    example.value = at < 0 ? "" : String(at);
  }

  function showOptions(given) {
    wish = { ...given };
    const agent = agents.find(({ name }) => name === algorithm.value);
    fill(chosen, agent?.options.filter(({ name }) => !NOT_ASKED.includes(name)).map(({ name, kind, default: usual }) => {
      const set = (value) => { wish[name] = value; };
      if (kind === "flag") {
        const on = (given[name] ?? spelled(usual)) === "True";
        return h("label", { class: "inline" }, h("input", { type: "checkbox", checked: on, onchange: (event) => set(event.target.checked ? "True" : "False") }), name);
      }
      const list = KNOWN[name] && h("datalist", { id: `explain-${name}` }, options(KNOWN[name].map((word) => [word, word])));
      return h("label", {}, name, h("input", {
        value: given[name] ?? "", placeholder: spelled(usual) || "–", list: list && list.id, size: 12, spellcheck: "false", autocomplete: "off",
        onchange: (event) => set(event.target.value),
      }), list);
    }));
  }

  function read() {
    const agent = agents.find(({ name }) => name === algorithm.value);
    const rival = agents.find(({ name }) => name === other.value);
    const same = rival && readSpec(otherSpec).name === rival.name && otherSpec;
    const params = { g: chosenGame(), pos: position.value.trim(), a: writeSpec(agent, wish), d: depth.value };
    return { ...params, b: rival ? same || writeSpec(rival, WISHES[rival.name] ?? wish) : "" };
  }

  function write({ g = "", pos = "", a = "", d = "", b = "" }) {
    const spec = readSpec(a);
    showGame(g);
    showAgents(g);
    [position.value, depth.value, otherSpec] = [pos === "-" ? "" : pos, d, b];
    algorithm.value = agents.some(({ name }) => name === spec.name) ? spec.name : agents[0].name;
    other.value = agents.some(({ name }) => name === readSpec(b).name) ? readSpec(b).name : "";
    before.length = 0;
    showOptions(spec.options);
    matchExample();
    look();
  }

  function play(text) {
    before.push(position.value);
    put(text);
  }

  function put(text) {
    position.value = text === "-" ? "" : text;
    look();
  }

  async function look() {
    if (!form.querySelector(".more").open) return;
    turn += 1;
    const mine = turn;
    undo.disabled = before.length === 0;
    try {
      const found = await app.ask("look", { game: chosenGame(), position: position.value.trim() || "-" });
      if (mine !== turn) return;
      looked = found;
      showProblem(null);
    } catch (error) {
      if (mine !== turn) return;
      looked = null;
      showProblem(error);
    }
    preview.hidden = !looked;
    clear.hidden = !looked?.board;
    picked = [];
    if (looked?.board) {
      const player = app.player(looked.to_move, looked.board.k ? undefined : []);
      const turnOf = looked.outcome ? app.say("explain.game-over") : capital(app.say("explain.to-move", { player }));
      drawBoard();
      fill(preview, board.element, h("p", { class: "note" }, turnOf));
    } else if (looked) fill(preview, h("pre", {}, looked.picture));
  }

  function drawBoard() {
    const steps = looked.moves.some((move) => move.clicks);
    const begun = steps && { steps, picked, targets: picked.length ? targets(looked.moves, picked) : [] };
    board.update(looked.board, { onCell: tap, label: app.say("explain.board"), mini: false, ...begun });
  }

  function tap(cell) {
    if (looked && !looked.board.k) return tapOther(cell);
    const to = looked && !looked.outcome ? landing(looked.board, cell) : null;
    if (to === null) return;
    const [text, move] = [position.value.trim(), cellName(looked.board, to)];
    const after = boardAfter(looked.board, looked.to_move, [move]);
    const together = cellName(looked.board, looked.board.columns - 1).length === 1 ? "" : " ";
    play(/[./]/.test(text) ? diagram(after.board, after.toMove) : `${text}${text && together}${move}`); // moves stay moves
  }

  /** A click on the board of a game that is not won by rows: its moves are those that the server named. */
  function tapOther(cell) {
    const { move, picked: now } = click(looked.board, looked.moves, picked, cell);
    picked = now;
    drawBoard();
    if (move) play(`${position.value.trim()} ${move.text}`.trim());
  }

  function showProblem(error) {
    problem.hidden = !error;
    problem.textContent = error ? app.message(error) : "";
  }

  const showDepth = (plies) => {
    depth.value = plies;
    matchExample();
  };

  return { element: form, write, read, showProblem, showDepth };
}
