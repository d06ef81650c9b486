// The tables of a run: the standings and the crosstable.

import { crosstableRows, places, points, ranking } from "./arena-figures.js";
import { shortest, timeText } from "./arena-chart.js";
import { h, svg } from "./dom.js";

/** Tables of a run's view: {standings(view), crosstable(view)}. */
export function runTables(app) {
  const percent = (rate) => `${app.number(100 * rate, 0)} %`;
  const between = ({ low, high, exact }) =>
    low === null ? (exact ? app.say("arena.exact") : "–") : `${app.number(100 * low)} – ${percent(high)}`;
  const halves = (value) => app.number(value, Number.isInteger(value) ? 0 : 1);
  const signed = (value) => `${value < 0 ? "−" : "+"}${app.number(Math.abs(value), 0)}`;
  const wdl = (counts) => app.say("arena.counts", { wins: counts.wins, draws: counts.draws, losses: counts.losses });

  /** The standings, best first. */
  function standings(now) {
    const head = (key, number = true) => h("th", { scope: "col", class: number && "number" }, app.say(key));
    const forfeits = now.standings.some((each) => each.forfeits);
    const ordered = ranking(now.standings).map((place) => now.standings[place]);
    const ranks = places(ordered);
    const rows = ordered.map((each, place) => standingRow(each, ranks[place], forfeits));
    return h(
      "table",
      { class: "data standings" },
      h("caption", { class: "unseen" }, app.say("arena.standings")),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col", class: "number" }, "#"),
          head("arena.name", false),
          head("arena.points"),
          head("arena.wdl"),
          head("arena.score"),
          h("th", { scope: "col" }, app.say("arena.interval")),
          head("arena.elo"),
          head("arena.time"),
          head("arena.nodes"),
          forfeits && head("arena.forfeits"),
        ),
      ),
      h("tbody", {}, rows),
    );
  }

  /** What a move costs, and a game. */
  function costs(move, game, text) {
    if (move === null) return ["–"];
    const whole = game !== null && h("span", { class: "note" }, app.say("arena.per-game", { cost: text(game) }));
    return whole ? [text(move), h("br"), whole] : [text(move)];
  }

  function standingRow(each, rank, forfeits) {
    const number = (...content) => h("td", { class: "number" }, ...content);
    const elo = each.elo === null ? "–" : signed(each.elo);
    const around =
      each.elo_low === null || each.elo_high === null
        ? null
        : h("span", { class: "note" }, ` ${signed(each.elo_low)} … ${signed(each.elo_high)}`);
    return h(
      "tr",
      {},
      number(String(rank)),
      h("th", { scope: "row", title: each.spec }, each.name),
      number(halves(points(each)), h("span", { class: "note" }, `/${app.number(each.games)}`)),
      number(wdl(each)),
      number(each.games ? percent(each.score) : "–"),
      h(
        "td",
        {},
        each.games ? [each.low === null ? null : whisker(each.score, each.low, each.high), h("span", { class: "note" }, ` ${between(each)}`)] : "–",
      ),
      number(elo, around),
      number(...costs(each.seconds, each.seconds_per_game, (seconds) => timeText(seconds, app.number))),
      number(...costs(each.nodes, each.nodes_per_game, (nodes) => shortest(nodes, app.number))),
      forfeits && number(app.number(each.forfeits)),
    );
  }

  /** The crosstable, in the order of the standings. */
  function crosstable(now) {
    const order = ranking(now.standings);
    const rows = crosstableRows(
      now.standings.map(({ name }) => name),
      now.crosstable,
      order,
    );
    const cell = (each) =>
      each
        ? h(
            "td",
            { class: "number" },
            h("b", {}, `${halves(each.points)}/${app.number(each.games)}`),
            h("br"),
            h("span", { class: "note" }, wdl(each)),
            h("br"),
            h("span", { class: "note" }, between(each)),
          )
        : h("td", { class: "number none" }, "–");
    return h(
      "table",
      { class: "data crosstable" },
      h("caption", { class: "unseen" }, app.say("arena.crosstable")),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, app.say("arena.name")),
          rows.map(({ name }, place) => h("th", { scope: "col", class: "number", title: name }, `${place + 1}`)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map(({ name, cells }, place) => h("tr", {}, h("th", { scope: "row" }, `${place + 1} ${name}`), cells.map(cell))),
      ),
    );
  }

  return { standings, crosstable };
}

/** A rate with its interval, on a line from 0 to 1: a stroke and a dot. */
function whisker(rate, low, high) {
  const at = (value) => 2 + 96 * value;
  return svg(
    "svg",
    { class: "whisker", viewBox: "0 0 100 12", width: 100, height: 12, "aria-hidden": "true" },
    svg("line", { class: "axis", x1: 2, x2: 98, y1: 6, y2: 6 }),
    svg("line", { class: "half", x1: 50, x2: 50, y1: 2, y2: 10 }),
    svg("line", { class: "range", x1: at(low), x2: at(high), y1: 6, y2: 6 }),
    svg("circle", { cx: at(rate), cy: 6, r: 3.5 }),
  );
}
