// Analysis: a person may move for both sides. Machines leave their seats and come back when it ends.

const BOTH = [0, 1];

/**
 * The analysis of a game. `kept.away` outlives the page: {seats, valued}, the seats that machines have left and whether the values
 * were shown before; null while the game is played. `ask` asks the server, `showValues(on)` shows the values of moves.
 */
export function analysisOf({ ask, kept, showValues }) {
  const seat = (player, wanted) => ask("seat", { player, ...Object.fromEntries(Object.entries(wanted).filter(([name, value]) => name === "agent" || value !== null)) });

  async function begin(view) {
    kept.away = { seats: view.seats.map((each) => (each.agent ? each : null)), valued: kept.values };
    await showValues(true);
    for (const player of BOTH) if (kept.away?.seats[player]) await seat(player, { agent: null });
  }

  /** End it, and let those who left play on. */
  async function end() {
    if (!kept.away) return;
    const { seats, valued } = kept.away;
    kept.away = null;
    await showValues(valued);
    for (const player of BOTH) if (seats[player]) await seat(player, seats[player]);
  }

  return {
    begin, end,
    /** Nobody comes back: others were asked for. */
    forget: () => (kept.away = null),
    swap: () => kept.away?.seats.reverse(),
    on: () => kept.away !== null,
    /** The machines that come back after it. */
    away: () => (kept.away?.seats ?? []).filter(Boolean).map(({ agent }) => agent),
  };
}
