// One search on the screen: the picture, what has just happened, the board of a node, the outline, the quiz.

import { liveBoard } from "./board.js";
import { fill, h, set, write } from "./dom.js";
import { pictureOf } from "./explain-draw.js";
import { outlineOf } from "./explain-outline.js";
import { boardAfter } from "./explain-position.js";
import { pathOf, principalLine, study, turned, whoMoves } from "./explain-trace.js";
import { wordsOf } from "./explain-words.js";
import { liveWindow, passOf, pathAt } from "./explain-stepper.js";
import { questionsOf, quiz } from "./explain-quiz.js";
import { MAX_BOXES, boxesAt } from "./explain-tree.js";

/** A pane. `start` is the root's {board, to_move} or null; `onLength` hears when another pass is chosen; `onKey` of keys. */
export function paneOf(app, { trace, result, start, title, onLength, onKey }) {
  const studied = study(trace);
  const words = wordsOf(app, studied);
  const { rows, pruned } = studied;
  const folds = new Map();
  let everything = false;
  let [pass, line, step, asking, asker] = [null, new Set(), 0, false, null];
  let pointed = null; // the box that a person looks at

  const unfinished = result ? result.stopped !== null : rows[studied.roots.at(-1)].value === null;
  const counted = h("p", { class: "counts" });
  const sentence = h("p", { class: "sentence" });
  const question = h("div", { class: "question", hidden: true });
  const mini = liveBoard();
  const board = h("div", { class: "node-board", hidden: true }, mini.element);
  const about = h("p", { class: "about" });
  const keys = (event) => {
    const zooms = { "+": () => picture.zoom(1.25), "=": () => picture.zoom(1.25), "-": () => picture.zoom(0.8), 0: () => picture.fit() };
    if (!event.ctrlKey && !event.metaKey && event.key in zooms) {
      event.preventDefault();
      zooms[event.key]();
    } else onKey(event);
  };
  const picture = pictureOf({ label: app.say("explain.picture", { title }), onTap: fold, onHover: point, onKey: keys });
  const outline = outlineOf({
    label: app.say("explain.outline"), onFocus: point, onFold: fold, more: (n) => app.say("explain.more-lines", { n }),
  });
  const drawer = h("details", { class: "outline-drawer", ontoggle: () => drawer.open && show(step) },
    h("summary", {}, app.say("explain.outline")), outline.element);
  const button = (text, label, action) => h("button", { type: "button", class: "quiet", "aria-label": label, title: label, onclick: action }, text);
  const tools = h("div", { class: "tree-tools" },
    button("+", app.say("explain.zoom-in"), () => picture.zoom(1.25)),
    button("−", app.say("explain.zoom-out"), () => picture.zoom(0.8)),
    button("⤢", app.say("explain.fit"), () => picture.fit()));
  const passes = studied.roots.length > 1 && h("label", { class: "inline passes" }, app.say("explain.pass"),
    h("select", { onchange: (event) => choose(Number(event.target.value)) },
      studied.roots.map((root, number) => h("option", { value: root }, passName(root, number)))));
  const folding = studied.size.some((size) => size > MAX_BOXES) && h("label", { class: "inline" },
    h("input", {
      type: "checkbox", checked: true, onchange: (event) => {
        everything = !event.target.checked;
        show(step);
      },
    }), app.say("explain.fold-large"));
  const element = h("section", { class: "pane card" },
    h("h2", {}, title), counted, h("div", { class: "pane-deck" }), passes, sentence, question,
    h("div", { class: "stage" },
      h("div", { class: "tree-frame" }, picture.element, tools, folding),
      h("div", { class: "beside" }, h("div", { class: "node-panel" }, board, about), drawer)));

  function passName(root, number) {
    const facts = { n: number + 1, value: words.worth(root), nodes: studied.size[root], ...words.window(root) };
    const open = rows[root].alpha === null && rows[root].beta === null;
    return app.say(open ? "explain.pass-plain" : "explain.pass-window", facts);
  }

  /** The result of the search: nodes and pruned moves, and the best move if there is one. */
  function countsLine() {
    const { nodes, pruned: skipped } = counts();
    const whole = trace.left_out === 0;
    const deepened = unfinished && result?.depth > 0 && trace.agent.startsWith("Deepening"); // a depth before it answers
    const said = deepened ? app.say("explain.unfinished-depth", { n: nodes, depth: result.depth }) : unfinished ? app.say("explain.unfinished", { n: nodes })
      : whole ? app.say("explain.counts", { nodes, pruned: skipped }) : app.say("explain.nodes-only", { nodes });
    const best = result?.move && (deepened || !unfinished) ? ` ${app.say("explain.best", { move: result.move, value: words.spoken(result.score) })}` : "";
    const some = pruned.reduce((sum, moves) => sum + moves.length, 0);
    const left = whole ? "" : ` ${app.say("explain.left-out", { n: trace.left_out, rows: rows.length, pruned: app.number(some) })}`;
    return said + best + left;
  }

  /** Counts of the whole search; `pruned` is null if the trace is not complete. */
  function counts() {
    const skipped = trace.left_out ? null : pruned.reduce((sum, moves) => sum + moves.length, 0);
    return { nodes: result?.nodes ?? rows.length + trace.left_out, pruned: skipped, unfinished };
  }

  function choose(root, at = 0) {
    pass = passOf(studied, root);
    line = new Set([root, ...principalLine(studied, root)]);
    asker = quiz(questionsOf(studied, pass));
    [pointed, step] = [null, 0];
    folds.clear();
    if (passes) passes.querySelector("select").value = root;
    picture.fitNext();
    onLength(at);
  }

  function fold(box, opening) {
    point(box);
    if (box.kind === "more") folds.set(box.node, "all");
    else if (box.kind === "folded") folds.set(box.node, true);
    else if (box.folds && !(opening && box.open)) folds.set(box.node, !box.open);
    else return;
    show(step, `n${box.node}`);
    app.status(app.say(folds.get(box.node) ? "explain.unfolded" : "explain.folded", { move: words.named(box.node) }));
  }

  function point(box) {
    pointed = box;
    showNode();
  }

  function show(to, held) {
    step = to;
    const path = pathAt(studied, pass, step);
    for (const node of path) if (folds.get(node) === false && pointed?.node !== node) folds.delete(node);
    const tree = boxesAt(studied, pass, step, { folds, everything });
    const now = step ? pass.events[step - 1] : { kind: "", node: pass.root };
    const current = now.kind === "cut" ? `c${now.node}` : `n${now.node}`;
    const onPath = new Set(path);
    const over = step === pass.events.length;
    const seen = new Map();
    const look = (box) => {
      if (!seen.has(box.key)) seen.set(box.key, looks(box, { now, current, onPath, over }));
      return seen.get(box.key);
    };
    const boxes = picture.draw(tree, look, current, held);
    if (drawer.open) outline.draw(boxes, textOf, current);
    write(sentence, words.event(pass, step));
    set(sentence, "data-kind", now.kind);
    showNode();
    showQuestion();
  }

  function looks(box, { now, current, onPath, over }) {
    const { node } = box;
    const above = { small: pass.windowless ? "" : "α" };
    const dashed = { above, edge: "", classes: box.key === current ? "now" : "", edgeClass: box.key === current ? "now" : "", title: () => textOf(box) };
    if (box.kind === "cut") {
      const moves = pruned[node];
      const shown = moves.length > 6 ? `${moves.slice(0, 4).join(" ")} … (${moves.length})` : moves.join(" ");
      return { ...dashed, value: app.say("explain.pruned"), small: words.whyShort(node), edge: shown };
    }
    if (box.kind !== "node" && box.kind !== "leaf") return { ...dashed, value: `+${app.number(box.count)}` };
    const max = whoMoves(studied, node) === "MAX";
    const closed = pass.left[node] <= step;
    const { alpha, beta } = box.kind === "leaf" || pass.windowless ? {} : words.windowAt(pass, node, step);
    const path = onPath.has(node) ? " path" : "";
    const best = over && line.has(node) ? " line" : "";
    const at = box.key === current ? " now" : "";
    const arrow = at && (now.kind === "enter" ? " ↓" : now.kind === "leaf" || now.kind === "back" ? ` ↑ ${words.worth(node)}` : "");
    const known = box.kind === "leaf" && !rows[node].end && !pass.windowless ? " known" : "";
    return {
      above, max, known, title: () => textOf(box), who: max ? "△ MAX" : "▽ MIN",
      value: words.worthAt(pass, node, step),
      small: alpha ? `α ${alpha}  β ${beta}` : "",
      classes: `${max ? "max" : "min"}${closed ? "" : " open"}${path}${best}${at}${known}`,
      edge: `${rows[node].move ?? ""}${arrow}`, edgeClass: `${path}${best}${at}`,
    };
  }

  function textOf(box) {
    if (box.kind === "cut") return app.say("explain.line-cut", { moves: words.list(pruned[box.node]), why: words.whyLong(box.node) });
    if (box.kind === "folded" || box.kind === "more") return app.say("explain.line-folded", { n: box.count });
    return words.line(pass, box.node, step);
  }

  function showNode() {
    const node = pointed && pass.entered[pointed.node] <= step ? pointed.node : step ? pass.events[step - 1].node : pass.root;
    const moves = pathOf(studied, node);
    const after = start?.board ? boardAfter(start.board, start.to_move, moves) : null;
    const text = words.line(pass, node, step);
    const label = app.say("explain.board-of", { moves: moves.join(" ") || "–" });
    board.hidden = !after;
    if (after) mini.update(after.board, { last: after.last, winning: after.winning, mini: true, label });
    fill(about, moves.length > 1 && h("strong", {}, `${moves.join(" ")} · `), text,
      pointed?.kind === "cut" && ` ${textOf(pointed)}`);
  }

  /** The quiz at a step: a question, the result of the last one, or the score. */
  function showQuestion() {
    write(counted, asking ? "" : countsLine());
    counted.hidden = asking;
    question.hidden = !asking;
    const open = asking ? asker.open(step) : null;
    if (open) return ask(open);
    if (!asking || (question.dataset.answered && question.dataset.step === String(step))) return undefined;
    const held = question.contains(document.activeElement);
    tell(step === pass.events.length ? scored("explain.quiz-over") : asker.size === 0 ? app.say("explain.quiz-none")
      : asker.asked ? scored("explain.quiz-score") : app.say("explain.quiz-begin", { n: asker.size }));
    if (held) picture.element.focus({ preventScroll: true });
    return undefined;
  }

  const scored = (key) => app.say(key, { right: asker.right, asked: asker.asked, size: asker.size });

  function tell(text, ...more) {
    delete question.dataset.answered;
    question.dataset.step = step;
    fill(question, h("p", { tabindex: "-1" }, text), more);
  }

  function ask(open) {
    if (question.dataset.step === String(step) && question.querySelector(".toolbar")) return;
    const [alpha, beta] = turned(studied, open.node, liveWindow(studied, pass, open.node, step));
    const facts = { move: words.named(open.node), who: whoMoves(studied, open.node), rest: words.list(open.rest), alpha: words.low(alpha), beta: words.high(beta) };
    const asked = app.say("explain.quiz-question", facts);
    const choice = (key, cut, text) => h("button", { type: "button", onclick: () => answer(cut) }, h("kbd", {}, key), text);
    tell(asked, h("div", { class: "toolbar" },
      choice("1", true, app.say("explain.quiz-cut")), choice("2", false, app.say("explain.quiz-searched"))));
    question.querySelector("p").focus({ preventScroll: true });
    app.status(asked);
  }

  function answer(cut) {
    const open = asker.open(step);
    const right = asker.answer(step, cut);
    const [alpha, beta] = turned(studied, open.node, liveWindow(studied, pass, open.node, step));
    const facts = { who: whoMoves(studied, open.node), alpha: words.low(alpha), beta: words.high(beta) };
    const why = app.say(open.cut ? "explain.quiz-why-cut" : "explain.quiz-why-searched", facts);
    const text = `${app.say(right ? "explain.quiz-right" : "explain.quiz-wrong")} ${why} ${scored("explain.quiz-score")}`;
    tell(text, h("button", { type: "button", onclick: () => onKey(new KeyboardEvent("keydown", { key: "ArrowRight" })) }, app.say("explain.quiz-on")));
    question.dataset.answered = right ? "right" : "wrong";
    question.querySelector("p").focus({ preventScroll: true });
    app.status(text);
  }

  question.addEventListener("keydown", (event) => {
    const choice = { 1: true, 2: false }[event.key];
    if (choice === undefined || question.dataset.answered || event.ctrlKey || event.altKey || event.metaKey) {
      if (event.target.tagName !== "BUTTON") onKey(event);
      return;
    }
    event.preventDefault();
    answer(choice);
  });

  return {
    element, show, counts, title, studied,
    value: () => (result ? result.score : rows[studied.roots.at(-1)].value),
    begin: (at) => choose(studied.roots[0], at),
    deckPlace: element.querySelector(".pane-deck"),
    openOutline: () => set(drawer, "open", true),
    sentence: () => words.event(pass, step),
    /** Whether the film must wait at a step for an answer. */
    holds: (at) => asking && asker.open(at) !== null,
    quiz(on) {
      asking = on;
      delete question.dataset.step;
      delete question.dataset.answered;
      fill(question);
      showQuestion();
      return asker.size;
    },
    get events() { return pass.events; },
    get pass() { return pass; },
    get boxes() { return picture.drawn; },
    close: () => picture.close(),
  };
}
