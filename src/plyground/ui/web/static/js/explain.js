// The Explain page: pick a position and an algorithm and watch it search.
//
// The address reopens every search, and other pages may link to it: `#explain&g=connect4&pos=4453&a=alphabeta&d=4&s=12`.
//   g    the game's spec (a tree of one's own is `tree((3,12),(2,8))`); pos   the position as text, or nothing for the first one
//   a    the agent's spec, alphabeta if there is none;                  b     another one to compare with
//   d    the depth, chosen by the server if there is none;              s     the step of the film
//   t    1: two searches are shown on one tree
// A link back to Play is `#g=…&pos=…`.

import { dataTable, fill, h, set, write } from "./dom.js";
import { boardsOf } from "./explain-boards.js";
import { bothFilm, canShare } from "./explain-both.js";
import { deckOf, filmKeys } from "./explain-deck.js";
import { editorOf, treeOf } from "./explain-editor.js";
import { ownTrace } from "./explain-own.js";
import { filmOf, paneOf } from "./explain-pane.js";
import { positionAfter } from "./explain-position.js";
import { FIRST, grows, setupOf, whole } from "./explain-setup.js";
import { stageOf } from "./explain-stage.js";
import { checkTrace } from "./explain-trace.js";

const NOTED = 400; // ms after the last step until the address tells of it
let keptOwn = null; // a trace that was dropped in outlives a change of language

export const page = { mount };

function mount(main, app, params) {
  const root = h("div", { class: "explain" });
  main.append(root);
  let [panes, decks, searches, linked, sharing, quizzing, turn, noting] = [[], [], [], true, false, false, 0, null];
  let now = {}; // the parameters of what is shown

  const button = (key, action, more) => h("button", { type: "button", "aria-pressed": false, onclick: action, ...more }, app.say(key));
  const cancel = h("button", { type: "button", hidden: true, onclick: () => app.ask("cancel").catch(() => null) }, app.say("explain.cancel"));
  const setup = setupOf(app, { onRun: (wanted) => run(wanted, { push: true, fold: true }), extra: cancel });
  const own = ownTrace(app, { root, onTrace: showOwn });
  const editor = editorOf(app, { onTree: (g) => run({ ...now, g, pos: "", d: "", s: "" }, { push: true }) });
  const quizButton = button("explain.quiz", () => setQuiz(!quizzing));
  const editButton = button("explain.edit", () => edit(editor.element.hidden));
  const shareButton = button("explain.one-tree", () => share(!sharing), { hidden: true });
  const playLink = h("a", { class: "button", href: "#" }, app.say("explain.play-from-here"));
  const linkBox = h("label", { class: "inline" }, h("input", { type: "checkbox", checked: true, onchange: (event) => {
    linked = event.target.checked;
    arrange();
  } }), app.say("explain.step-together"));
  const stage = stageOf(app, { tools: [quizButton, editButton, shareButton, linkBox, playLink], setup: setup.element, editor: editor.element });
  const table = h("div", { class: "compared scroll", role: "group", tabindex: "0", "aria-label": app.say("explain.compared"), hidden: true });
  const legend = h("section", { class: "legend card" });
  const outlines = h("div", { class: "outlines" });
  root.append(stage.element, table, outlines, legend, own.element);

  const sameSearch = (one, two) => ["g", "pos", "a", "d", "b"].every((key) => (one[key] ?? "") === (two[key] ?? ""));

  async function run(given, { push = false, fold = false } = {}) {
    turn += 1;
    clearTimeout(noting); // of the film before
    const mine = turn;
    const wanted = whole(given);
    now = { ...wanted };
    keptOwn = null;
    app.note("explain", now, push);
    setup.write(wanted);
    setup.showProblem(null);
    showHead();
    root.setAttribute("aria-busy", "true");
    cancel.hidden = false;
    try {
      const where = { game: wanted.g, position: wanted.pos || "-" };
      const start = await app.ask("look", where);
      const found = [];
      for (const agent of [wanted.a, wanted.b].filter(Boolean)) {
        const limits = now.d && !grows(agent) ? { depth: Number(now.d) } : {};
        found.push({ agent, ...(await app.ask("explain", { ...where, agent, ...limits, rows: app.hello.caps.rows })) });
        if (mine !== turn) return;
        const { depth } = found.at(-1);
        if (!now.d && depth) chosen(depth);
      }
      show(found.map(({ agent, trace, result }) => ({ trace: checkTrace(trace), result, start, where, title: app.agentName(agent) })), Number(wanted.s) || 0);
      if (fold) stage.fold();
    } catch (error) {
      if (mine !== turn) return;
      if (!error.key) throw error;
      setup.showProblem(error);
      stage.unfold();
    } finally {
      if (mine === turn) {
        root.setAttribute("aria-busy", "false");
        cancel.hidden = true;
      }
    }
  }

  /** A game that is too large to search to its end has a depth, which is shown. */
  function chosen(depth) {
    now.d = String(depth);
    setup.showDepth(depth);
    app.note("explain", now);
    showHead();
  }

  /** The one line that says what is searched, and what belongs to it. */
  function showHead() {
    const position = (now.pos ?? "").length > 24 ? `${now.pos.slice(0, 23)}…` : now.pos;
    const agents = [now.a, now.b].filter(Boolean).map((agent) => app.agentName(agent)).join(` ${app.say("explain.against")} `);
    const depth = now.d && app.say("explain.head-depth", { n: Number(now.d) });
    stage.title(now.g ? [app.gameName(now.g), position, agents, depth].filter(Boolean).join(" · ") : app.say("explain.own-title"));
    const editable = Boolean(now.g && treeOf(now.g) && !now.pos);
    if (editable) editor.write(now.g);
    else edit(false, true);
  }

  async function showOwn(trace, at = 0) {
    turn += 1;
    const mine = turn;
    keptOwn = trace;
    now = {};
    app.note("explain", now);
    setup.showProblem(null);
    showHead();
    const where = { game: trace.game, position: trace.position || "-" };
    const start = trace.game ? await app.ask("look", where).catch(() => null) : null;
    if (mine !== turn) return;
    const title = [trace.agent && app.agentName(trace.agent), trace.game && app.gameName(trace.game), trace.position].filter(Boolean).join(" · ");
    show([{ trace: { trace }, result: null, start, where, title: title || app.say("explain.own-title") }], at);
    stage.element.scrollIntoView({ block: "start" });
  }

  function show(found, at) {
    const bad = found.find(({ trace }) => trace.problem);
    if (bad) return setup.showProblem(bad.trace.problem);
    searches = found.map(({ trace: { trace }, ...rest }) => ({ trace, ...rest, film: filmOf(app, trace, rest.result) }));
    const shareable = canShare(searches.map(({ film }) => film));
    shareButton.hidden = !shareable;
    sharing = shareable && now.t === "1";
    return stand(at);
  }

  /** Put the panes on the stage: one for every search, or one for both. */
  function stand(at) {
    close();
    const films = searches.map(({ film }) => film);
    const titles = searches.map(({ title }) => title);
    const wanted = sharing ? [{ ...searches[0], title: titles.join(` ${app.say("explain.against")} `), film: bothFilm(app, films, titles) }] : searches;
    panes = wanted.map((search, number) => paneOf(app, {
      ...search, boardsFrom: (onFound) => boardsOf(app, search.where, onFound), onLength: (from) => deckOver(number)?.load(from), onKey: (event) => deckOver(number)?.key(event), onLeaf,
    }));
    set(shareButton, "aria-pressed", sharing);
    fill(stage.panes, panes.map((pane) => pane.element));
    fill(outlines, panes.map((pane) => pane.drawer));
    stage.panes.classList.toggle("two", panes.length > 1);
    linkBox.hidden = panes.length < 2;
    quizButton.hidden = sharing || films.every(({ kind }) => kind !== "window");
    quizzing &&= !quizButton.hidden; // what asks nothing must not leave a quiz that nobody can end
    fill(legend, h("h2", {}, app.say("explain.legend")),
      h("ul", {}, [...new Set([...panes.flatMap((pane) => pane.film.legend), "explain.legend-fold", "explain.legend-keys"])].map((key) => h("li", {}, app.say(key)))));
    compare();
    for (const pane of panes) pane.begin(0);
    arrange(at);
  }

  function share(on) {
    sharing = on;
    now.t = on ? "1" : "";
    setQuiz(false, true);
    stand(decks[0]?.run.step ?? 0);
    noteSoon();
  }

  const deckOver = (number) => (decks.length > 1 ? decks[number] : decks[0]);

  /** One deck for all panes, or one in each. */
  function arrange(at = decks[0]?.run.step ?? 0) {
    for (const deck of decks) deck.close();
    const together = linked || panes.length < 2;
    decks = together ? [deckOf(app, panes, noteSoon)] : panes.map((pane) => deckOf(app, [pane], noteSoon));
    fill(stage.deck, together && decks[0].element);
    panes.forEach((pane, number) => fill(pane.deckPlace, !together && decks[number].element));
    for (const deck of decks) deck.load(at);
    setQuiz(quizzing, true);
    pointBack();
  }

  function setQuiz(on, quietly = false) {
    quizzing = on;
    set(quizButton, "aria-pressed", on);
    const questions = panes.map((pane) => pane.quiz(on)).reduce((sum, n) => sum + n, 0);
    for (const deck of decks) deck.quiz(on);
    table.hidden = on || searches.length < 2; // it tells what is asked
    if (on && !quietly) for (const { run } of decks) if (run.step === run.length) run.go(0, { free: true }); // all would have been told
    if (!quietly) app.status(on ? app.say("explain.quiz-begin", { n: questions }) : app.say("explain.quiz-off"));
  }

  /** Open or close the tree editor; a game that is no tree gives way to a tree of chance. */
  function edit(on, quietly = false) {
    editor.element.hidden = !on;
    set(editButton, "aria-pressed", on);
    if (on && !(now.g && treeOf(now.g) && !now.pos)) run({ a: now.a ?? FIRST.a, b: now.b, g: editor.random() }, { push: true });
    if (!quietly) app.status(app.say(on ? "explain.edit-on" : "explain.edit-off"));
  }

  /** A click on a leaf, while the tree is edited: its number is to be changed. */
  function onLeaf(box) {
    const known = searches[0].film.studied?.whole;
    if (editor.element.hidden || !known) return false;
    const at = box.key.startsWith("w") ? box.node : box.at ?? known.of[box.node];
    editor.focus(known.rows.slice(0, at).filter((_, node) => known.children[node].length === 0).length);
    return true;
  }

  /** How many nodes were saved, if two searches are compared. */
  function compare() {
    table.hidden = searches.length < 2;
    if (searches.length < 2) return;
    const all = searches.map(({ film, title }) => ({ film, title, ...film.counts() }));
    const most = Math.max(...all.map(({ nodes }) => nodes));
    const finished = all.every(({ unfinished, film }) => !unfinished && film.kind === "window"); // what was broken off saves nothing
    const heads = ["explain.algorithm", "explain.nodes", "explain.pruned-moves", "explain.value", "explain.saved"].map((key) => app.say(key));
    fill(table, dataTable(app.say("explain.compared"), heads, all.map(({ film, title, nodes, pruned, unfinished }) => [
      title, unfinished ? app.say("explain.unfinished-short", { n: nodes }) : app.number(nodes), pruned === null || unfinished ? "–" : app.number(pruned),
      unfinished ? "–" : film.valueText(), finished ? app.percent((most - nodes) / most, 1) : "–"])));
  }

  /** Let the link to Play lead to the position that is looked at. */
  function pointBack() {
    playLink.hidden = !now.g || panes.length === 0;
    if (playLink.hidden) return;
    const { film } = panes[0];
    playLink.href = app.address("play", { g: now.g, pos: positionAfter(searches[0].start, now.pos ?? "", film.movesTo(film.nodeAt(Math.min(decks[0].run.step, film.length)))) });
  }

  function noteSoon() {
    clearTimeout(noting);
    noting = setTimeout(() => {
      if (!now.g || !decks[0] || decks[0].run.playing || root.getAttribute("aria-busy") === "true") return;
      app.note("explain", { ...now, s: decks[0].run.step || "" });
      pointBack();
    }, NOTED);
  }
  for (const kind of ["keyup", "pointerup"]) document.addEventListener(kind, noteSoon);

  /** The pane that an element is in; else the first one. */
  const paneAround = (element) => Math.max(0, panes.findIndex((pane) => pane.element.contains(element)));
  const endKeys = filmKeys(document, root, {
    onKey: (event) => deckOver(paneAround(event.target))?.key(event), onClicked: (button) => panes[paneAround(button)]?.focus(),
  });

  function close() {
    for (const deck of decks) deck.close();
    for (const pane of panes) pane.close();
    [decks, panes] = [[], []];
  }

  function update(given) {
    const wanted = whole(given.g ? given : { ...FIRST });
    if (sameSearch(wanted, now)) return;
    run(wanted);
  }

  if (keptOwn && !params.g) {
    setup.write(FIRST);
    showOwn(keptOwn);
  } else update(params);

  return {
    update,
    unmount() {
      turn += 1;
      close();
      stage.close();
      clearTimeout(noting);
      for (const kind of ["keyup", "pointerup"]) document.removeEventListener(kind, noteSoon);
      endKeys();
      root.remove();
    },
  };
}
