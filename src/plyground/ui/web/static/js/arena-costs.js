// The cost of moves: a histogram for each agent, and the same as a table.

import { binTable, histogram, shortest, timeText, wholeRange } from "./arena-chart.js";
import { fill, h } from "./dom.js";

/** A region in which a wide table scrolls, with its own name and tab stop. */
export const scroller = (label, ...content) =>
  h("div", { class: "scroll", role: "region", tabindex: 0, "aria-label": label }, ...content);

/** The card of a kind of cost, "seconds" or "nodes": {element, show(series), close()}. */
export function costCard(app, kind) {
  const heading = app.say(kind === "seconds" ? "arena.time-heading" : "arena.nodes-heading");
  const value = kind === "seconds" ? (x) => timeText(x, app.number) : (x) => shortest(x, app.number);
  const axis = kind === "seconds" ? value : (x) => new Intl.NumberFormat(app.language, { notation: "compact" }).format(x);
  const plot = h("div", { class: "plot" });
  const table = scroller(heading);
  const card = h(
    "section",
    { class: "card", hidden: true },
    h("h2", {}, heading),
    plot,
    h("details", {}, h("summary", {}, app.say("arena.as-table")), table),
  );
  let series = [];
  const range = (from, to) => (kind === "seconds" ? `${value(from)} – ${value(to)}` : wholeRange(from, to, app.number));
  const bar = (name, { from, to, count }) => app.say("arena.bar", { name, range: range(from, to), n: count });
  const draw = () => {
    const width = Math.floor(plot.clientWidth);
    if (width > 0 && series.length) fill(plot, histogram(series, { width, label: heading, axis, bar }));
  };
  const resized = new ResizeObserver(draw);
  resized.observe(plot);
  return {
    element: card,
    show(now) {
      if (JSON.stringify(now) === JSON.stringify(series)) return;
      series = now;
      card.hidden = !series.some(({ bins }) => bins.length);
      draw();
      fill(
        table,
        binTable(series, {
          caption: app.say("arena.bin-caption"),
          heads: app.say("arena.bin"),
          range,
          number: (x) => app.number(x),
        }),
      );
    },
    close: () => resized.disconnect(),
  };
}
