// Checks messages against protocol.json, as plyground.ui.web.protocol does.

const LONGEST = Number.MAX_SAFE_INTEGER;
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const within = (value, [least, most]) => value >= least && value <= most;

/** Functions that return what is wrong ("move.cell: expected a text"), or null. */
export function schema(protocol) {
  const wrong = (where, wanted) => `${where || "message"}: expected ${wanted}`;

  const checkers = {
    any: () => null,
    text: (value, range, where) => {
      if (typeof value !== "string" || !value.isWellFormed()) return wrong(where, "a text");
      return within(value.length, range ?? [0, Infinity]) ? null : wrong(where, `a text of ${range[0]} to ${range[1]} characters`);
    },
    whole: (value, range = [-LONGEST, LONGEST], where = "") => (
      Number.isInteger(value) && within(value, range) ? null : wrong(where, `a whole number from ${range[0]} to ${range[1]}`)),
    number: (value, range, where) => {
      if (Number.isFinite(value) && within(value, range ?? [-Infinity, Infinity])) return null;
      return wrong(where, range ? `a number from ${range[0]} to ${range[1]}` : "a number");
    },
    flag: (value, _, where) => (typeof value === "boolean" ? null : wrong(where, "true or false")),
    one_of: (value, values, where) => (values.includes(value) ? null : wrong(where, `one of ${JSON.stringify(values)}`)),
    list: (value, item, where, { length = [0, Infinity] }) => {
      if (!Array.isArray(value) || !within(value.length, length)) return wrong(where, "a list");
      return first(value.keys(), (place) => check(value[place], item, `${where}[${place}]`));
    },
    map: (value, item, where) => {
      if (!isObject(value)) return wrong(where, "an object");
      return first(Object.keys(value), (name) => check(name, "text", where) ?? check(value[name], item, `${where}.${name}`));
    },
    any_of: (value, kinds, where) => (
      kinds.some((kind) => check(value, kind, where) === null) ? null : wrong(where, "another kind of value")),
    fields: (value, fields, where) => {
      if (!isObject(value)) return wrong(where, "an object");
      const stranger = Object.keys(value).find((name) => !Object.hasOwn(fields, name) && !Object.hasOwn(fields, `${name}?`));
      if (stranger !== undefined) return wrong(where, `no field ${JSON.stringify(stranger.slice(0, 40))}`);
      return first(Object.entries(fields), ([spelt, kind]) => {
        const name = spelt.replace(/\?$/, "");
        const inside = where ? `${where}.${name}` : name;
        if (Object.hasOwn(value, name)) return check(value[name], kind, inside);
        return name === spelt ? wrong(inside, "a value") : null;
      });
    },
  };

  function first(things, judge) {
    for (const thing of things) {
      const found = judge(thing);
      if (found) return found;
    }
    return null;
  }

  function check(value, kind, where = "") {
    if (typeof kind === "string") {
      if (kind.endsWith("?")) return value === null ? null : check(value, kind.slice(0, -1), where);
      if (Object.hasOwn(protocol.types, kind)) return check(value, protocol.types[kind], where);
      return checkers[kind](value, undefined, where);
    }
    const name = Object.keys(checkers).find((known) => Object.hasOwn(kind, known));
    return checkers[name](value, kind[name], where, kind);
  }

  function request(message) {
    const name = isObject(message) ? message.do : undefined;
    if (typeof name !== "string" || !Object.hasOwn(protocol.requests, name)) return wrong("do", "the name of a request");
    return check(message, { fields: { id: "Id", do: "text", ...protocol.requests[name].fields } });
  }

  function reply(name, message) {
    if (isObject(message) && "error" in message) return check(message, { fields: { re: "Id", error: "Error" } });
    return check(message, { fields: { re: "Id", ...protocol.requests[name].reply.fields } });
  }

  function push(message) {
    const names = isObject(message) ? Object.keys(message) : [];
    if (names.length !== 1 || !Object.hasOwn(protocol.pushes, names[0])) return wrong("", "an object with the name of a push");
    return check(message[names[0]], protocol.pushes[names[0]], names[0]);
  }

  return { request, reply, push, answer: (name, message) => (name === null ? push(message) : reply(name, message)) };
}

export async function loadSchema() {
  const answer = await fetch("protocol.json");
  return schema(await answer.json());
}
