// The arena: set a run up, watch it, look through the stored ones, replay their games. The address says where we are.

import { fill, h, roving } from "./dom.js";
import { formatName, setupForm } from "./arena-setup.js";
import { scroller } from "./arena-costs.js";
import { runPanel, stateBadge, stateOf } from "./arena-run.js";
import { resultText, showGame } from "./arena-replay.js";

const NOTE_AFTER = 300; // ms

export const page = {
  mount(root, app, params) {
    let here = { run: null, game: null, ply: null, who: null, show: null };
    let noting = null; // the timer that writes the ply into the address
    let panel = null; // of the run that is watched
    let replay = null;
    let state = null; // of that run, as it was last told
    const leaveRun = app.on("run", heard);
    update(params);

    function update(now) {
      const run = now.run ?? null;
      const game = run === null || now.game === undefined ? null : now.game;
      const ply = game === null || !/^\d{1,4}$/.test(now.ply ?? "") ? null : Number(now.ply);
      const [otherRun, otherGame] = [run !== here.run, run !== here.run || game !== here.game];
      here = { run, game, ply, who: now.who ?? null, show: now.show ?? null };
      clearTimeout(noting);
      if (run === null) return void showAll();
      if (otherRun) watch(run);
      if (otherGame) openGame(run, game);
      else if (ply !== null) replay?.go(ply);
      return undefined;
    }

    /** Let the address say where in a game we are; a reader who scrubs is waited for. */
    function noted(ply) {
      here.ply = ply;
      clearTimeout(noting);
      noting = setTimeout(() => app.note("arena", here), NOTE_AFTER);
    }

    /** Let it say which games are listed. */
    function choose(games) {
      Object.assign(here, games);
      app.note("arena", here);
    }

    function closed() {
      clearTimeout(noting);
      replay?.close();
      panel?.close();
      if (panel) app.ask("unwatch").catch(() => {});
      replay = panel = state = null;
    }

    function show(heading, body) {
      fill(root, h("div", { class: "arena" }, h("header", { class: "page-head" }, heading), body));
    }

    async function showAll() {
      closed();
      app.title(app.say("web.arena"));
      const stored = h("section", { class: "card stored" }, h("h2", {}, app.say("arena.stored")));
      show(
        [h("h1", {}, app.say("arena.title")), h("p", { class: "note" }, app.say("arena.lead"))],
        h(
          "div",
          { class: "arena-all" },
          setupForm(app, (run) => app.go("arena", { run })),
          stored,
        ),
      );
      try {
        const { runs } = await app.ask("runs");
        stored.append(runs.length ? runsTable(runs) : h("p", { class: "note" }, app.say("arena.none-yet")));
      } catch (error) {
        stored.append(h("p", { class: "problem", role: "alert" }, app.message(error)));
      }
    }

    function runsTable(runs) {
      const head = (key, number) => h("th", { scope: "col", class: number && "number" }, app.say(key));
      const newest = [...runs].sort((one, other) => Number(other.run) - Number(one.run));
      const body = h(
        "tbody",
        {},
        newest.map((each) =>
          h(
            "tr",
            {},
            h(
              "th",
              { scope: "row" },
              h("a", { href: `#arena&run=${each.run}`, "aria-label": app.say("arena.open-run", { run: each.run }) }, each.run),
            ),
            h(
              "td",
              {},
              h("b", {}, app.gameName(each.game)),
              h("br"),
              h(
                "span",
                { class: "note" },
                each.names.length > 3
                  ? app.say("arena.many", { format: formatName(app, each.format), n: each.names.length })
                  : each.names.map(app.agentName).join(" – "),
              ),
            ),
            h("td", { class: "number" }, `${app.number(each.played)}/${app.number(each.total)}`),
            h("td", {}, stateBadge(app, stateOf(each))),
            h("td", { class: "note" }, app.when(each.begun)),
          ),
        ),
      );
      roving(body, "a");
      return scroller(
        app.say("arena.stored"),
        h(
          "table",
          { class: "data" },
          h("caption", { class: "unseen" }, app.say("arena.stored")),
          h(
            "thead",
            {},
            h(
              "tr",
              {},
              head("arena.run"),
              head("arena.what"),
              head("arena.games-played", true),
              head("arena.state"),
              head("arena.begun"),
            ),
          ),
          body,
        ),
      );
    }

    async function watch(run) {
      closed();
      const mine = (panel = runPanel(app, {
        cancel: () => order("cancel_run", run), resume: () => order("resume_run", run), chosen: here, choose,
      }));
      const body = h("div", {}, h("p", { class: "loading" }, app.say("arena.loading")));
      show(h("p", {}, h("a", { href: "#arena" }, h("span", { "aria-hidden": "true" }, "← "), app.say("arena.back"))), body);
      mine.ready = () => body.contains(mine.element) || fill(body, mine.element);
      try {
        await app.ask("watch", { run });
      } catch (error) {
        if (panel === mine) fill(body, h("p", { class: "problem", role: "alert" }, app.message(error)));
      }
    }

    async function order(name, run) {
      const mine = panel;
      mine.complain(null);
      try {
        await app.ask(name, { run });
      } catch (error) {
        mine.complain(error);
      }
    }

    function heard(view) {
      if (!panel || String(view.run) !== here.run) return;
      panel.ready();
      panel.show(view);
      entitle(view);
      const ended = { finished: "arena.said-finished", stopped: "arena.said-stopped" }[view.state];
      if (state !== null && state !== view.state && ended) app.status(app.say(ended, { run: view.run, n: view.played }));
      state = view.state;
    }

    /** The title of the window: of a game, if one is shown. */
    function entitle(view) {
      const facts = { run: view.run, game: app.gameName(view.game) };
      app.title(here.game === null ? app.say("arena.title-run", facts) : app.say("arena.title-game", { run: view.run, game: here.game }));
    }

    async function openGame(run, number) {
      replay?.close();
      replay = null;
      if (panel.view()) entitle(panel.view());
      const mine = panel;
      const place = mine.game;
      if (number === null) return fill(place);
      try {
        const { game } = await app.ask("game", { run, game: Number(number) - 1 }); // people count from 1
        if (panel !== mine || here.game !== number) return undefined;
        const shape = mine.shape() ?? (await shapeOf(run));
        const inside = h("div", {});
        const step = (to, before, after) =>
          h(
            "a",
            { class: "button", href: `#arena&run=${run}&game=${to + 1}` },
            before,
            app.say("arena.game-number", { number: String(to + 1) }),
            after,
          );
        const total = mine.view()?.total ?? Infinity;
        const heading = h(
          "h2",
          { tabindex: -1 },
          app.say("arena.game-heading", { number, first: app.agentName(game.first), second: app.agentName(game.second) }),
        );
        fill(
          place,
          h(
            "section",
            { class: "card", "aria-label": app.say("arena.game-number", { number }) },
            h(
              "header",
              { class: "game-head" },
              h("div", {}, heading, h("p", { class: "note" }, resultText(app, game)),
                game.ending === "forfeit" && game.detail && h("p", { class: "note", lang: app.language === "en" ? null : "en" }, app.say("arena.forfeit-detail", { why: game.detail }))),
              h(
                "div",
                { class: "toolbar" },
                game.number > 0 && step(game.number - 1, "‹ ", ""),
                game.number + 1 < total && step(game.number + 1, "", " ›"),
                h("a", { class: "button", href: `#arena&run=${run}` }, app.say("arena.close")),
              ),
            ),
            inside,
          ),
        );
        replay = showGame(inside, app, game, shape, { ply: here.ply, told: noted });
        heading.focus({ preventScroll: true });
        place.scrollIntoView({ block: "nearest" });
      } catch (error) {
        if (panel === mine) fill(place, h("p", { class: "problem", role: "alert" }, app.message(error)));
      }
      return undefined;
    }

    /** The board's size, when no finished game has told it yet. */
    async function shapeOf(run) {
      const { runs } = await app.ask("runs");
      const game = runs.find((each) => String(each.run) === run)?.game;
      return game ? (await app.ask("look", { game, position: "-" })).board : null;
    }

    return {
      update,
      /** The server has forgotten what we watch. */
      reconnect: () =>
        here.run === null ? showAll() : app.ask("watch", { run: here.run }).catch((error) => panel.complain(error)),
      unmount() {
        leaveRun();
        closed();
      },
    };
  },
};
