// The Exercises page: a tree, a table or a board, answered where it stands and checked by the searchers, with reasons.
//
// Nothing here knows an answer: the server is asked. What the address holds is told in exercises-state.js.

import { fill, h, write } from "./dom.js";
import { boardFigure } from "./exercises-board.js";
import { panelOf } from "./exercises-panel.js";
import { kindsOf, setupOf } from "./exercises-setup.js";
import * as states from "./exercises-state.js";
import { tableFigure } from "./exercises-table.js";
import { treeFigure } from "./exercises-tree.js";

const NOTED = 250; // ms after the last letter until the address holds it
const PATIENCE = 2; // tries until the reasons are told unasked
const FIGURES = { tree: treeFigure, table: tableFigure, board: boardFigure };

export const page = { mount };

function mount(main, app, params) {
  let [now, shown, figure, turn, noting, solution] = [null, null, null, 0, null, null];
  const title = h("h1", {}, app.say("web.exercises"));
  const introduction = h("p", { class: "ex-introduction" });
  const score = h("p", { class: "ex-score" });
  const problem = h("p", { class: "problem", role: "alert", hidden: true });
  const place = h("div", { class: "ex-figure" });
  const printed = h("ol", { class: "ex-printed", "aria-hidden": "true" });
  const command = h("p", { class: "quiet-text ex-command" });
  const kinds = kindsOf(app, { onKind: change });
  const setup = setupOf(app, { onWish: (wished) => open({ ...fresh(wished), score: scored() }, true) });
  const another = h("button", { type: "button", onclick: () => open({ ...fresh({ ...now.wished, seed: now.wished.seed + 1 }), score: scored() }, true) }, app.say("exercises.another"));
  const panel = panelOf(app, { check, hint, solve, step, alone, goTo, next, input });
  const root = h("div", { class: "exercises" },
    h("div", { class: "ex-head" }, title, score), kinds.element, introduction, problem, panel.element, place, printed,
    h("div", { class: "toolbar ex-more" }, another), setup.element, command);
  const below = [panel.element, another, setup.element];
  for (const each of below) each.hidden = true; // until there is something to ask
  main.append(root);

  const fresh = (wished) => ({ wished, level: 0, task: 0, answers: [], fates: [], score: { right: 0, asked: 0 } });
  const scored = () => (now ? states.total(now.score, now.fates) : { right: 0, asked: 0 });
  const ask = (name, more = {}) => {
    problem.hidden = true; // of the last time
    return app.ask(name, { exercise: now.wished, lang: app.language, ...more });
  };
  const task = () => shown.tasks[now.task];
  const isBoard = () => shown.figure.kind === "board";

  /** Show an exercise, with the answers that were given. */
  async function open(wanted, push = false) {
    turn += 1;
    clearTimeout(noting); // of the exercise before
    const mine = turn;
    root.setAttribute("aria-busy", "true");
    try {
      const reply = await app.ask("exercise", { exercise: wanted.wished, lang: app.language });
      if (mine !== turn) return;
      const count = reply.exercise.tasks.length;
      shown = reply.exercise;
      now = {
        ...wanted, level: wanted.level || reply.level, levels: reply.levels, marks: Array.from({ length: count }, () => ({})), boards: [], tries: Array(count).fill(0),
        answers: Array.from({ length: count }, (_, at) => wanted.answers[at] ?? {}), fates: Array.from({ length: count }, (_, at) => wanted.fates[at] ?? states.OPEN),
        task: Math.min(wanted.task, count - 1),
      };
      solution = null;
      build();
      note(push);
      await recheck(mine);
    } catch (error) {
      if (mine !== turn) return;
      complain(error);
    } finally {
      if (mine === turn) root.setAttribute("aria-busy", "false");
    }
  }

  function complain(error) {
    if (!error.key) throw error;
    problem.hidden = false;
    write(problem, app.message(error));
  }

  function build() {
    for (const each of [problem, ...below]) each.hidden = each === problem;
    another.hidden = now.wished.tree !== undefined; // another seed would ask about the same tree
    const written = new Set(shown.tasks.flatMap(({ blanks }) => blanks.filter(({ sort }) => sort !== "leaf" && sort !== "choice").map(({ at }) => at)));
    figure = FIGURES[shown.figure.kind](app, shown.figure, { onPress: press, onInput: input, onEnter: check, onMove: move, written });
    fill(place, figure.element);
    root.dataset.figure = shown.figure.kind;
    write(title, shown.title);
    write(introduction, shown.introduction);
    write(command, app.say("exercises.same", { command: shown.command }));
    fill(printed, shown.tasks.map(({ ask: text }) => h("li", {}, text)));
    kinds.show(now.wished.kind);
    setup.show(now.wished, shown.figure);
    panel.tell({ said: "" });
    draw();
  }

  /** After a reload: ask again what the answers are worth. */
  async function recheck(mine) {
    for (const [at, fate] of now.fates.entries()) {
      const begun = isBoard() && Object.keys(now.answers[at]).length > 0; // right moves, and the game goes on
      if ((fate === states.OPEN || fate === states.SEEN) && !begun) continue;
      const reply = await ask("check_exercise", { task: shown.tasks[at].name, answers: now.answers[at] });
      if (mine !== turn) return;
      take(at, reply);
      if (states.isDone(fate) && !reply.done) now.fates[at] = states.TRIED; // an address can say anything
      if (at === now.task) tellMarks({ marks: Object.values(now.marks[at]), done: reply.done });
    }
    draw();
  }

  function take(at, { marks, figure: board }) {
    now.marks[at] = Object.fromEntries(marks.map((mark) => [mark.name, { ...mark, state: states.verdict(mark) }]));
    if (board) now.boards[at] = board;
  }

  function draw() {
    const answers = solution ? solution.fills() : now.answers[now.task];
    const { right, asked } = states.total(now.score, now.fates);
    write(score, `${asked ? app.say("exercises.score", { right, asked }) : app.say("exercises.no-score")} · ${app.say("exercises.level", { level: now.level, levels: now.levels })}`);
    figure.show({
      task: task(), answers, marks: solution ? {} : now.marks[now.task], pruned: prunedNow(answers), known: knownNow(), at: solution?.at() ?? now.at ?? null,
      locked: Boolean(solution) || states.isDone(now.fates[now.task]), figure: solution ? solution.figure() : now.boards[now.task],
    });
    panel.show({ tasks: shown.tasks, fates: now.fates, task: now.task, answers: solution ? now.answers.with(now.task, answers) : now.answers, marks: solution ? now.marks.with(now.task, {}) : now.marks, solving: Boolean(solution) && !states.isDone(now.fates[now.task]), playing: isBoard() });
  }

  /** The leaves that are shown as pruned: those of the open question, or of one that is done. */
  function prunedNow(answers) {
    const leaves = (each) => each.blanks.some(({ sort }) => sort === "leaf");
    const at = shown.tasks.findIndex(leaves);
    if (at < 0) return new Set();
    const given = leaves(task()) ? answers : states.isDone(now.fates[at]) ? now.answers[at] : {};
    return new Set(Object.keys(given).filter((name) => given[name] === "x"));
  }

  /** What questions that are done have found out about nodes: name → text. */
  function knownNow() {
    const known = new Map();
    shown.tasks.forEach((each, at) => {
      if (at === now.task || !states.isDone(now.fates[at])) return;
      for (const { name, at: where, sort } of each.blanks) {
        if (where && sort === "number" && now.answers[at][name]) known.set(where, shown.figure.kind === "table" ? now.answers[at][name] : `= ${now.answers[at][name].replace("-", "−")}`);
      }
    });
    return known;
  }

  function note(push = false) {
    clearTimeout(noting);
    app.note("exercises", states.writePlace(now), push);
  }

  function noteSoon() {
    clearTimeout(noting);
    noting = setTimeout(note, NOTED);
  }

  function input(name, text) {
    now.answers[now.task][name] = text;
    delete now.marks[now.task][name];
    noteSoon();
    draw();
  }

  /** A node or a row is pressed: it is pruned, or chosen, or told about. */
  function press(name) {
    const given = now.answers[now.task];
    const choice = task().blanks.find(({ sort, choices }) => sort === "choice" && choices.includes(name));
    if (solution || states.isDone(now.fates[now.task])) return app.status(figure.describe(name));
    if (task().blanks.some(({ sort }) => sort === "leaf")) {
      const leaves = states.leavesBelow(shown.figure.nodes, name);
      const on = !leaves.every((leaf) => given[leaf] === "x");
      for (const leaf of leaves) given[leaf] = on ? "x" : "";
      now.marks[now.task] = {};
      app.status(app.say(on ? "exercises.marked" : "exercises.unmarked", { n: leaves.length, leaves: leaves.join(", ") }));
    } else if (choice) {
      given[choice.name] = name;
      delete now.marks[now.task][choice.name];
      app.status(app.say("exercises.chosen", { name }));
    } else if (!figure.focus(name)) return app.status(figure.describe(name));
    noteSoon();
    return draw();
  }

  /** A move on the board is checked at once. */
  function move(text) {
    const given = now.answers[now.task];
    const played = now.boards[now.task]?.played.length ?? 0;
    for (const name of Object.keys(given)) if (Number(name) > played / 2) delete given[name];
    given[String(played / 2 + 1)] = text;
    return check();
  }

  async function check() {
    const mine = turn;
    const at = now.task;
    if (solution || states.isDone(now.fates[at])) return;
    if (!isBoard() && !task().blanks.some(({ sort, name }) => sort === "leaf" || now.answers[at][name])) {
      panel.tell({ said: app.say("exercises.nothing") });
      app.status(app.say("exercises.nothing"));
      return;
    }
    try {
      const reply = await ask("check_exercise", { task: task().name, answers: now.answers[at] });
      if (mine !== turn || at !== now.task) return;
      take(at, reply);
      const tried = reply.done || reply.marks.some(({ state }) => state === "wrong");
      if (tried) now.tries[at] += 1;
      if (tried) now.fates[at] = states.checked(now.fates[at], reply.done);
      if (!reply.done && isBoard()) for (const { name, state } of reply.marks) if (state === "wrong") delete now.answers[at][name];
      now.at = null;
      tellMarks({ marks: Object.values(now.marks[at]), done: reply.done }, true);
      note();
      draw();
      panel.settle(reply.done);
      panel.reveal();
    } catch (error) {
      complain(error);
    }
  }

  /** Say what was right, and why what was not is not. */
  function tellMarks({ marks, done }, aloud = false) {
    const label = (name) => (isBoard() ? "" : task().blanks.find((blank) => blank.name === name).label);
    const of = (state) => marks.filter((mark) => mark.state === state);
    const lines = (some) => some.map(({ name, said }) => ({ label: label(name), text: said }));
    const [right, wrong, left, misread] = [of("right"), of("wrong"), of("open"), of("misread")];
    const fate = now.fates[now.task];
    const said = done ? app.say(fate === states.SHOWN ? "exercises.was-shown" : fate === states.LATE ? "exercises.all-right-now" : "exercises.all-right")
      : misread.length ? app.say("exercises.misread")
      : isBoard() ? (wrong.length ? app.say("exercises.not-so") : right.length ? app.say("exercises.go-on") : "")
        : marks.length === 1 ? app.say("exercises.not-right")
          : app.say("exercises.so-far", { right: right.length, wrong: wrong.length, open: left.length });
    const folded = !isBoard() && wrong.length > 0 && now.tries[now.task] < PATIENCE; // the reason of a wrong answer is the right one
    const latest = isBoard() && !wrong.length ? right.slice(-1) : folded ? misread : [...misread, ...wrong];
    const words = folded ? `${said} ${app.say("exercises.try-again")}` : said;
    panel.tell({
      said: words, tone: wrong.length ? "wrong" : done ? "right" : "", reasons: lines(latest), folded: folded ? lines(wrong) : [], whys: lines(isBoard() ? [] : right),
    });
    const heard = [...lines(latest), ...(folded ? lines(wrong).map(({ label: name }) => ({ label: name })) : [])];
    if (aloud) app.status([words, ...heard.map((line) => [line.label, line.text].filter(Boolean).join(": "))].join(" "));
  }

  async function hint() {
    try {
      const reply = await ask("hint_exercise", { task: task().name, answers: now.answers[now.task] });
      const text = reply.hint ?? app.say("exercises.no-hint");
      now.at = reply.at;
      panel.tell({ said: `${app.say("exercises.hint")}: ${text}` });
      app.status(text);
      draw();
      panel.reveal();
    } catch (error) {
      complain(error);
    }
  }

  /** Go through the solution, a step at a time. */
  async function solve() {
    const mine = turn;
    try {
      const { steps } = await ask("solve_exercise", { task: task().name });
      if (mine !== turn || steps.length === 0) return;
      let at = 0;
      solution = {
        steps, get place() { return at; }, move: (by) => (at = Math.min(Math.max(at + by, 0), steps.length - 1)),
        fills: () => Object.assign({}, ...steps.slice(0, at + 1).map(({ fills }) => fills)), at: () => steps[at].at, figure: () => steps[at].figure,
      };
      now.at = null;
      step(0);
    } catch (error) {
      complain(error);
    }
  }

  function step(by) {
    solution.move(by);
    const { steps, place: at } = solution;
    const names = Object.keys(steps[at].fills).map((name) => task().blanks.find((blank) => blank.name === name)?.label).filter(Boolean);
    const label = isBoard() ? "" : names.length > 2 ? `${names[0]} – ${names.at(-1)}` : names.join(", ");
    const said = app.say("exercises.step", { n: at + 1, of: steps.length });
    const last = at === steps.length - 1;
    if (last && !states.isDone(now.fates[now.task])) {
      now.answers[now.task] = solution.fills();
      if (steps[at].figure) now.boards[now.task] = steps[at].figure;
    }
    now.fates[now.task] = states.showing(now.fates[now.task], last);
    note();
    draw();
    panel.tell({ said, reasons: [{ label, text: steps[at].said }], steps: { at, of: steps.length } });
    app.status(`${said} ${[label, steps[at].said].filter(Boolean).join(": ")}`);
    panel.focusStep();
    if (last) panel.settle(true);
    panel.reveal();
  }

  /** Leave the solution, and answer what is left without it. */
  function alone() {
    goTo(now.task);
    figure.begin();
  }

  /** Open another question: a given one, or the next that is not done. */
  function goTo(at) {
    solution = null;
    now.at = null;
    const order = shown.tasks.map((_, place) => (now.task + 1 + place) % shown.tasks.length);
    now.task = at ?? order.find((place) => !states.isDone(now.fates[place])) ?? now.task;
    panel.tell({ said: "" });
    const marks = Object.values(now.marks[now.task]);
    if (now.fates[now.task] !== states.OPEN && marks.length) tellMarks({ marks, done: states.isDone(now.fates[now.task]) });
    note();
    draw();
    app.status(task().ask);
    if (at === null) figure.begin();
  }

  /** The next exercise of this kind: harder or easier, by what was right here. */
  function next() {
    const here = states.total({ right: 0, asked: 0 }, now.fates);
    follow({ kind: now.wished.kind, level: now.level, right: here.right, of: here.asked, seed: now.wished.seed + 1 }, true);
  }

  /** Another kind: of one's own tree, or of a low level. */
  function change(kind) {
    const { tree, seed } = now?.wished ?? { seed: 1 };
    if (tree !== undefined && states.takes(kind, "tree")) return open({ ...fresh({ kind, seed, tree }), score: scored() }, true);
    return follow({ kind, level: kind === now?.wished.kind ? now.level : 2, right: 0, of: 0, seed });
  }

  async function follow({ kind, level, right, of, seed }, tell = false) {
    try {
      const before = now?.level;
      const reply = await app.ask("next_exercise", { kind, level, right, of, seed });
      const cut = now?.wished.cut && states.takes(kind, "cut") ? { cut: now.wished.cut } : {};
      await open({ ...fresh({ ...reply.exercise, ...cut }), level: reply.level, score: scored() }, true);
      const way = reply.level > before ? "exercises.harder" : reply.level < before ? "exercises.easier" : "exercises.alike";
      app.status(`${tell ? app.say(way) : ""} ${shown.title}. ${task().ask}`.trim());
      if (tell) panel.tell({ said: app.say(way) });
      panel.focusAsk();
    } catch (error) {
      complain(error);
    }
  }

  function update(given) {
    if (given.k && !states.KINDS.includes(given.k)) app.astray(app.say("exercises.no-kind", { name: given.k.slice(0, 40) }));
    const wished = states.readWished(given);
    const many = 20; // questions: more than any exercise has
    open({ wished, level: Math.min(Number(given.l) || 0, 99), task: Number(given.q) || 0, answers: states.readAnswers(given.a, many), fates: states.readFates(given.m, many), score: states.readScore(given) });
  }

  update(params);
  return {
    update,
    unmount() {
      turn += 1;
      clearTimeout(noting);
      root.remove();
    },
  };
}
