// Algorithms with their options as one text, `alphabeta(order='centre')`, and back.

/** The name and the options, as they are written, of a spec. */
export function readSpec(text) {
  const [, name, inner = ""] = /^\s*([^(]*?)\s*(?:\((.*)\))?\s*$/s.exec(text) ?? [null, text];
  const options = {};
  for (const part of topLevel(inner)) {
    const at = part.indexOf("=");
    if (at > 0) options[part.slice(0, at).trim()] = part.slice(at + 1).trim().replace(/^(['"])(.*)\1$/s, "$2");
  }
  return { name, options };
}

function topLevel(text) {
  const parts = [""];
  let depth = 0;
  for (const symbol of text) {
    if ("([{".includes(symbol)) depth += 1;
    if (")]}".includes(symbol)) depth -= 1;
    if (symbol === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += symbol;
  }
  return parts;
}

/** The spec of an agent with its options as text; empty and default options are left out. */
export function writeSpec(agent, wished) {
  const given = agent.options.flatMap(({ name, kind, default: usual }) => {
    const text = (wished[name] ?? "").trim();
    if (text === "" || text === spelled(usual)) return [];
    const plain = kind !== "text" || /^[[(]|\)$|^(None|True|False)$/.test(text);
    return [`${name}=${plain ? text : `'${text.replace(/['\\]/g, "\\$&")}'`}`];
  });
  return given.length ? `${agent.name}(${given.join(", ")})` : agent.name;
}

/** A default as a person would type it. */
export function spelled(value) {
  if (value === null || value === undefined) return "";
  return typeof value === "boolean" ? (value ? "True" : "False") : String(value);
}
