// The address says where we are: `#g=connect4&pos=4453`, `#explain&g=tictactoe`, `#arena&run=12`.

const PAGES = ["explain", "exercises", "arena", "learn", "papers", "class"];

/** The page and the parameters in the part after #; without the name of a page it is Play. A word that is no page is `unknown`. */
export function readAddress(hash) {
  const params = Object.fromEntries(new URLSearchParams(hash.replace(/^#/, "")));
  const words = Object.keys(params).filter((name) => params[name] === "");
  const word = words.find((name) => PAGES.includes(name.toLowerCase())) ?? words.find((name) => !hash.includes(`${name}=`)) ?? "";
  const page = PAGES.find((name) => name === word.toLowerCase()) ?? "play";
  delete params[word];
  return { page, params, unknown: word.toLowerCase() === page ? "" : word };
}

/** The part after #; characters that people can read are not escaped. */
export function writeAddress(page, params = {}) {
  const words = Object.entries(params)
    .filter(([, value]) => value !== null && value !== undefined && value !== "")
    .map(([name, value]) => `${name}=${readable(String(value))}`);
  return `#${[...(page === "play" ? [] : [page]), ...words].join("&")}`;
}

function readable(text) {
  return encodeURIComponent(text).replace(/%20/g, "+").replace(/%2C/g, ",").replace(/%2F/g, "/").replace(/%3A/g, ":");
}
