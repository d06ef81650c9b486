// The tables of a run: the standings and the crosstable.

import { crosstableRows, places, points, ranking } from "./arena-figures.js";
import { shortest, timeText } from "./arena-chart.js";
import { climbs } from "./arena-race.js";
import { h, svg } from "./dom.js";

/** Tables of a run's view: {standings(view), crosstable(view)}. The standings remember who has just changed places. */
export function runTables(app) {
  let order = [];
  let marks = {};
  const percent = (rate) => app.percent(rate, 0);
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
    const judged = now.standings.some((each) => each.blunders);
    const looked = now.standings.some((each) => each.depth !== null);
    const rated = now.standings.length > 2; // the Elo of two agents is that of their pair
    const names = ordered.map(({ name }) => name);
    marks = climbs(order, names, marks);
    order = names;
    const rows = ordered.map((each, place) => standingRow(each, ranks[place], { forfeits, judged, looked, rated }));
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
          head("arena.score", false),
          rated && head("arena.elo"),
          head("arena.time"),
          head("arena.nodes"),
          looked && head("arena.depth-done"),
          judged && head("arena.blunders"),
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

  /** How far an agent has just gone up or down. */
  function climb(name) {
    const by = marks[name];
    if (!by) return null;
    const key = by > 0 ? "arena.up" : "arena.down";
    return h("span", { class: by > 0 ? "climb up" : "climb down" }, h("span", { "aria-hidden": "true" }, by > 0 ? "▲" : "▼"), h("span", { class: "unseen" }, app.say(key, { n: Math.abs(by) })));
  }

  /** In how many of the positions where something could be lost it was. */
  function blundered(found) {
    if (!found?.decisions) return ["–"];
    const share = h("span", { class: "note" }, app.say("arena.of", { n: found.decisions }));
    return [halves(found.blunders), h("br"), share];
  }

  function standingRow(each, rank, { forfeits, judged, looked, rated }) {
    const number = (...content) => h("td", { class: "number" }, ...content);
    const elo = each.elo === null ? "–" : signed(each.elo);
    const around =
      each.elo_low === null || each.elo_high === null
        ? null
        : h("span", { class: "note" }, `${signed(each.elo_low)} … ${signed(each.elo_high)}`);
    return h(
      "tr",
      { "data-agent": each.name },
      number(climb(each.name), " ", String(rank)),
      h("th", { scope: "row", title: each.spec }, each.name),
      number(halves(points(each)), h("span", { class: "note" }, `/${app.number(each.games)}`)),
      number(wdl(each)),
      h(
        "td",
        { class: "rate" },
        each.games ? [percent(each.score), " ", each.low === null ? null : whisker(each.score, each.low, each.high), h("br"), h("span", { class: "note" }, between(each))] : "–",
      ),
      rated && number(elo, around && h("br"), around),
      number(...costs(each.seconds, each.seconds_per_game, (seconds) => timeText(seconds, app.number))),
      number(...costs(each.nodes, each.nodes_per_game, (nodes) => shortest(nodes, app.number))),
      looked && number(each.depth === null ? "–" : shortest(each.depth, app.number)),
      judged && number(...blundered(each.blunders)),
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
    { class: "whisker", viewBox: "0 0 100 12", width: 80, height: 10, "aria-hidden": "true" },
    svg("line", { class: "axis", x1: 2, x2: 98, y1: 6, y2: 6 }),
    svg("line", { class: "half", x1: 50, x2: 50, y1: 2, y2: 10 }),
    svg("line", { class: "range", x1: at(low), x2: at(high), y1: 6, y2: 6 }),
    svg("circle", { cx: at(rate), cy: 6, r: 3.5 }),
  );
}
