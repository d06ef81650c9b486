// How a box of a search tree and the line to it look: parts with roles of colour, as plyground.ui.explain.shape draws them.
//
// A part is [tag, attributes, text]. `fill` and `stroke` name roles of the palette; the page and a picture for slides both
// draw these parts, and a test compares them with what the command line draws.

export const STEP = 124; // from one ply to the next
const TIP = 9; // how far a house points
const HIGH = { node: 76, plain: 56, leaf: 34, cut: 46, folded: 28, more: 28 };
const LETTER = { value: 10.4, who: 8.4, small: 8.2, edge: 8.6 }; // pixels a letter: nothing is drawn yet when widths are needed

/** A coordinate: one digit behind the point, as in Python. */
export const round = (value) => Math.floor(value * 10 + 0.5) / 10;

const letters = (text) => [...(text ?? "")].length;
const isHouse = (box) => box.kind === "node" || box.kind === "ghost";

/** How wide a box is, from the texts on it. */
export function widthOf(box, look) {
  const wide = Math.max(letters(look.value) * LETTER.value, letters(look.small) * LETTER.small, isHouse(box) ? letters(look.who) * LETTER.who : 0);
  return Math.max(isHouse(box) ? look.least ?? 76 : 30, Math.ceil(wide) + 14);
}

export function heightOf(box, look) {
  if (isHouse(box)) return look.small ? HIGH.node : HIGH.plain;
  return HIGH[box.kind] ?? HIGH.leaf;
}

/** How far down boxes reach. */
export const depthOf = (boxes, look) => Math.max(...boxes.map((box) => box.y + heightOf(box, look(box))));

function outline(box, high, side) {
  const half = box.width / 2;
  if (!isHouse(box)) return `M${-half} 6q0-6 6-6H${half - 6}q6 0 6 6V${high - 6}q0 6-6 6H${6 - half}q-6 0-6-6z`;
  return side === "min" ? `M${-half} 0H${half}V${high - TIP}L0 ${high}L${-half} ${high - TIP}z` : `M0 0L${half} ${TIP}V${high}H${-half}V${TIP}z`;
}

function frame(box, { side, state }) {
  const has = (name) => state.includes(name);
  const dull = has("faint") || has("pruned");
  const stub = box.kind === "cut" || box.kind === "folded" || box.kind === "more";
  const fill = has("won") ? "good-paper" : has("lost") ? "bad-paper" : has("pruned") || stub ? "hole" : !dull && isHouse(box) ? side : "paper";
  const stroke = has("now") ? "accent" : has("giver") ? "giver" : has("wrong") ? "bad" : has("right") ? "good"
    : box.kind === "cut" ? "bad" : has("asked") ? "accent" : has("faint") ? "line" : dull || stub || !isHouse(box) ? "edge" : `${side}-edge`;
  const bold = ["now", "giver", "right", "wrong"].some(has);
  const attributes = { fill, stroke, "stroke-width": bold ? 4 : has("path") || has("line") || has("asked") ? 2.5 : 1.5 };
  if (!bold && (has("pruned") || has("asked") || has("one") || stub)) attributes["stroke-dasharray"] = stub && box.kind !== "cut" ? "2 3" : "5 4";
  return attributes;
}

const text = (words, y, size, fill, weight) => ["text", { y, "font-size": size, fill, ...(weight ? { "font-weight": weight } : {}) }, words];

/** The parts of a box; its own place is where its top has its middle. */
export function boxParts(box, look) {
  const high = heightOf(box, look);
  const attributes = frame(box, look);
  const dull = look.state.includes("faint") || look.state.includes("pruned");
  const ink = dull ? "quiet" : "ink";
  const parts = [["path", { d: outline(box, high, look.side), ...attributes }]];
  if (look.state.includes("known")) {
    parts.push(["rect", { x: 4 - box.width / 2, y: 4, width: box.width - 8, height: high - 8, rx: 4, stroke: attributes.stroke, "stroke-width": 1 }]);
  }
  if (look.bar !== undefined) {
    const wide = box.width - 12;
    const y = (look.side === "min" ? 0 : TIP) + high - TIP - 9;
    parts.push(["rect", { x: -wide / 2, y, width: wide, height: 5, rx: 2, fill: "line" }]);
    if (look.bar > 0) parts.push(["rect", { x: -wide / 2, y, width: round(wide * look.bar), height: 5, rx: 2, fill: "accent" }]);
  }
  if (isHouse(box)) {
    const top = look.side === "min" ? 3 : 11;
    if (look.who) parts.push(text(look.who, top + 13, 14, "quiet", look.lettered ? 600 : undefined));
    if (look.value) parts.push(text(look.value, top + 34, 18, ink, look.state.includes("open") ? undefined : 650));
    if (look.small?.trim()) parts.push(text(look.small, top + 52, 14, dull ? "quiet" : "ink"));
  } else if (box.kind === "cut") {
    parts.push(text(look.value, 19, 14, "bad", 600), text(look.small, 37, 14, "ink"));
  } else if (box.kind === "folded" || box.kind === "more") {
    parts.push(text(look.value, 19, 14, "quiet"));
  } else if (look.value) {
    parts.push(text(look.value, 23, 18, ink, dull ? undefined : 650));
    if (look.state.includes("pruned")) parts.push(["path", { d: `M${4 - box.width / 2} ${high - 5}L${box.width / 2 - 4} 5`, stroke: "quiet", "stroke-width": 1.5 }]);
  }
  if (look.mark) parts.push(["text", { x: box.width / 2, y: 5, "font-size": 20, fill: look.mark === "✓" ? "good" : "bad", "font-weight": 700 }, look.mark]);
  return parts;
}

function stroke(box, { state, thick }) {
  const has = (name) => state.includes(name);
  if (has("giver-line")) return { stroke: "giver", "stroke-width": 4 };
  if (has("path") || has("line")) return { stroke: "accent", "stroke-width": thick ?? 3 };
  if (has("pruned") || box.kind === "cut") return { stroke: "bad", "stroke-width": 1.5, "stroke-dasharray": "6 5" };
  if (box.kind === "folded" || box.kind === "more") return { stroke: "edge", "stroke-width": 1.5, "stroke-dasharray": "2 3" };
  return { stroke: has("faint") ? "line" : "edge", "stroke-width": thick ?? 1.5 };
}

/** The parts of the line from the box above to a box, with its move near to the lower end, where neighbours are apart. */
export function edgeParts(box, look, above) {
  const [fromX, fromY] = [box.above.x, box.above.y + heightOf(box.above, above)];
  const at = (part) => [round(fromX + (box.x - fromX) * part), round(fromY + (box.y - fromY) * part)];
  const [x, y] = at(0.66);
  const parts = [["path", { d: `M${round(fromX)} ${round(fromY)}L${round(box.x)} ${round(box.y)}`, ...stroke(box, look) }]];
  if (look.edge) {
    const wide = round(letters(look.edge) * LETTER.edge + 4);
    const fill = look.state.includes("now") ? "accent" : look.state.includes("pruned") || box.kind === "cut" ? "bad" : look.state.includes("faint") ? "quiet" : "ink";
    parts.push(["rect", { x: round(x - wide / 2), y: round(y - 9), width: wide, height: 18, rx: 5, fill: "paper" }]);
    parts.push(["text", { x, y: round(y + 5), "font-size": 14, fill, "font-weight": 600 }, look.edge]);
  }
  return parts;
}

const NAMES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escape = (words) => String(words).replace(/[&<>"]/g, (sign) => NAMES[sign]);

function written([tag, { fill, stroke: line, ...rest }, words], palette) {
  const classes = [fill && `pg-f-${fill}`, line && `pg-s-${line}`].filter(Boolean).join(" ");
  const colours = { fill: fill ? palette[fill][0] : line ? "none" : undefined, stroke: line && palette[line][0], class: classes || undefined };
  const all = Object.entries({ ...colours, ...rest }).filter(([, value]) => value !== undefined);
  const inside = all.map(([name, value]) => ` ${name}="${escape(value)}"`).join("");
  return words === undefined ? `<${tag}${inside}/>` : `<${tag}${inside}>${escape(words)}</${tag}>`;
}

const EDGE = 16; // around a picture
const LINE = 20;

/**
 * A whole picture as the text of a file, light and dark by what a reader prefers. `laid` is what place() gave, `look(box)` what
 * is on a box, `notes` are lines below the tree.
 */
export function svgText({ boxes, left, width }, look, { title, notes = [], palette }) {
  const used = (role) => palette[role][0] !== palette[role][1];
  const dark = Object.keys(palette).filter(used).map((role) => `.pg-f-${role}{fill:${palette[role][1]}}.pg-s-${role}{stroke:${palette[role][1]}}`).join("");
  const drawn = boxes.filter((box) => box.reached || box.faint);
  const wide = Math.ceil(Math.max(width, ...notes.map((note) => letters(note) * 7.4))) + 2 * EDGE;
  const tall = depthOf(boxes, look) + 2 * EDGE + notes.length * LINE;
  const [dx, dy] = [round((wide - width) / 2 - left), EDGE];
  const lines = drawn.filter((box) => box.above).flatMap((box) => edgeParts(box, look(box), look(box.above)).map((part) => written(part, palette)));
  const shapes = drawn.map((box) => `<g transform="translate(${round(box.x)} ${round(box.y)})">${boxParts(box, look(box)).map((part) => written(part, palette)).join("")}</g>`);
  const said = notes.map((note, at) => written(["text", { x: wide / 2, y: tall - EDGE - (notes.length - 1 - at) * LINE, "font-size": 14, fill: "quiet" }, note], palette));
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 ${wide} ${tall}" width="${wide}" height="${tall}" font-family="system-ui, sans-serif" text-anchor="middle">`
    + `<title>${escape(title)}</title><style>@media (prefers-color-scheme:dark){${dark}}</style>`
    + `${written(["rect", { width: wide, height: tall, fill: "paper" }], palette)}<g transform="translate(${dx} ${dy})">${lines.join("")}${shapes.join("")}</g>${said.join("")}</svg>\n`;
}
