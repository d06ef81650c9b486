// A tree to be answered on: nodes that are pressed, blanks beside them, and what was right.

import { fill, h, set, svg } from "./dom.js";
import { place } from "./explain-layout.js";
import { scrollerOf } from "./exercises-scroll.js";
import { leavesBelow } from "./exercises-state.js";

const LEAF = 30;
const INNER = 70;
const BLANK = 74; // from the middle of a node to the right end of the blank beside it
const BESIDE = 88; // width of a node with a blank: the blank may stand as near to the next node as nodes to each other
const AMONG_LEAVES = 134; // the same where leaves stand in the same ply, which are narrower
const HIGH = 36; // of a triangle or a leaf
const STEP = 108; // from a ply to the next
const STUB = 8; // an edge begins and ends upright, so that it keeps clear of blanks that are higher than their node
const EDGE = 16;

/** Where every node stands: name → {x, y}, and the size of the whole; there is place to the right of those that are `written` at. */
export function layout(nodes, written = new Set()) {
  const boxes = new Map(nodes.map((node) => [node.name, { name: node.name, leaf: node.points !== null, below: [], ply: 0 }]));
  for (const { name, above } of nodes) {
    if (above === null) continue;
    boxes.get(above).below.push(boxes.get(name));
    boxes.get(name).ply = boxes.get(above).ply + 1;
  }
  const leafy = new Set([...boxes.values()].filter(({ leaf }) => leaf).map(({ ply }) => ply));
  const laid = place(boxes.get(nodes[0].name), (box) => (box.leaf ? LEAF : !written.has(box.name) ? INNER : leafy.has(box.ply) ? AMONG_LEAVES : BESIDE));
  const spots = new Map(laid.boxes.map((box) => [box.name, { x: box.x - laid.left + EDGE, y: box.ply * STEP + EDGE, ply: box.ply }]));
  const deepest = Math.max(...laid.boxes.map((box) => box.ply * STEP + (box.leaf ? 56 : 48)));
  const right = nodes.map(({ name, estimate }) => spots.get(name).x + (written.has(name) || estimate !== null ? BLANK : LEAF / 2)); // estimates stand beside their nodes, too
  return { spots, width: Math.ceil(Math.max(laid.width + EDGE, ...right) + EDGE), height: deepest + 2 * EDGE };
}

/** The node that an arrow leads to: up to its parent, down to its first branch, sideways along its ply. */
export function neighbour(nodes, spots, name, key) {
  const node = nodes.find((each) => each.name === name);
  if (key === "ArrowUp") return node.above;
  if (key === "ArrowDown") return nodes.find((each) => each.above === name)?.name ?? null;
  if (key === "Home") return nodes[0].name;
  const row = nodes.filter((each) => spots.get(each.name).ply === spots.get(name).ply).sort((a, b) => spots.get(a.name).x - spots.get(b.name).x);
  const to = row.indexOf(node) + { ArrowLeft: -1, ArrowRight: 1 }[key];
  return row[to]?.name ?? null;
}

/**
 * The tree of a figure, with blanks at the nodes that are `written` at. `onPress(name)` hears of nodes, `onInput(blank, text)` of blanks, `onEnter()` of the key.
 * `show({task, answers, marks, pruned, known, at, locked})` draws a state.
 */
export function treeFigure(app, { nodes }, { onPress, onInput, onEnter, written }) {
  const { spots, width, height } = layout(nodes, written);
  const edges = svg("svg", { class: "ex-edges", width, height, viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  const stage = h("div", { class: "ex-tree", role: "group", "aria-label": app.say("exercises.tree") }, edges);
  const { element, centre } = scrollerOf(app, stage);
  [stage.style.width, stage.style.height] = [`${width}px`, `${height}px`];
  const made = new Map(inOrder(nodes).map((node) => [node.name, nodeElement(node)]));
  let stop = nodes[0].name;
  let [drawnTask, looked] = [null, null];

  function nodeElement(node) {
    const { x, y } = spots.get(node.name);
    const press = h("button", { type: "button", class: "ex-shape", tabindex: node.above === null ? 0 : -1, "data-node": node.name, onclick: () => {
      rove(node.name);
      onPress(node.name);
    } }, shape(node));
    const blanks = h("div", { class: "ex-blanks" });
    const known = h("span", { class: "ex-known" });
    const whole = h("div", { class: `ex-node ${node.points !== null ? "leaf" : node.max ? "max" : "min"}` }, press, known, blanks);
    [whole.style.left, whole.style.top] = [`${x}px`, `${y}px`];
    stage.append(whole);
    return { node, press, blanks, known, whole };
  }

  function shape(node) {
    if (node.points !== null) return [h("span", { class: "ex-points" }, app.number(node.points)), h("span", { class: "ex-number", "data-text": node.name })]; // a drawing: the name of the button says it in words
    const points = node.max ? "20,2 38,34 2,34" : "20,34 38,2 2,2";
    return [svg("svg", { viewBox: "0 0 40 36", "aria-hidden": "true" }, svg("polygon", { points }), svg("text", { x: 20, y: node.max ? 29 : 17 }, node.name)),
      node.estimate !== null && h("span", { class: "ex-estimate", "data-text": `(${app.number(node.estimate)})` })];
  }

  function rove(name, focus = false) {
    made.get(stop).press.tabIndex = -1;
    stop = name;
    made.get(name).press.tabIndex = 0;
    if (focus) made.get(name).press.focus();
  }

  stage.addEventListener("keydown", (event) => {
    const name = event.target.dataset.node;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Enter" && event.target.tagName === "INPUT") return void onEnter();
    if (!name || !["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Home"].includes(event.key)) return;
    event.preventDefault();
    const to = neighbour(nodes, spots, name, event.key);
    if (to !== null) rove(to, true);
  });

  /** What a node is, in words. */
  function describe(node, { pruned, known }) {
    const side = node.max ? "MAX" : "MIN";
    const below = nodes.filter((each) => each.above === node.name).map((each) => each.name).join(", ");
    const said = node.points !== null
      ? [app.say("exercises.leaf", { leaf: node.name, points: app.number(node.points), node: node.above, n: Math.abs(node.points) })]
      : [app.say("exercises.node", { node: node.name, side, below })];
    if (node.estimate !== null) said.push(app.say("exercises.estimate", { value: app.number(node.estimate) }));
    if (known.get(node.name)) said.push(known.get(node.name));
    if (pruned.has(node.name)) said.push(app.say("exercises.pruned"));
    return said.join(", ");
  }

  function show(state) {
    const { task, marks, at } = state;
    const leaves = task.blanks.some(({ sort }) => sort === "leaf");
    const choice = task.blanks.find(({ sort }) => sort === "choice");
    for (const { node, press, known, whole } of made.values()) {
      const below = leavesBelow(nodes, node.name);
      const cut = below.filter((leaf) => state.pruned.has(leaf)).length;
      const chosen = choice && state.answers[choice.name] === node.name;
      const pressable = !state.locked && (leaves || (choice && choice.choices.includes(node.name)));
      set(press, "aria-pressed", leaves ? (cut === below.length ? "true" : cut ? "mixed" : "false") : choice?.choices.includes(node.name) ? Boolean(chosen) : null);
      const mark = marks[leaves ? node.name : chosen ? choice.name : ""]?.state;
      whole.classList.toggle("pruned", cut === below.length);
      whole.classList.toggle("chosen", Boolean(chosen));
      whole.classList.toggle("pressable", Boolean(pressable));
      whole.classList.toggle("looked-at", at === node.name);
      whole.dataset.mark = mark === "right" || mark === "wrong" ? mark : "";
      known.textContent = state.known.get(node.name) ?? "";
      const judged = mark === "right" || mark === "wrong" ? `, ${app.say(mark === "right" ? "exercises.right" : "exercises.wrong")}` : "";
      set(press, "aria-label", describe(node, state) + judged);
    }
    const other = drawnTask !== task;
    drawBlanks(state);
    drawEdges(state);
    if (spots.has(at) && at !== looked) centre(spots.get(at).x);
    else if (other) centre(spots.get(beginning(task)).x);
    looked = at;
  }

  /** Where to begin: at the first blank in the order of reasoning, else at the top. */
  const beginning = (task) => task.blanks.find(({ at, sort }) => at && !["leaf", "choice"].includes(sort))?.at ?? nodes[0].name;

  function drawBlanks({ task, answers, marks, locked }) {
    if (drawnTask !== task) for (const { blanks } of made.values()) fill(blanks);
    for (const blank of task.blanks) {
      if (!blank.at || blank.sort === "leaf" || blank.sort === "choice") continue;
      const { blanks } = made.get(blank.at);
      const label = blank.sort === "number" ? app.say("exercises.value-of", { node: blank.at }) : blank.label;
      let input = blanks.querySelector(`[data-blank="${blank.name}"]`);
      if (!input) {
        input = h("input", { "data-blank": blank.name, autocomplete: "off", spellcheck: "false", inputmode: blank.sort === "number" ? "text" : null, maxlength: 12,
          oninput: (event) => onInput(blank.name, event.target.value) });
        const sign = { alpha: "α", beta: "β" }[blank.sort] ?? "=";
        blanks.append(h("span", { class: "ex-blank" }, h("span", { class: "ex-sign", "aria-hidden": "true" }, sign), input, h("span", { class: "ex-tick", "aria-hidden": "true" })));
      }
      if (input.value !== (answers[blank.name] ?? "")) input.value = answers[blank.name] ?? "";
      judge(app, input, marks[blank.name]?.state, label);
      input.readOnly = locked;
    }
    drawnTask = task;
  }

  function drawEdges({ pruned }) {
    const cut = (name) => leavesBelow(nodes, name).every((leaf) => pruned.has(leaf));
    edges.replaceChildren(...nodes.filter((node) => node.above !== null).flatMap((node) => {
      const [from, to] = [spots.get(node.above), spots.get(node.name)];
      const off = cut(node.name);
      const upright = node.points === null ? STUB : 0; // nothing stands beside a leaf
      const line = svg("path", { class: off ? "off" : null, d: `M${from.x} ${from.y + HIGH}v${STUB}L${to.x} ${to.y - upright}v${upright}` });
      if (!off || cut(node.above)) return [line];
      const part = 1 - 16 / (to.y - from.y - HIGH - STUB - upright); // near to the lower end
      const [x, y] = [from.x + (to.x - from.x) * part, to.y - upright - 16];
      return [line, svg("line", { class: "slash", x1: x - 8, y1: y + 4, x2: x + 8, y2: y - 4 })];
    }));
  }

  return {
    element, show,
    describe: (name) => describe(made.get(name).node, { pruned: new Set(), known: new Map() }),
    /** Let a person write at a node, or stand on it. */
    focus(name) {
      const there = made.get(name);
      if (!there) return false;
      rove(name);
      (there.blanks.querySelector("input") ?? there.press).focus();
      return true;
    },
    /** The first thing to be filled in. */
    begin: () => (stage.querySelector("input:not([readonly])") ?? made.get(stop).press).focus(),
  };
}

/** Show on a blank what its answer is worth: by a sign, a frame and, for those who do not see it, by name. */
export function judge(app, input, state, label) {
  const verdict = { right: "exercises.right", wrong: "exercises.wrong", misread: "exercises.no-number" }[state];
  set(input, "aria-invalid", state === "wrong" || state === "misread" ? "true" : null);
  set(input, "aria-label", verdict ? `${label}, ${app.say(verdict)}` : label);
  input.dataset.mark = verdict ? state : "";
  const tick = input.parentElement?.querySelector(".ex-tick");
  if (tick) tick.textContent = { right: "✓", wrong: "✗", misread: "?" }[state] ?? "";
}

/** Nodes as they are read aloud: each before what is below it. */
function inOrder(nodes, name = nodes[0].name) {
  const node = nodes.find((each) => each.name === name);
  return [node, ...nodes.filter((each) => each.above === name).flatMap((each) => inOrder(nodes, each.name))];
}
