// Histograms on one logarithmic axis, a row for each agent, so that they are easy to compare.

import { h, svg } from "./dom.js";

/** Where a value lies on a logarithmic axis. */
export function logScale([low, high], [start, end]) {
  const from = Math.log10(low);
  const span = Math.log10(high) - from || 1;
  return (value) => start + ((Math.log10(Math.max(value, low)) - from) / span) * (end - start);
}

/** The powers of ten from low to high, thinned out evenly to at most so many. */
export function decadeTicks(low, high, most = 8) {
  const first = Math.ceil(Math.log10(low) - 1e-9);
  const last = Math.floor(Math.log10(high) + 1e-9);
  const step = Math.max(1, Math.ceil((last - first + 1) / most));
  const ticks = [];
  for (let power = first; power <= last; power += step) ticks.push(10 ** power);
  return ticks;
}

const NOUGHT = 3; // the bin of nought, which has no place on such an axis, is so many times wide at its beginning

/** The positive range of all bins, at least one power of ten wide; null if there are none. */
export function domain(series) {
  const bins = series.flatMap(({ bins }) => bins.filter(({ count }) => count > 0));
  if (!bins.length) return null;
  const positive = bins.filter(({ from }) => from > 0);
  if (!positive.length) return [0.1, 1];
  const low = Math.min(...positive.map(({ from }) => from)) / (positive.length < bins.length ? NOUGHT : 1);
  const high = Math.max(...positive.map(({ to }) => to));
  const spread = Math.sqrt(10 / Math.min(10, high / low));
  return [low / spread, high * spread];
}

/** The bins of all agents side by side: [{from, to, counts}] in order, without those that all have empty. */
export function mergedBins(series) {
  const rows = new Map();
  series.forEach(({ bins }, place) => {
    for (const { from, to, count } of bins) {
      const key = `${from} ${to}`;
      if (!rows.has(key)) rows.set(key, { from, to, counts: series.map(() => 0) });
      rows.get(key).counts[place] += count;
    }
  });
  return [...rows.values()]
    .filter(({ counts }) => counts.some((count) => count > 0))
    .sort((one, other) => one.from - other.from || one.to - other.to);
}

/** A time in the unit that suits it: `20 µs`, `1.5 ms`, `2 s`. */
export function timeText(seconds, number) {
  const [factor, unit] = seconds < 1e-3 ? [1e6, "µs"] : seconds < 1 ? [1e3, "ms"] : [1, "s"];
  return `${shortest(seconds * factor, number)} ${unit}`;
}

/** A number with up to three significant digits, without zeros at the end. */
export function shortest(value, number) {
  const rounded = Number(value.toPrecision(3));
  const decimals = (String(rounded).split(".")[1] ?? "").length;
  return number(rounded, rounded >= 1000 ? 0 : decimals);
}

/** The whole numbers from one edge up to another: `4 – 9`, or the one that there is. */
export function wholeRange(from, to, number) {
  const [first, last] = [Math.ceil(from), Math.max(Math.ceil(from), Math.ceil(to) - 1)];
  return first === last ? number(first) : `${number(first)} – ${number(last)}`;
}

const [ROW, BAR, AXIS] = [58, 34, 24];

/**
 * Draw the histograms, `width` pixels wide. `series` is [{name, bins}]; `label` says what the picture is,
 * `axis` writes a value of the axis, `bar` says what a bar is.
 */
export function histogram(series, { width, label, axis, bar }) {
  const range = domain(series) ?? [0.1, 1];
  const height = series.length * ROW + AXIS;
  const across = logScale(range, [1, width - 1]);
  const picture = svg("svg", {
    class: "histogram",
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    role: "img",
    "aria-label": label,
  });
  const floor = height - AXIS;
  for (const tick of decadeTicks(...range, Math.max(2, Math.floor(width / 64)))) {
    const x = across(tick);
    const anchor = x < 24 ? "start" : x > width - 24 ? "end" : "middle";
    picture.append(
      svg("line", { class: "grid", x1: x, x2: x, y1: 18, y2: floor + 4 }),
      svg("text", { class: "tick", x, y: height - 6, "text-anchor": anchor }, axis(tick)),
    );
  }
  series.forEach(({ name, bins }, place) => {
    const base = (place + 1) * ROW;
    const most = Math.max(1, ...bins.map(({ count }) => count));
    picture.append(svg("text", { class: "row-name", x: 1, y: base - BAR - 8 }, name));
    picture.append(svg("line", { class: "base", x1: 0, x2: width, y1: base, y2: base }));
    for (const bin of bins.filter(({ count }) => count > 0)) {
      const left = across(bin.from);
      const right = bin.from > 0 ? across(bin.to) : across(range[0] * NOUGHT);
      const tall = Math.max(2, (bin.count / most) * BAR);
      const wide = Math.max(1.5, right - left - 1);
      picture.append(
        svg("rect", { class: "h-bar", x: left, y: base - tall, width: wide, height: tall }, svg("title", {}, bar(name, bin))),
      );
    }
  });
  return picture;
}

/** The same as a table: a row for each bin, a column for each agent. */
export function binTable(series, { caption, heads, range, number }) {
  const rows = mergedBins(series).map(({ from, to, counts }) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, range(from, to)),
      ...counts.map((count) => h("td", { class: "number" }, number(count))),
    ),
  );
  const names = series.map(({ name }) => h("th", { scope: "col", class: "number" }, name));
  return h(
    "table",
    { class: "data" },
    h("caption", {}, caption),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, heads), ...names)),
    h("tbody", {}, ...rows),
  );
}
