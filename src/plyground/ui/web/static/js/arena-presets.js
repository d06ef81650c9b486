// What the form begins with, and runs worth a try: sensible agents, openings that differ, a question each.

const agent = (choice, values = {}) => ({ choice, values, typed: "" });

const FOUR = () => [agent("deepening"), agent("mcts"), agent("alphabeta", { depth: "4" }), agent("greedy")];
const NO_LIMIT = { seconds: "", nodes: "", depth: "" };

/** Runs to try: {key, fill()}, where `fill` gives what differs from a blank form. */
export const PRESETS = [
  {
    key: "arena.try-four",
    fill: () => ({ game: "connect4", format: "round-robin", games: "4", ...NO_LIMIT, seconds: "0.1", agents: FOUR() }),
  },
  {
    key: "arena.try-nodes",
    fill: () => ({
      game: "connect4", format: "match", games: "20", ...NO_LIMIT, nodes: "20000",
      agents: [agent("deepening"), agent("mcts", { rounds: "1000000" })],
    }),
  },
  {
    key: "arena.try-depths",
    fill: () => ({
      game: "connect4", format: "round-robin", games: "10", ...NO_LIMIT,
      agents: ["2", "4", "6"].map((depth) => agent("alphabeta", { depth })),
    }),
  },
  {
    key: "arena.try-perfect",
    fill: () => ({
      game: "tictactoe", format: "gauntlet", games: "20", ...NO_LIMIT,
      agents: [agent("perfect"), agent("mcts"), agent("greedy"), agent("random")],
    }),
  },
];

/** A form that nobody has touched. */
export const blankDraft = () => ({
  typedGame: "",
  seed: "0",
  openings: null, // until somebody chooses: those that suit the game
  typedOpenings: "",
  fixedSeats: false,
  untilDecided: false,
  ...PRESETS[0].fill(),
});
