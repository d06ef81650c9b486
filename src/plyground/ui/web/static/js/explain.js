// The Explain page: pick a position and an algorithm and watch it search.

import { dataTable, fill, h } from "./dom.js";
import { deckOf } from "./explain-deck.js";
import { ownTrace } from "./explain-own.js";
import { paneOf } from "./explain-pane.js";
import { FIRST, setupOf } from "./explain-setup.js";
import { checkTrace } from "./explain-trace.js";
import { wordsOf } from "./explain-words.js";

const NOTED = 400; // ms after the last step until the address tells of it
let keptOwn = null; // a trace that was dropped in outlives a change of language

export const page = { mount };

function mount(main, app, params) {
  const root = h("div", { class: "explain" });
  main.append(root);
  let [panes, decks, linked, quizzing, turn, noting] = [[], [], true, false, 0, null];
  let now = {}; // the parameters of what is shown

  const cancel = h("button", { type: "button", hidden: true, onclick: () => app.ask("cancel").catch(() => null) }, app.say("explain.cancel"));
  const setup = setupOf(app, { onRun: (wanted) => run(wanted, { push: true }), extra: cancel });
  const own = ownTrace(app, { root, onTrace: showOwn });
  const stage = h("div", { class: "stages" });
  const together = h("div", { class: "together" });
  const table = h("div", { class: "compared scroll", role: "group", tabindex: "0", "aria-label": app.say("explain.compared"), hidden: true });
  const quizButton = h("button", { type: "button", "aria-pressed": false, onclick: () => setQuiz(!quizzing) }, app.say("explain.quiz"));
  const linkBox = h("label", { class: "inline" }, h("input", { type: "checkbox", checked: true, onchange: (event) => {
    linked = event.target.checked;
    arrange();
  } }), app.say("explain.step-together"));
  const keysHelp = h("details", { class: "legend" }, h("summary", {}, app.say("explain.legend")),
    h("ul", {}, ["explain.legend-shapes", "explain.legend-window", "explain.legend-cut", "explain.legend-fold", "explain.legend-keys"].map((key) => h("li", {}, app.say(key)))));
  root.append(h("h1", {}, app.say("explain.title")), setup.element,
    h("div", { class: "film-bar" }, together, h("div", { class: "toolbar" }, quizButton, linkBox)), table, stage, keysHelp, own.element);

  const sameSearch = (one, two) => ["g", "pos", "a", "d", "b"].every((key) => (one[key] ?? "") === (two[key] ?? ""));

  async function run(wanted, { push = false } = {}) {
    turn += 1;
    const mine = turn;
    now = { ...wanted };
    keptOwn = null;
    app.note("explain", now, push);
    setup.showProblem(null);
    root.setAttribute("aria-busy", "true");
    cancel.hidden = false;
    try {
      const where = { game: wanted.g, position: wanted.pos || "-" };
      const start = await app.ask("look", where);
      const found = [];
      for (const agent of [wanted.a, wanted.b].filter(Boolean)) {
        const limits = now.d ? { depth: Number(now.d) } : {};
        found.push({ agent, ...(await app.ask("explain", { ...where, agent, ...limits, rows: app.hello.caps.rows })) });
        if (mine !== turn) return;
        const { depth } = found.at(-1);
        if (!now.d && depth) chosen(depth);
      }
      show(found.map(({ agent, trace, result }) => ({ trace: checkTrace(trace), result, start, title: app.agentName(agent) })), Number(wanted.s) || 0);
    } catch (error) {
      if (mine !== turn) return;
      if (!error.key) throw error;
      setup.showProblem(error);
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
  }

  async function showOwn(trace, at = 0) {
    turn += 1;
    const mine = turn;
    keptOwn = trace;
    now = {};
    app.note("explain", now);
    setup.showProblem(null);
    const where = { game: trace.game, position: trace.position || "-" };
    const start = trace.game ? await app.ask("look", where).catch(() => null) : null;
    if (mine !== turn) return;
    const title = [trace.agent && app.agentName(trace.agent), trace.game && app.gameName(trace.game), trace.position].filter(Boolean).join(" · ");
    show([{ trace: { trace }, result: null, start, title: title || app.say("explain.own-title") }], at);
    stage.scrollIntoView({ block: "nearest" });
  }

  function show(searches, at) {
    close();
    const bad = searches.find(({ trace }) => trace.problem);
    if (bad) return setup.showProblem(bad.trace.problem);
    panes = searches.map(({ trace: { trace }, ...rest }, number) => paneOf(app, {
      trace, ...rest, onLength: (from) => deckOver(number)?.load(from), onKey: (event) => deckOver(number)?.key(event),
    }));
    fill(stage, panes.map((pane) => pane.element));
    stage.classList.toggle("two", panes.length > 1);
    linkBox.hidden = panes.length < 2;
    compare();
    for (const pane of panes) pane.begin(0);
    if (panes.length === 1 && matchMedia("(min-width: 62rem)").matches) panes[0].openOutline();
    arrange(at);
    return undefined;
  }

  const deckOver = (number) => (decks.length > 1 ? decks[number] : decks[0]);

  /** One deck for all panes, or one in each. */
  function arrange(at = decks[0]?.run.step ?? 0) {
    for (const deck of decks) deck.close();
    decks = linked ? [deckOf(app, panes, noteSoon)] : panes.map((pane) => deckOf(app, [pane], noteSoon));
    fill(together, linked && decks[0].element);
    panes.forEach((pane, number) => fill(pane.deckPlace, !linked && decks[number].element));
    for (const deck of decks) deck.load(at);
    setQuiz(quizzing, true);
  }

  function setQuiz(on, quietly = false) {
    quizzing = on;
    quizButton.setAttribute("aria-pressed", String(on));
    const questions = panes.map((pane) => pane.quiz(on)).reduce((sum, n) => sum + n, 0);
    table.hidden = on || panes.length < 2; // it tells what is asked
    if (!quietly) app.status(on ? app.say("explain.quiz-begin", { n: questions }) : app.say("explain.quiz-off"));
  }

  /** How many nodes were saved, if two searches are compared. */
  function compare() {
    table.hidden = panes.length < 2;
    if (panes.length < 2) return;
    const all = panes.map((pane) => ({ pane, ...pane.counts() }));
    const most = Math.max(...all.map(({ nodes }) => nodes));
    const whole = all.every(({ unfinished }) => !unfinished); // what was broken off saves nothing
    const heads = ["explain.algorithm", "explain.nodes", "explain.pruned-moves", "explain.value", "explain.saved"].map((key) => app.say(key));
    fill(table, dataTable(app.say("explain.compared"), heads, all.map(({ pane, nodes, pruned, unfinished }) => [
      pane.title, unfinished ? app.say("explain.unfinished-short", { n: nodes }) : app.number(nodes), pruned === null || unfinished ? "–" : app.number(pruned),
      unfinished ? "–" : wordsOf(app, pane.studied).spoken(pane.value()), whole ? `${app.number((100 * (most - nodes)) / most, 1)} %` : "–"])));
  }

  function noteSoon() {
    clearTimeout(noting);
    noting = setTimeout(() => {
      if (now.g && decks[0] && !decks[0].run.playing) app.note("explain", { ...now, s: decks[0].run.step || "" });
    }, NOTED);
  }
  for (const kind of ["keyup", "pointerup"]) root.addEventListener(kind, noteSoon);

  function close() {
    for (const deck of decks) deck.close();
    for (const pane of panes) pane.close();
    [decks, panes] = [[], []];
  }

  function update(given) {
    const wanted = given.g ? given : { ...FIRST };
    if (sameSearch(wanted, now)) return;
    setup.write(wanted);
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
      clearTimeout(noting);
      root.remove();
    },
  };
}
