// The names of games and agents for people; without one, the spec is the name.

const GAMES = {
  tictactoe: "web.game-tictactoe", connect4: "web.game-connect4", gomoku: "web.game-gomoku",
  textbook: "web.game-textbook", tree: "web.game-tree",
};
const AGENTS = {
  perfect: "agent.perfect", random: "agent.random", greedy: "agent.greedy", minimax: "agent.minimax", alphabeta: "agent.alphabeta",
  table_alphabeta: "agent.table", mcts: "agent.mcts", pvs: "agent.pvs", mtdf: "agent.mtdf", proof: "agent.proof", memo: "agent.memo",
  deepening: "agent.deepening",
};
const PUBLISHED = {
  mtt: "agent.paper-mtt", minimax: "agent.paper-minimax", alphabeta: "agent.paper-alphabeta", deepening: "agent.paper-deepening",
  greedy: "agent.paper-greedy", pruned: "agent.paper-pruned", unpruned: "agent.paper-unpruned",
};
const COUNTS = { 3: "web.count-3", 4: "web.count-4", 5: "web.count-5", 6: "web.count-6" };

/** `connect4(8,7,4)` → "Connect Four, 8×7", `mnk(5,5,4)` → "Four in a row, 5×5"; sizes that are the usual ones are not in the spec. */
export function gameName(spec, say) {
  const [name, options] = parts(spec);
  const sizes = /^\((\d+), ?(\d+), ?(\d+)\)$/.exec(options)?.slice(1).map(Number);
  const known = name in GAMES ? say(GAMES[name]) : name;
  if (sizes && (name === "mnk" || name === "connect4")) {
    const [columns, rows, k] = sizes;
    const count = k in COUNTS ? say(COUNTS[k]) : String(k);
    if (name === "mnk") return say("web.game-mnk", { k: count, columns, rows });
    return say(k === 4 ? "web.game-sized" : "web.game-sized-k", { game: known, columns, rows, k: count.toLowerCase() });
  }
  const shown = name === "tree" ? "" : options;
  return `${known}${shown && ` ${shown}`}`;
}

/** `alphabeta(depth=6)` or its repr → "Alpha-beta (depth=6)", `p4.minimax` → "P4 minimax": as plyground.ui.offers names them. */
export function agentName(spec, say) {
  const [name, options] = parts(spec);
  const learned = /^\(depth=(\d+), evaluate='training:(\d+)@(\d+)'\)$/.exec(options);
  if (learned && name === "alphabeta") {
    const [depth, training, games] = learned.slice(1);
    return say(depth === "1" ? "agent.training" : "agent.training-ahead", { depth, training, games: Number(games) });
  }
  return `${plainName(name, say)}${options === "()" ? "" : options && ` ${options}`}`;
}

/** A name and its options in brackets; what somebody else has written may be no spec, and is a name then. */
function parts(spec) {
  const [, name, options = ""] = /^([^(]*)(\(.*\))?$/s.exec(spec) ?? [spec, spec];
  return [name, options];
}

function plainName(name, say) {
  const [, paper, program] = /^(p\d)\.(\w+)$/.exec(name) ?? [];
  if (program in PUBLISHED) return `${paper.toUpperCase()} ${say(PUBLISHED[program])}`;
  const plain = Object.keys(AGENTS).find((key) => key.replace("_", "") === name.toLowerCase().replace("_", ""));
  return plain ? say(AGENTS[plain]) : name;
}
