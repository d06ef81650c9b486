// A plan for a run from what a person typed: what will be played, or what is wrong, field by field.

export const FORMATS = ["match", "round-robin", "gauntlet"];
export const TYPED = "="; // what a menu has where somebody writes a spec
const MAX_SEED = Number.MAX_SAFE_INTEGER;

/** The kind of a game or an agent: what stands before the bracket. */
export const kindOf = (spec) => spec.split("(")[0].trim();

/** How many pairs of agents meet. */
export function pairings(format, agents) {
  if (agents < 2) return 0;
  if (format === "match") return 1;
  return format === "gauntlet" ? agents - 1 : (agents * (agents - 1)) / 2;
}

/** The number in a text, in the spelling of either language; null for an empty text, NaN for no number. */
export function typedNumber(text) {
  const plain = String(text ?? "").trim();
  if (plain === "") return null;
  return /^[0-9]*[.,]?[0-9]+$|^[0-9]+[.,]$/.test(plain) ? Number(plain.replace(",", ".")) : NaN;
}

/** An agent's spec: its name and the options that differ from their defaults. */
export function writeSpec(agent, values) {
  const given = agent.options
    .filter((option) => (values[option.name] ?? "") !== "" && values[option.name] !== usual(option))
    .map((option) => `${option.name}=${literal(option, values[option.name])}`);
  return given.length ? `${agent.spec}(${given.join(", ")})` : agent.spec;
}

/** The default of an option, as a person would type it. */
export function usual(option) {
  if (option.default === null || option.default === undefined) return "";
  if (typeof option.default === "boolean") return option.default ? "True" : "False";
  return String(option.default);
}

function literal(option, text) {
  if (option.kind !== "text" || text === "None") return text;
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

/**
 * The plan of a draft and its errors, {field: [key, facts]}; a plan with errors is not to be sent.
 * A draft is {game, format, agents: [spec], games, seconds, nodes, depth, openings, seed, fixedSeats, untilDecided}, all as typed.
 */
export function readDraft(draft, caps) {
  const errors = {};
  const agents = (draft.format === "match" ? draft.agents.slice(0, 2) : draft.agents).map((spec) => spec.trim());
  const plan = { game: draft.game.trim(), format: draft.format, agents };
  if (!plan.game) errors.game = ["arena.error-game", {}];
  if (agents.length < 2) errors.agents = ["arena.error-two", {}];
  agents.forEach((spec, place) => {
    if (!spec) errors[`agent-${place}`] = ["arena.error-agent", {}];
    else if (!balanced(spec)) errors[`agent-${place}`] = ["arena.error-brackets", {}];
  });
  const whole = (field, least, most, needed) => number(draft, field, { least, most, needed, whole: true }, plan, errors);
  whole("games", 1, caps.games, true);
  number(draft, "seconds", { least: 0.001, most: caps.seconds }, plan, errors);
  whole("nodes", 1, caps.nodes);
  whole("depth", 1, caps.depth);
  whole("seed", 0, MAX_SEED);
  if (!errors.games && plan.games * pairings(plan.format, agents.length) > caps.games) {
    errors.games = ["arena.error-total", { most: caps.games }];
  }
  const openings = (draft.openings ?? "").trim();
  if (openings && openings !== "none") plan.openings = openings;
  if (draft.fixedSeats) plan.fixed_seats = true;
  if (draft.untilDecided && plan.format === "match") plan.until_decided = true;
  return { plan, errors };
}

function number(draft, field, { least, most, needed, whole }, plan, errors) {
  const value = typedNumber(draft[field]);
  if (value === null) {
    if (needed) errors[field] = ["arena.error-number", { least, most }];
    return;
  }
  const fits = value >= least && value <= most && (!whole || Number.isSafeInteger(value));
  if (fits) plan[field] = value;
  else errors[field] = [whole ? "arena.error-number" : "arena.error-seconds", { least, most }];
}

function balanced(spec) {
  let open = 0;
  for (const symbol of spec) {
    if (symbol === "(") open += 1;
    if (symbol === ")" && --open < 0) return false;
  }
  return open === 0;
}
