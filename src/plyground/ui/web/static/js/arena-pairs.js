// Every two agents of a run: who is stronger, by how much in both scales of Elo, and how sure that is.

import { h } from "./dom.js";

/** An Elo difference in words: without a number where one side made all the points, but with its bound. */
export function eloText(app, { difference, low, high }, exact) {
  const signed = (value) => `${value < 0 ? "−" : "+"}${app.number(Math.abs(value), 0)}`;
  if (exact) return difference === null ? app.say("arena.all-points") : signed(difference);
  if (difference === null) {
    if (low !== null) return app.say("arena.at-least", { elo: signed(low) });
    return high === null ? "–" : app.say("arena.at-most", { elo: signed(high) });
  }
  if (low === null && high === null) return signed(difference);
  if (low === null) return `${signed(difference)} (${app.say("arena.below", { elo: signed(high) })})`;
  if (high === null) return `${signed(difference)} (${app.say("arena.above", { elo: signed(low) })})`;
  return `${signed(difference)} (${signed(low)} … ${signed(high)})`;
}

/** The pairs that met, from the side of the one who leads: [{one, other, meeting}]. */
export function meetings(crosstable) {
  const found = [];
  crosstable.forEach((row, one) =>
    row.forEach((meeting, other) => {
      if (!meeting || one >= other) return;
      const { wins, losses } = meeting;
      found.push(wins >= losses ? { one, other, meeting } : { one: other, other: one, meeting: crosstable[other][one] });
    }),
  );
  return found;
}

/** The table of them; with a sequential test, how that stands. */
export function pairsTable(app, now) {
  const name = (place) => now.standings[place].name;
  const number = (text) => h("td", { class: "number" }, text);
  const head = (key, right = true) => h("th", { scope: "col", class: right && "number" }, app.say(key));
  const rows = meetings(now.crosstable).map(({ one, other, meeting }) =>
    h("tr", {},
      h("th", { scope: "row" }, `${name(one)} – ${name(other)}`),
      number(app.say("arena.counts", { wins: meeting.wins, draws: meeting.draws, losses: meeting.losses })),
      number(app.say("arena.of-them", { n: meeting.different, played: meeting.pairs })),
      number(eloText(app, meeting.elo, meeting.exact)),
      number(eloText(app, meeting.normalized_elo, meeting.exact)),
      number(meeting.exact ? app.say("arena.exact") : meeting.superiority === null ? "–" : app.percent(meeting.superiority, 1))));
  return h("table", { class: "data pairs" },
    h("caption", { class: "unseen" }, app.say("arena.pairs")),
    h("thead", {}, h("tr", {}, head("arena.pair", false), head("arena.wdl"), head(now.fixed_seats ? "arena.different-games" : "arena.different-pairs"),
      head("arena.elo"), head("arena.normalized"), head("arena.superiority"))),
    h("tbody", {}, rows));
}

/** Where a sequential test stands, in a sentence; null without one. */
export function testText(app, now) {
  const { sprt } = now.crosstable[0]?.[1] ?? {};
  if (!sprt) return null;
  const facts = { llr: app.number(sprt.llr ?? 0, 2), low: app.number(sprt.bounds[0], 2), high: app.number(sprt.bounds[1], 2) };
  const verdict = { H0: "arena.sprt-h0", H1: "arena.sprt-h1" }[sprt.verdict] ?? "arena.sprt-open";
  return `${app.say("arena.sprt", facts)} ${app.say(verdict)}`;
}
