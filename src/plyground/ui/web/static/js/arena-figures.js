// The figures of a run that a page adds to those of the server: points, rates, intervals, who is ahead.

const Z95 = 1.959963984540054;

export const points = ({ wins, draws }) => wins + draws / 2;
export const games = ({ wins, draws, losses }) => wins + draws + losses;

/** Wilson's 95 % interval of a rate; half points count as half successes. */
export function wilson(successes, trials) {
  if (!trials) return [0, 1];
  const rate = successes / trials;
  const square = (Z95 * Z95) / trials;
  const middle = (rate + square / 2) / (1 + square);
  const half = (Z95 / (1 + square)) * Math.sqrt((rate * (1 - rate)) / trials + square / (4 * trials));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/** The places of the standings, best first; who has played nothing comes last, equals keep their order. */
export function ranking(standings) {
  const rate = (standing) => (standing.games ? points(standing) / standing.games : -1);
  return standings.map((_, place) => place).sort((one, other) => rate(standings[other]) - rate(standings[one]) || one - other);
}

/** The crosstable in the order of the standings: {name, cells: [null | {wins, draws, losses, points, games, rate, low, high}]}. */
export function crosstableRows(names, crosstable, order) {
  return order.map((row) => ({
    name: names[row],
    cells: order.map((column) => {
      const counts = row === column ? null : crosstable[row]?.[column];
      if (!counts || !games(counts)) return null;
      const [low, high] = wilson(points(counts), games(counts));
      return { ...counts, points: points(counts), games: games(counts), rate: points(counts) / games(counts), low, high };
    }),
  }));
}
