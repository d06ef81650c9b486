// The figures of a run that a page adds to those of the server: points, rates, who is ahead.

export const points = ({ wins, draws }) => wins + draws / 2;
export const games = ({ wins, draws, losses }) => wins + draws + losses;

/** The order of the standings, best first; agents without games come last, equal ones keep their order. */
export function ranking(standings) {
  const rate = (standing) => (standing.games ? points(standing) / standing.games : -1);
  return standings.map((_, place) => place).sort((one, other) => rate(standings[other]) - rate(standings[one]) || one - other);
}

/** The ranks of ordered standings: equal rates share a rank, as in 1, 2, 2, 4. */
export function places(ordered) {
  const rate = (standing) => (standing.games ? points(standing) / standing.games : -1);
  return ordered.map((each) => 1 + ordered.findIndex((other) => rate(other) === rate(each)));
}

/** The crosstable in the order of the standings: {name, cells: [null | {wins, draws, losses, points, games, rate, low, high}]}. */
export function crosstableRows(names, crosstable, order) {
  return order.map((row) => ({
    name: names[row],
    cells: order.map((column) => {
      const counts = row === column ? null : crosstable[row]?.[column];
      if (!counts || !games(counts)) return null;
      return { ...counts, points: points(counts), games: games(counts), rate: points(counts) / games(counts) };
    }),
  }));
}
