// The Play page draws one session of the server: a click is a request, and a view is drawn as it comes.

import { click, clicksOf, landing, liveBoard, targets } from "./board.js";
import { fill, h, roving, set, write } from "./dom.js";
import { drawGraph } from "./play-graph.js";
import { icon } from "./icons.js";
import { inSeries, isLineGame, paramsOf, wanted, way } from "./play-address.js";
import { gameCard, seriesCard, setUpCard } from "./play-cards.js";
import { helpDialog } from "./play-help.js";
import { keyListener } from "./play-keys.js";
import { movesPanel } from "./play-moves.js";
import { seatRow } from "./play-seats.js";
import { teller } from "./play-tell.js";
import { inCells, valuesPanel, valuesStrip } from "./play-values.js";
import { cellWords, hintWords, mood, pickedWords, standing } from "./play-words.js";

const ADDRESS_PAUSE = 400; // ms between two addresses that nobody asked for: browsers allow only so many
const kept = { values: false, flipped: false, graph: false, view: null }; // while pages come and go

function mount(root, app, params, inOtherWords = false) {
  let view = null;
  let expected = 0; // plies that the game has if the address told the truth
  let opening = 0; // games that are being opened
  let acted = false; // by the person: what comes of it is a step in the browser's history
  let complaint = ""; // why the last request was refused
  let noted = null; // the timer of an address
  let graphed = "";
  let picked = []; // cells of a move that is begun, where moves take more than one click

  const ask = (name, fields) => {
    complaint = "";
    return app.ask(name, fields).catch(complain);
  };
  const act = (name, fields) => {
    acted = true;
    return ask(name, fields);
  };

  const tell = teller(app, inOtherWords);

  // What there is to see.

  const board = liveBoard();
  const frame = h("div", { class: "frame", onkeydown: (event) => event.key === "Escape" && pick([]) }, board.element);
  const picture = h("pre", { class: "picture", hidden: true });
  const choices = h("div", { class: "toolbar choices-of-move", role: "group", "aria-label": app.say("play.your-choices") });
  const strip = valuesStrip(app);
  const seats = [0, 1].map((player) => seatRow(player, app, (side, seat) => ask("seat", { player: side, ...seat })));
  const status = h("h2", { class: "state" });
  const note = h("p", { class: "note" });
  const game = gameCard(app, { onGame: chooseGame, onNew: (plies) => act("new", { opening: plies }) });
  const setUp = setUpCard(app, ask);
  const values = valuesPanel(app);
  const moves = movesPanel(app, (ply) => act("go", { ply }));
  const series = seriesCard(app, ask);
  const help = helpDialog(app);
  const graph = h("div", { class: "graph-place" });
  const graphCard = h("details", { class: "card", open: kept.graph, ontoggle: toggleGraph },
    h("summary", {}, h("h2", {}, app.say("play.graph"))), graph);
  const tools = {
    undo: tool("undo", "play.undo", () => act("undo")),
    redo: tool("redo", "play.redo", () => act("redo")),
    hint: tool("hint", "play.hint", () => ask("hint")),
    values: tool("values", "play.values", toggleValues),
    pause: tool("pause", "play.pause", () => ask(view?.paused ? "resume" : "pause")),
    step: tool("step", "play.step", () => ask("step")),
    flip: tool("flip", "play.flip", toggleFlip),
    swap: tool("swap", "play.swap", () => ask("swap")),
    edit: tool("edit", "play.set-up", () => (view?.set_up ? ask("leave_edit", { keep: false }) : ask("edit"))),
    share: tool("share", "play.share", share),
    help: tool("help", "play.help", help.open),
  };
  const toolbar = h("div", { class: "tools", role: "toolbar", "aria-label": app.say("play.tools") }, Object.values(tools));
  roving(toolbar);

  const table = h("div", { class: "table" }, seats[1].element, frame, picture, choices, strip.element, seats[0].element);
  const whole = h("div", { class: "play", hidden: true }, // until there is something to see, so that nothing moves then
    h("h1", { class: "unseen" }, app.say("play.title")),
    h("section", { class: "now", "aria-label": app.say("play.state") }, status, note),
    table,
    toolbar,
    h("div", { class: "side" },
      setUp.element, game.element, values.element, moves.element, graphCard, series.element),
    help.element);
  fill(root, whole);

  function tool(name, key, onclick) {
    return h("button", { type: "button", class: "tool", onclick }, icon(name), h("span", {}, app.say(key)));
  }

  function relabel(button, name, key) {
    if (button.dataset.now === key) return;
    button.dataset.now = key;
    fill(button, icon(name), h("span", {}, app.say(key)));
  }

  // What is done.

  function complain(error) {
    complaint = app.message({ key: error.key ?? "web.broken", facts: error.facts });
    whole.hidden = false;
    showNote();
    app.status(complaint);
  }

  async function chooseGame(spec, plies = 0) {
    acted = true;
    await open({ game: spec, start: "-", moves: [] });
    if (plies) await ask("new", { opening: plies });
  }

  /** Open a game with its moves, so that they can be undone; without seats, the players stay. */
  async function open({ game: spec, start, moves: again, seats: [first, second] = [] }) {
    opening += 1;
    const moves = again.slice(0, app.hello.caps.cells);
    const asked = [app.ask("open", { game: spec, position: start, moves, ...(first && { first, second }) })];
    if (kept.values) asked.push(app.ask("analyse", { on: true }));
    const answers = await Promise.allSettled(asked);
    opening -= 1;
    expected = again.length;
    const refused = answers.find((answer) => answer.status === "rejected");
    if (!refused) return;
    expected = 0;
    complain(refused.reason);
    if (!view && answers[0].status === "rejected" && refused.reason.key !== "web.offline" && refused.reason.key !== "web.lost") {
      const same = refused.reason.key === "server.cannot-play" && { game: spec, position: start, moves };
      await app.ask("open", { ...(same || { game: "connect4" }), first: { agent: null }, second: { agent: null } }).catch(complain);
    }
  }

  function press(cell) {
    if (!view || opening) return;
    if (view.set_up) return void ask("put", { cell, mark: setUp.mark() });
    const { move, picked: now } = click(view.board, view.moves, picked, view.board.k ? landing(view.board, cell) ?? cell : cell);
    const full = isLineGame(view.game) && view.board.gravity && String((cell % view.board.columns) + 1); // the server says why not
    pick(now);
    if (move || full) act("move", { move: move?.text ?? full });
    else if (now.length) app.status(pickedWords(view.board, now, targets(view.moves, now), app));
    else if (!view.outcome) app.status(cellWords(view, view.board, cell, app));
  }

  /** Begin a move of several clicks, continue it, or let it be. */
  function pick(cells) {
    if (cells.join() === picked.join()) return;
    picked = cells;
    drawTable();
  }

  function toggleValues() {
    kept.values = !kept.values;
    ask("analyse", { on: kept.values });
  }

  function toggleFlip() {
    kept.flipped = !kept.flipped;
    if (view) show(view);
  }

  function toggleGraph() {
    kept.graph = graphCard.open;
    if (view) refreshGraph();
  }

  async function share() {
    if (view.set_up?.problem) return say(app.message(view.set_up.problem)); // there is no game that begins so
    const address = new URL(app.address("play", paramsOf(view)), location.href).href;
    try {
      await navigator.clipboard.writeText(address);
      return say(app.say("play.copied"));
    } catch {
      return say(app.say("play.copy-yourself", { address }));
    }
  }

  function say(text) {
    note.classList.remove("problem");
    write(note, text);
    app.status(text);
  }

  // Keys.

  const onKey = keyListener({
    root,
    seen: () => view,
    play: (move) => act("move", { move }),
    put(mark, cell) {
      setUp.choose(mark);
      if (cell !== undefined) ask("put", { cell: Number(cell), mark });
    },
    keys: {
      u: () => act("undo"), r: () => act("redo"), h: () => ask("hint"), v: toggleValues, f: toggleFlip, n: () => act("new"),
      p: () => tools.pause.click(), s: () => ask("step"), e: () => tools.edit.click(), "?": help.open,
      ",": () => act("go", { ply: Math.max(0, view.played.length - 1) }), ".": () => act("go", { ply: view.played.length + 1 }),
    },
  });

  // What is seen.

  function show(seen) {
    if (seen.text !== view?.text || seen.game !== view?.game || seen.set_up) picked = [];
    view = seen;
    whole.hidden = false;
    drawTable();
    for (const seat of seats) seat.update(view);
    write(status, standing(view, app));
    status.className = `state ${mood(view)}`;
    showNote();
    game.update(view);
    setUp.update(view);
    values.update(view, kept.values);
    moves.update(view);
    series.update(view);
    updateTools();
    if (view.note?.key === "refused.analysis") kept.values = false;
    app.title(`${standing(view, app)} – ${app.gameName(view.game)}`);
    tell(view);
    writeAddress(acted);
    refreshGraph();
  }

  function showNote() {
    const said = view?.note && app.message(view.note, view.players);
    note.classList.toggle("problem", Boolean(complaint) || view?.note?.tone === "error");
    write(note, complaint || said || (view?.hint ? hintWords(view, app) : ""));
  }

  function drawTable() {
    const shown = view.set_up?.board ?? view.board;
    frame.hidden = !shown;
    picture.hidden = Boolean(shown);
    choices.hidden = Boolean(shown);
    if (!shown) return drawPicture();
    table.style.setProperty("--columns", shown.columns);
    table.style.setProperty("--rows", shown.rows);
    table.classList.toggle("falling", shown.gravity);
    const setting = Boolean(view.set_up);
    const steps = view.moves.some((move) => move.clicks);
    const next = picked.length ? targets(view.moves, picked) : [];
    const hinted = !setting && view.moves.find((move) => move.text === view.hint);
    board.update(shown, {
      ...inCells(view, app),
      last: setting ? null : view.last,
      winning: setting ? [] : view.winning,
      hint: hinted ? clicksOf(hinted) : null,
      ...(steps && { steps, picked, targets: next }),
      flipped: kept.flipped,
      label: app.say("play.board", { game: app.gameName(view.game) }),
      cellLabel: (cell) => cellWords(view, shown, cell, app, next),
      onCell: press,
    });
    strip.update(view, kept.flipped);
  }

  function drawPicture() {
    strip.element.hidden = true;
    write(picture, view.picture ?? "");
    const focused = choices.contains(document.activeElement);
    const play = (move) => () => act("move", { move });
    fill(choices, view.moves.map(({ text }) => h("button", { type: "button", onclick: play(text) }, text)));
    if (focused) (choices.querySelector("button") ?? tools.undo).focus();
  }

  function updateTools() {
    const machine = view.seats[view.to_move].agent !== null;
    const playing = !view.outcome && !view.set_up;
    off(tools.undo, !view.played.length || view.set_up);
    off(tools.redo, !view.undone.length || view.set_up);
    off(tools.hint, !playing);
    off(tools.step, !playing || !machine);
    const over = view.outcome && !inSeries(view);
    off(tools.pause, view.seats.every((seat) => seat.agent === null) || view.set_up || over);
    off(tools.edit, !isLineGame(view.game));
    off(tools.flip, !view.board);
    off(tools.values, view.set_up);
    set(tools.values, "aria-pressed", kept.values);
    set(tools.flip, "aria-pressed", kept.flipped);
    set(tools.edit, "aria-pressed", Boolean(view.set_up));
    if (view.paused && !over) relabel(tools.pause, "resume", "play.resume");
    else relabel(tools.pause, "pause", view.thinking === "move" ? "play.stop" : "play.pause");
  }

  /** Buttons that are not possible now stay reachable by arrow keys, and say so. */
  const off = (button, so) => set(button, "aria-disabled", Boolean(so));

  /** Announce at once what a person did, other changes soon, also while machines move without a pause. */
  function writeAddress(push) {
    if (!view || opening || view.set_up || inSeries(view)) return;
    if (push) noteAddress(true);
    else noted ??= setTimeout(noteAddress, ADDRESS_PAUSE);
    acted = false;
  }

  function noteAddress(push = false) {
    clearTimeout(noted);
    noted = null;
    if (!view.set_up && !inSeries(view)) app.note("play", paramsOf(view), push);
  }

  async function refreshGraph() {
    if (!graphCard.open || view.thinking || inSeries(view) || view.set_up) return;
    const now = `${view.game}|${view.start}|${view.played.map((move) => move.text)}`;
    if (now === graphed) return;
    graphed = now;
    if (!graph.firstChild) fill(graph, h("p", { class: "quiet-text" }, app.say("play.graphing")));
    const texts = view.played.map((move) => move.text);
    try {
      const found = (await app.ask("graph")).graph;
      fill(graph, drawGraph(found, { app, here: texts.length, moves: texts, onPly: (ply) => act("go", { ply }) }));
    } catch (error) {
      if (graphed === now) graphed = "";
      if (error.key === "server.cancelled") return;
      fill(graph, h("p", { class: "problem" }, app.message(error)));
    }
  }

  // The life of the page.

  function onView(seen) {
    if (opening) return; // the last view comes after the last reply
    show(seen);
    if (seen.played.length < expected) complain({ key: "play.bad-link" });
    expected = 0;
  }

  function update(now) {
    const asked = wanted(now);
    const how = way(view, asked);
    acted = false;
    if (how.open) return void open(asked);
    if (how.ply !== view.played.length) ask("go", { ply: how.ply });
    asked.seats.forEach((seat, player) => {
      if (seat.agent !== view.seats[player].agent) ask("seat", { player, ...seat });
    });
  }

  toolbar.addEventListener("click", (event) => {
    if (event.target.closest("[aria-disabled=true]")) event.stopImmediatePropagation();
  }, true);
  document.addEventListener("keydown", onKey);
  const unsubscribe = app.on("view", onView);
  if (inOtherWords && kept.view) show(kept.view);
  else open(wanted(params));
  return {
    update,
    reconnect: () => {
      graphed = complaint = "";
      return open(view && !inSeries(view) ? wanted(stringsOf(paramsOf(view))) : wanted(params));
    },
    /** Pause the machines when the page is left; after a change of language the game goes on. */
    unmount: (onlyWords) => {
      clearTimeout(noted);
      kept.view = view;
      if (view && !view.set_up && !inSeries(view)) app.left("play", paramsOf(view));
      if (!onlyWords && view?.seats.every((seat) => seat.agent)) app.ask("pause").catch(() => null);
      unsubscribe();
      document.removeEventListener("keydown", onKey);
    },
  };
}

/** Parameters as an address would give them back. */
function stringsOf(params) {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([name, value]) => [name, String(value)]));
}

export const page = { mount };
