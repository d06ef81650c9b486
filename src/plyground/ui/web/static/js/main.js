// The shell: connects, speaks a language, and mounts the page that the address names.

import { readAddress, writeAddress } from "./address.js";
import { fill, h, set, write } from "./dom.js";
import { keepLanguage, keptLanguage, loadTongue, moments, usualLanguage } from "./i18n.js";
import { agentName, gameName } from "./names.js";
import { loadSchema } from "./schema.js";
import { stayConnected } from "./socket.js";

const LANGUAGES = ["en", "pt-BR"];
const THEMES = ["auto", "light", "dark"];
const LOADERS = {
  play: () => import("./play.js"),
  explain: () => import("./explain.js"),
  exercises: () => import("./exercises.js"),
  arena: () => import("./arena.js"),
  learn: () => import("./learn.js"),
  papers: () => import("./papers.js"),
  class: () => import("./class.js"),
};

const TITLES = { play: "web.play", explain: "web.explain", exercises: "web.exercises", arena: "web.arena", learn: "web.learn", papers: "web.papers", class: "web.class" };
const FOR_STUDENTS = ["play", "explain", "exercises"]; // of a class; the server holds them to it

const MAX_QUOTED = 40; // letters of an address that are repeated
const OURS = { ours: true }; // the state of addresses that we wrote: the others are links that were followed

const byId = (id) => document.getElementById(id);
const root = byId("main");
const listeners = new Map(); // name of an event → functions
const styles = new Map(); // name of a page → a promise of its style
let spoken = null; // the tongue
let socket = null;
const check = {}; // of messages, as soon as we know what they look like
let mounted = null; // {name, instance}
let turn = 0; // of mounting: what was asked for last is what is shown
let known = ""; // the address as we last read or wrote it
let agreed = null; // a promise of what messages look like
let farewell = null; // why the server closed the connection
let speaking = null; // a promise of the first language

const app = {
  hello: null,
  language: LANGUAGES[0],
  state: "connecting",
  say: (key, facts) => spoken.say(key, facts),
  message: (said, players) => spoken.message(said, players),
  player: (which, players) => spoken.player(which, players),
  number: (value, digits) => spoken.number(value, digits),
  percent: (share, digits) => spoken.percent(share, digits),
  short: (value) => spoken.short(value),
  seconds: (value) => spoken.seconds(value),
  /** A date as the browser writes it; any other text stays as it is. */
  when: (text) => (Number.isNaN(Date.parse(text)) ? text : moments(app.language).format(new Date(text))),
  gameName: (spec) => gameName(spec, spoken.say),
  agentName: (spec) => agentName(spec, spoken.say),
  ask: (name, fields) => socket.ask(name, fields),
  on(name, listener) {
    if (!listeners.has(name)) listeners.set(name, new Set());
    listeners.get(name).add(listener);
    return () => listeners.get(name).delete(listener);
  },
  status: announce,
  /** Set the title of the browser window. */
  title: (text) => (document.title = spoken.say("web.title", { page: text })),
  go(page, params) {
    location.hash = writeAddress(page, params);
  },
  /** The address of a page, for links and for sharing. */
  address: (page, params) => writeAddress(page, params),
  /** The whole address of a page for somebody else: with the code of the class, if this is one. */
  link: (page, params) => new URL(writeAddress(page, params), app.hello.class_address ?? location.href).href,
  /** Whether nobody else can open such an address. */
  alone: () => !app.hello.class_address && ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname),
  /** Say above the page what could not be followed in the address, until something else is done; nothing hides it. */
  astray: (text) => {
    byId("astray").hidden = !text;
    write(byId("astray"), text);
  },
  /** Write the present place into the address, without an event; not over a link that was followed and is still to be read. */
  note(page, params, push = false) {
    const address = writeAddress(page, params);
    if (address === location.hash || location.hash !== known) return;
    if (push) app.astray("");
    history[push ? "pushState" : "replaceState"](OURS, "", address);
    known = location.hash;
    pointNavigation();
  },
  /** Let the link to a page lead back to what was left there. */
  left(page, params) {
    document.querySelector(`.top nav a[data-page="${page}"]`).href = writeAddress(page, params);
  },
  async setLanguage(code) {
    await speak(code);
    keepLanguage(code);
    await show(true, true);
  },
};

function emit(name, value) {
  for (const listener of [...(listeners.get(name) ?? [])]) listener(value);
}

/** The polite live region; the same words twice are said twice. */
function announce(text) {
  const region = byId("status");
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

async function speak(code) {
  spoken = await loadTongue(code);
  app.language = code;
  document.documentElement.lang = code;
  for (const element of document.querySelectorAll("[data-say]")) write(element, spoken.say(element.dataset.say));
  showSettings();
  showState();
}

function showSettings() {
  const other = LANGUAGES.find((code) => code !== app.language);
  const language = byId("language");
  write(language, other === "en" ? "EN" : "PT");
  language.lang = other;
  language.setAttribute("aria-label", other === "en" ? "EN: English" : "PT: português");
  const theme = document.documentElement.dataset.theme;
  const names = { auto: "web.theme-auto", light: "web.theme-light", dark: "web.theme-dark" };
  write(byId("theme"), { auto: "◐", light: "☀", dark: "☾" }[theme]);
  byId("theme").setAttribute("aria-label", spoken.say("web.theme", { theme: spoken.say(names[theme]) }));
  byId("theme").title = spoken.say("web.theme", { theme: spoken.say(names[theme]) });
}

function nextTheme() {
  const at = THEMES.indexOf(document.documentElement.dataset.theme);
  const theme = THEMES[(at + 1) % THEMES.length];
  localStorage.setItem("plyground.theme", theme);
  showTheme(theme);
}

function showTheme(theme) {
  document.documentElement.dataset.theme = theme;
  if (spoken) showSettings();
}

function showState() {
  const lost = app.state !== "open" && (app.hello !== null || app.state === "offline");
  byId("offline").hidden = !lost;
  if (!lost || !spoken) return;
  write(byId("offline"), `${farewell ? `${spoken.message(farewell)} ` : ""}${spoken.say("web.offline")}`);
}

async function onState(state) {
  if (state === "open") await meet();
  else if (app.state !== "offline") change(state);
}

function change(state) {
  app.state = state;
  showState();
  emit("state", state);
}

/** Say hello, then show the page, or let the present one continue. */
async function meet() {
  const again = app.hello !== null;
  farewell = null;
  Object.assign(check, await agreed);
  const answer = await socket.ask("hello", { lang: app.language }).catch(() => null);
  if (!answer) return; // the connection broke again: there will be another
  app.hello = answer.hello;
  showNavigation();
  await speaking;
  const server = app.hello.language; // that whoever started it asked for; a person's own choice goes before
  if (!again && !keptLanguage() && LANGUAGES.includes(server) && server !== app.language) await speak(server);
  if (again && mounted?.instance.reconnect) await mounted.instance.reconnect();
  else await show(again);
  if (again) announce(spoken.say("web.back"));
  change("open");
}

/** Students of a class have fewer pages, and only a teacher has one for the projector. */
function showNavigation() {
  for (const link of document.querySelectorAll(".top nav a")) {
    const { page } = link.dataset;
    link.hidden = !isOpen(page) && !(page === "arena" && isLacking(page)); // which says where it is to be had
  }
}

function isOpen(page) {
  const { role } = app.hello;
  if (isLacking(page)) return false;
  if (page === "class") return role === "teacher";
  return role !== "student" || FOR_STUDENTS.includes(page);
}

function pointNavigation() {
  const { page } = readAddress(location.hash);
  for (const link of document.querySelectorAll(".top nav a")) {
    set(link, "aria-current", link.dataset.page === page ? "page" : null);
    if (link.dataset.page !== page) continue;
    if (location.hash) link.href = location.hash; // to come back where we were
    const row = link.parentElement; // which is scrolled on a phone
    row.scrollLeft = link.offsetLeft - (row.clientWidth - link.offsetWidth) / 2;
  }
}

/** Show the page that the address names; the present page gets the new parameters, or is mounted again. */
async function show(anew = false, inOtherWords = false) {
  known = location.hash;
  const { page, params, unknown } = readAddress(known);
  pointNavigation();
  if (!app.hello) return;
  app.astray(unknown && spoken.say("web.no-page", { name: unknown.slice(0, MAX_QUOTED) }));
  turn += 1; // also if the page is there: one that is still being loaded is not wanted any more
  if (!anew && mounted?.name === page) return void mounted.instance.update?.(params, { followed: !history.state?.ours });
  const mine = turn;
  try {
    const [{ page: made }] = await Promise.all([LOADERS[page](), styled(page)]);
    if (mine !== turn) return;
    mounted?.instance.unmount?.(inOtherWords);
    mounted = null;
    fill(root);
    for (const link of document.querySelectorAll("link[data-page]")) {
      link.media = link.dataset.page === page ? "all" : "not all"; // what pages call things is their own affair
    }
    app.title(spoken.say(TITLES[page]));
    const instance = isOpen(page) ? made.mount(root, app, params, inOtherWords) : refuse(page);
    mounted = { name: page, instance };
  } catch (error) {
    console.error(error);
    if (mine === turn) fill(root, h("p", { class: "empty" }, spoken.say("web.broken")));
  }
}

/** Whether this laboratory has not what others have: a static site has no tournaments. */
const isLacking = (what) => app.hello.lacking?.includes(what) ?? false;

/** Say why a page cannot be seen here. */
function refuse(page) {
  const why = isLacking(page) ? "site.lacking" : page === "class" && app.hello.role === null ? "server.no-class" : "server.for-teachers";
  fill(root, h("h1", { class: "unseen" }, spoken.say(TITLES[page])), h("div", { class: "empty" }, h("p", {}, spoken.say(why)),
    isLacking(page) && page === "arena" && h("a", { class: "button", href: writeAddress("play", { g: "connect4", x: "alphabeta(depth=6)", o: "mcts" }) }, spoken.say("site.two-machines"))));
  return {};
}

/** Load the style of a page, once. */
function styled(page) {
  if (!styles.has(page)) {
    styles.set(page, new Promise((done) => {
      const href = `static/css/${page}.css`;
      document.head.append(h("link", { rel: "stylesheet", href, "data-page": page, onload: done, onerror: done }));
    }));
  }
  return styles.get(page);
}

async function start() {
  const transport = document.documentElement.dataset.transport === "worker" ? import("./worker-socket.js") : {}; // a static site
  byId("theme").addEventListener("click", nextTheme);
  byId("language").addEventListener("click", () => app.setLanguage(LANGUAGES.find((code) => code !== app.language)));
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault(); // the address holds the position, so it cannot hold #main as well
    root.focus();
    root.scrollIntoView();
  });
  addEventListener("hashchange", () => show());
  addEventListener("storage", ({ key, newValue }) => key === "plyground.theme" && showTheme(newValue ?? "auto")); // of another tab
  addEventListener("online", () => socket?.hurry());
  pointNavigation();
  const { page } = readAddress(location.hash);
  styled(page); // while the rest is on its way
  LOADERS[page]().catch(() => null);
  app.language = usualLanguage(LANGUAGES, keptLanguage(), navigator.languages);
  agreed = loadSchema();
  speaking = speak(app.language);
  speaking.then(() => app.hello ?? fill(root, h("p", { class: "loading" }, spoken.say("web.connecting"))));
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  app.on("closing", (why) => (farewell = why));
  const push = (message) => Object.entries(message).forEach(([name, value]) => emit(name, value));
  const { open } = await transport;
  socket = stayConnected(`${scheme}://${location.host}/ws`, { onState, onPush: push, check, open });
}

start();
