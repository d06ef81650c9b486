// A search as a film: the events of one pass in their order, what is known at a step, and a player that runs through them.

const NEVER = 0x7fffffff;

/**
 * The events below a root: enter a node, a leaf's value, a cut, a value that comes back, a stop.
 * `entered`, `left` and `cut` say at which step (events told so far) a node is entered, closed, cut.
 */
export function passOf(studied, root) {
  const { rows, children, pruned } = studied;
  const events = [];
  const [entered, left, cut] = [0, 1, 2].map(() => new Int32Array(rows.length).fill(NEVER));
  const told = (kind, node) => events.push({ kind, node });

  function enter(node) {
    const leaf = children[node].length === 0 && rows[node].value !== null;
    entered[node] = told(leaf ? "leaf" : "enter", node);
    if (leaf) left[node] = entered[node];
    return leaf;
  }

  function close(node) {
    if (pruned[node].length) cut[node] = told("cut", node);
    const { parent, value } = rows[node];
    if (value !== null) left[node] = told("back", node);
    else if (node === root || rows[parent].value !== null) left[node] = told("stop", node);
    else left[node] = events.length + 1; // it is told at the node above that was stopped with it
  }

  const stack = enter(root) ? [] : [[root, 0]];
  while (stack.length) {
    const top = stack.at(-1);
    const child = children[top[0]][top[1]];
    top[1] += 1;
    if (child === undefined) close(stack.pop()[0]);
    else if (!enter(child)) stack.push([child, 0]);
  }
  const windowless = events.every(({ node }) => rows[node].alpha === null && rows[node].beta === null);
  const deepest = events.reduce((most, { node }) => Math.max(most, studied.ply[node]), 0);
  return { root, events, entered, left, cut, windowless, deepest };
}

/** The best that the side to move at a node has from the replies that came back, from its own side; null for none. */
export function bestSoFar({ rows, children }, pass, node, step) {
  let best = null;
  const below = children[node];
  below.forEach((child, place) => {
    if (pass.left[child] > step || rows[child].value === null) return;
    const again = below[place + 1]; // a scout that is looked at again counts only then
    if (again !== undefined && rows[again].move === rows[child].move && pass.entered[again] <= step) return;
    const value = rows[child].value === 0 ? 0 : -rows[child].value;
    if (best === null || value > best) best = value;
  });
  return best;
}

/**
 * The window of a node at a step, from its own side: that of its entry, raised by what has come back. When a node is
 * left it stays as it was: where α and β have crossed, one sees it for good.
 */
export function liveWindow(studied, pass, node, step) {
  const { alpha, beta, value } = studied.rows[node];
  const left = pass.left[node] <= step;
  const replied = bestSoFar(studied, pass, node, left ? pass.left[node] : step);
  const best = left && value !== null ? Math.max(value, replied ?? value) : replied; // failing hard gives back less
  return [best !== null && (alpha === null || best > alpha) ? best : alpha, beta];
}

/**
 * Who gave the bound that cuts a node: {node, child}, the nearest node above whose side has that much already, and its reply
 * that brings it. Null where the bound is that of a test (a scout, MTD(f)) or of a table.
 */
export function boundGiver(studied, pass, node, step) {
  const { rows, children } = studied;
  const { beta, value } = rows[node];
  if (beta === null || value === null || value < beta) return null;
  for (let above = rows[node].parent, other = true; above !== null; above = rows[above].parent, other = !other) {
    if (!other || bestSoFar(studied, pass, above, step) !== (beta === 0 ? 0 : -beta)) continue;
    const child = children[above].find((reply) => pass.left[reply] <= step && rows[reply].value === beta);
    if (child !== undefined) return { node: above, child };
  }
  return null;
}

/** The nodes from the root down to the one that the last event was about. */
export function pathAt({ rows }, pass, step) {
  const path = [];
  if (step > 0) for (let node = pass.events[step - 1].node; node !== null; node = rows[node].parent) path.unshift(node);
  return path;
}

/** The step at which the next cut after this step (or, with -1, the last one before it) is told; null for none. */
export function nextCut({ events }, step, direction = 1) {
  for (let at = direction > 0 ? step : step - 2; at >= 0 && at < events.length; at += direction) {
    if (events[at].kind === "cut") return at + 1;
  }
  return null;
}

/** A player over steps 0 to `length`. `gate(step)` is asked before going forward; true holds it there. */
export function player({ onStep, onPlaying = () => {}, gate = () => false, clock = globalThis }) {
  let [step, length, delay, timer] = [0, 0, 900, null];

  function go(to, { free = false } = {}) {
    let next = Math.max(0, Math.min(length, to));
    if (!free) {
      for (let at = step; at < next; at += 1) {
        if (gate(at)) {
          next = at;
          pause();
          break;
        }
      }
    }
    if (next === length) pause();
    step = next;
    onStep(step);
  }

  function tick() {
    timer = clock.setTimeout(() => {
      go(step + 1);
      if (timer !== null) tick();
    }, delay);
  }

  function play() {
    if (timer !== null || length === 0) return;
    if (step === length) go(0, { free: true });
    tick();
    onPlaying(true);
  }

  function pause() {
    if (timer === null) return;
    clock.clearTimeout(timer);
    timer = null;
    onPlaying(false);
  }

  return {
    go, play, pause,
    toggle: () => (timer === null ? play() : pause()),
    load(steps, at = 0) {
      pause();
      length = steps;
      go(at, { free: true });
    },
    speed(milliseconds) {
      delay = milliseconds;
      if (timer === null) return;
      clock.clearTimeout(timer);
      tick();
    },
    get step() { return step; },
    get length() { return length; },
    get playing() { return timer !== null; },
    get delay() { return delay; },
  };
}
