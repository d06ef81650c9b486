// The Play page draws one session of the server: a click is a request, and a view is drawn as it comes.

import { fill, h, write } from "./dom.js";
import { inSeries, paramsOf, wanted, way } from "./play-address.js";
import { analysisOf } from "./play-analysis.js";
import { gameCard, scoresCard, seriesCard, setUpCard } from "./play-cards.js";
import { gaugeOf, worthWords } from "./play-gauge.js";
import { graphCard } from "./play-graph.js";
import { helpDialog } from "./play-help.js";
import { honest, judgeOf } from "./play-judge.js";
import { keyListener } from "./play-keys.js";
import { movesPanel } from "./play-moves.js";
import { nextOf } from "./play-next.js";
import { seatRow } from "./play-seats.js";
import { tableOf } from "./play-table.js";
import { teller } from "./play-tell.js";
import { toolbarOf } from "./play-tools.js";
import { valuesPanel } from "./play-values.js";
import { isFirstLook, welcomeOf } from "./play-welcome.js";
import { hintWords, mood, standing } from "./play-words.js";

const ADDRESS_PAUSE = 400; // ms between two addresses that nobody asked for: browsers allow only so many
const GAUGE = "plyground.gauge";
const kept = { values: false, flipped: false, graph: false, greeting: false, away: null, view: null }; // while pages come and go
const gauged = () => localStorage.getItem(GAUGE) !== "off";
const SOUND = "plyground.sound";
const sounding = () => localStorage.getItem(SOUND) === "on";

function mount(root, app, params, inOtherWords = false) {
  let view = null;
  let expected = 0; // plies that the game has if the address told the truth
  let opening = 0; // games that are being opened
  let acted = false; // by the person: what comes of it is a step in the browser's history
  let complaint = ""; // why the last request was refused
  let noted = null; // the timer of an address
  let endTour = null;

  const ask = (name, fields) => {
    complaint = "";
    return app.ask(name, fields).catch(complain);
  };
  const act = (name, fields) => {
    acted = true;
    return ask(name, fields);
  };

  const tell = teller(app, inOtherWords);
  const judge = judgeOf(app, () => view && showWorth());
  const opponent = app.hello.games.find((game) => game.spec === "connect4").opponent;
  const read = (given) => wanted(given, opponent);

  // What there is to see.

  const analysis = analysisOf({ ask, kept, showValues: (on) => (on === kept.values ? null : toggleValues()) });
  const seats = [0, 1].map((player) => seatRow(player, app, chooseSeat));
  const status = h("h2", { class: "state" });
  const note = h("p", { class: "note" });
  const game = gameCard(app, { onGame: chooseGame, onNew: (plies) => anew({ opening: plies }) });
  const setUp = setUpCard(app, ask);
  const values = valuesPanel(app);
  const moves = movesPanel(app, { onPly: (ply) => act("go", { ply }), onFollow: (line, ply) => act("follow", { line, ply }) });
  const series = seriesCard(app, ask);
  const help = helpDialog(app);
  const graph = graphCard(app, { open: kept.graph, onToggle: toggleGraph, onPly: (ply) => act("go", { ply }) });
  const gauge = gaugeOf(app);
  const worth = h("p", { class: "worth-now" });
  const { element: toolbar, tools, update: updateTools } = toolbarOf(app, {
    undo: () => act("undo"),
    redo: () => act("redo"),
    hint: () => ask("hint"),
    values: toggleValues,
    gauge: toggleGauge,
    pause: () => ask(view?.paused ? "resume" : "pause"),
    step: () => ask("step"),
    flip: toggleFlip,
    swap,
    edit: () => (view?.set_up ? ask("leave_edit", { keep: false }) : ask("edit")),
    analyse: () => (analysis.on() ? analysis.end() : analyse()),
    share,
    sound: toggleSound,
    tour,
    help: help.open,
  });
  const next = nextOf(app, {
    again: () => anew(),
    otherSide: () => swap().then(() => anew()),
    goTo: lookAt,
    settle: () => table.focus(),
  });
  const welcome = welcomeOf(app, { opponent, onTour: tour, onHide: () => welcomed(false) });

  const table = tableOf(app, {
    gauge: gauge.element,
    seats: seats.map((seat) => seat.element),
    onMove: (move) => opening || act("move", { move }),
    onPut: (cell) => opening || ask("put", { cell, mark: setUp.mark() }),
    onEmpty: () => tools.undo.focus(),
  });
  const whole = h("div", { class: "play", hidden: true }, // until there is something to see, so that nothing moves then
    h("h1", { class: "unseen" }, app.say("play.title")),
    welcome.element,
    h("section", { class: "now", "aria-label": app.say("play.state") }, status, worth, note, next.element),
    table.element,
    toolbar,
    h("div", { class: "side" },
      setUp.element, game.element, values.element, moves.element, scoresCard(app), graph.element, series.element),
    help.element);
  fill(root, whole);
  if (isFirstLook(params) || kept.greeting) greet();

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
    await analysis.end();
  }

  /** Another player for a side; after that nobody comes back to it. */
  function chooseSeat(player, seat) {
    analysis.forget();
    return ask("seat", { player, ...seat });
  }

  /** A new game, with the machines that an analysis had sent away. */
  async function anew(fields) {
    await act("new", fields);
    await analysis.end();
  }

  function swap() {
    analysis.swap();
    return ask("swap");
  }

  /** Go to a ply, with the values of the moves that there were. */
  async function lookAt(ply) {
    await act("go", { ply });
    if (!kept.values) await toggleValues();
  }

  /** Open a game with its moves, so that they can be undone; without seats, the players stay. */
  async function open({ game: spec, start, moves: again, seats: [first, second] = [], values: valued, variations = [] }) {
    opening += 1;
    const moves = again.slice(0, app.hello.caps.cells);
    if (valued) kept.values = true;
    const asked = [app.ask("open", { game: spec, position: start, moves, ...(variations.length && { variations }), ...(first && { first, second }) })];
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

  function toggleValues() {
    kept.values = !kept.values;
    return ask("analyse", { on: kept.values });
  }

  function toggleFlip() {
    kept.flipped = !kept.flipped;
    if (view) show(view);
  }

  function toggleGraph(open) {
    kept.graph = open;
    if (view) showWorth(true);
  }

  function toggleGauge() {
    localStorage.setItem(GAUGE, gauged() ? "off" : "on");
    if (view) show(view);
  }

  async function toggleSound() {
    localStorage.setItem(SOUND, sounding() ? "off" : "on");
    if (view) show(view);
    if (sounding()) (await import("./play-sound.js")).play("x"); // so that one hears what was switched on
  }

  /** Let a move be heard; most people never load what that takes. */
  async function hear(before, after) {
    const { play, soundOf } = await import("./play-sound.js");
    play(soundOf(before, after));
  }

  /** Look at the game without machines that move, with the value of every move and of every position; or let them play on. */
  function analyse() {
    graph.open();
    return analysis.begin(view);
  }

  function greet() {
    welcome.show();
    welcomed(true);
  }

  /** Leave room for the first look, also after a change of language; or take it back. */
  function welcomed(so) {
    kept.greeting = so;
    whole.classList.toggle("welcomed", so);
  }

  async function tour() {
    const { startTour } = await import("./play-tour.js");
    endTour?.();
    welcome.hide();
    endTour = startTour(app, () => tools.tour.focus({ preventScroll: true }));
  }

  async function share() {
    if (view.set_up?.problem) return say(app.message(view.set_up.problem)); // there is no game that begins so
    const address = app.link("play", placeNow());
    const here = app.alone() ? ` ${app.say("web.only-here")}` : "";
    try {
      await navigator.clipboard.writeText(address);
      return say(app.say("play.copied") + here);
    } catch {
      return say(app.say("play.copy-yourself", { address }) + here);
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
      u: () => act("undo"), r: () => act("redo"), h: () => ask("hint"), v: toggleValues, f: toggleFlip, n: () => anew(),
      g: toggleGauge, p: () => tools.pause.click(), s: () => ask("step"), e: () => tools.edit.click(), "?": help.open,
      ",": () => act("go", { ply: Math.max(0, view.played.length - 1) }), ".": () => act("go", { ply: view.played.length + 1 }),
    },
  });

  // What is seen.

  function show(seen) {
    if (sounding() && seen !== view) hear(view, seen);
    view = seen;
    whole.hidden = false;
    table.update(view, kept.flipped);
    for (const seat of seats) seat.update(view);
    write(status, standing(view, app));
    status.className = `state ${mood(view)}`;
    showNote();
    game.update(view);
    setUp.update(view);
    values.update(view, kept.values);
    series.update(view);
    showWorth(true);
    updateTools(view, { values: kept.values, flip: kept.flipped, gauge: gauged() && Boolean(view.board), analyse: analysis.on(), sound: sounding() });
    if (view.note?.key === "refused.analysis") kept.values = false;
    app.title(`${standing(view, app)} – ${app.gameName(view.game)}`);
    tell(view);
    writeAddress(acted);
  }

  /** What the solver thinks of the game: the bar, the sentence, the marks and the curve; with `look`, it is asked for more. */
  function showWorth(look = false) {
    const judged = !view.set_up && !inSeries(view) && (kept.graph || (gauged() && view.board));
    if (look && judged) judge.look(view, kept.graph);
    else if (look) judge.stop();
    const found = judged && judge.knows(view) ? judge.points() : [];
    const shown = gauged() ? honest(found, view) : [];
    gauge.update(view, shown, gauged());
    write(worth, worthWords(shown[view.played.length], view, app));
    moves.update(view, shown);
    next.update(view, shown);
    if (kept.graph) graph.update(view, found);
  }

  function showNote() {
    const said = view?.note && (analysisWords() || app.message(view.note, view.players));
    note.classList.toggle("problem", Boolean(complaint) || view?.note?.tone === "error");
    write(note, complaint || said || (view?.hint ? hintWords(view, app) : ""));
  }

  /** What is said instead of that machines have left. */
  function analysisWords() {
    const away = view.note.key === "session.seat-person" ? analysis.away() : [];
    return away.length ? app.say("play.analysing", { agents: away.map((agent) => app.agentName(agent)).join(", ") }) : "";
  }

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
    if (!opening && !view.set_up && !inSeries(view)) app.note("play", placeNow(), push);
  }

  /** The address of what is seen here. */
  const placeNow = () => ({ ...paramsOf(view), v: kept.values ? 1 : null });

  // The life of the page.

  function onView(seen) {
    if (opening) return; // the last view comes after the last reply
    show(seen);
    if (seen.played.length < expected) complain({ key: "play.bad-link" });
    expected = 0;
  }

  /** Go where the address says: by Back through the game on the board, by a link to a game of its own. */
  function update(now, { followed }) {
    clearTimeout(noted);
    noted = null;
    const asked = read(now);
    const how = followed ? { open: true } : way(view, asked);
    acted = false;
    if (isFirstLook(now)) greet();
    leaveAnalysis(asked, view);
    if (how.open) return void open(asked);
    if (how.line) ask("follow", { line: how.line, ply: how.line.length });
    else if (how.ply !== view.played.length) ask("go", { ply: how.ply });
    if (asked.values && !kept.values) toggleValues();
    asked.seats.forEach((seat, player) => {
      if (seat.agent !== view.seats[player].agent) ask("seat", { player, ...seat });
    });
  }

  /** Who follows a link to other players, or to another game, is not met by those of the analysis before. */
  function leaveAnalysis(asked, before) {
    if (asked.game !== before?.game || asked.seats.some(({ agent }) => agent)) analysis.forget();
  }

  document.addEventListener("keydown", onKey);
  const unsubscribe = app.on("view", onView);
  if (inOtherWords && kept.view) show(kept.view);
  else {
    leaveAnalysis(read(params), kept.view);
    open(read(params));
  }
  return {
    update,
    reconnect: () => {
      complaint = "";
      return open(view && !inSeries(view) ? read(stringsOf(placeNow())) : read(params));
    },
    /** Pause the machines when the page is left; after a change of language the game goes on. */
    unmount: (onlyWords) => {
      clearTimeout(noted);
      judge.stop();
      endTour?.();
      kept.view = view;
      if (view && !view.set_up && !inSeries(view)) app.left("play", placeNow());
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
