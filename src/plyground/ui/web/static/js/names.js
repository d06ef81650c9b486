// What games and agents are called for people; whoever has no other name goes by that of the spec.

const GAMES = {
  tictactoe: "web.game-tictactoe", connect4: "web.game-connect4", gomoku: "web.game-gomoku",
  mnk: "web.game-mnk", textbook: "web.game-textbook", tree: "web.game-tree",
};
const AGENTS = {
  perfect: "web.agent-perfect", random: "web.agent-random", greedy: "web.agent-greedy", minimax: "web.agent-minimax",
  alphabeta: "web.agent-alphabeta", table_alphabeta: "web.agent-table", mcts: "web.agent-mcts", pvs: "web.agent-pvs",
  mtdf: "web.agent-mtdf", proof: "web.agent-proof", memo: "web.agent-memo", deepening: "web.agent-deepening",
};

/** `connect4(8,7,4)` → "Connect Four (8,7,4)"; sizes that are the usual ones are not in the spec. */
export function gameName(spec, say) {
  const [, name, options = ""] = /^([^(]*)(\(.*\))?$/s.exec(spec);
  const shown = name === "tree" ? "" : options;
  return `${name in GAMES ? say(GAMES[name]) : name}${shown && ` ${shown}`}`;
}

/** `alphabeta(depth=6)` or its repr → "alpha-beta (depth=6)". */
export function agentName(spec, say) {
  const [, name, options = ""] = /^([^(]*)(\(.*\))?$/s.exec(spec);
  const plain = Object.keys(AGENTS).find((key) => key.replace("_", "") === name.toLowerCase().replace("_", ""));
  return `${plain ? say(AGENTS[plain]) : name}${options === "()" ? "" : options && ` ${options}`}`;
}
