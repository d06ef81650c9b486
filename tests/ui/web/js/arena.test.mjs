import assert from "node:assert/strict";
import { test } from "node:test";
import { crosstableRows, places, points, ranking } from "../../../../src/plyground/ui/web/static/js/arena-figures.js";
import { pairings, readDraft, typedNumber, usual, writeSpec } from "../../../../src/plyground/ui/web/static/js/arena-plan.js";
import { eloText, meetings } from "../../../../src/plyground/ui/web/static/js/arena-pairs.js";
import { positionText, waysOn } from "../../../../src/plyground/ui/web/static/js/arena-onward.js";
import { blankDraft, PRESETS } from "../../../../src/plyground/ui/web/static/js/arena-presets.js";
import { planTime } from "../../../../src/plyground/ui/web/static/js/arena-preview.js";
import { climbs } from "../../../../src/plyground/ui/web/static/js/arena-race.js";
import { blunderMark, openingPly, winnerOf, winningCells } from "../../../../src/plyground/ui/web/static/js/arena-replay.js";

const caps = { seconds: 10, depth: 40, nodes: 200_000_000, games: 10_000 };
const draft = {
    game: "tictactoe",
    format: "match",
    agents: ["minimax", "random"],
    games: "10",
    seconds: "0.5",
    nodes: "",
    depth: "",
    openings: "none",
    seed: "7",
};
const errorsOf = (changes) => readDraft({ ...draft, ...changes }, caps).errors;

test("a draft becomes a plan that says only what was said", () => {
    const { plan, errors } = readDraft(draft, caps);
    assert.deepEqual(errors, {});
    assert.deepEqual(plan, {
        game: "tictactoe",
        format: "match",
        agents: ["minimax", "random"],
        games: 10,
        seconds: 0.5,
        seed: 7,
    });
});

test("a match is of the first two, others wait for another format", () => {
    const three = { agents: ["minimax", "random", "mcts"] };
    assert.equal(readDraft({ ...draft, ...three }, caps).plan.agents.length, 2);
    assert.equal(readDraft({ ...draft, ...three, format: "gauntlet" }, caps).plan.agents.length, 3);
});

test("openings and limits are sent when there are any", () => {
    const { plan } = readDraft({ ...draft, openings: " random(4) ", nodes: "1000", depth: "3" }, caps);
    assert.deepEqual([plan.openings, plan.nodes, plan.depth], ["random(4)", 1000, 3]);
    assert.equal(plan.fixed_seats, undefined);
    assert.equal(readDraft({ ...draft, fixedSeats: true }, caps).plan.fixed_seats, true);
});

test("what is wrong is told field by field", () => {
    const wrong = errorsOf({
        game: " ",
        agents: ["", "mcts(rounds=(3)"],
        games: "0",
        seconds: "11",
        nodes: "1.5",
        depth: "x",
        seed: "-1",
    });
    assert.deepEqual(Object.keys(wrong).sort(), ["agent-0", "agent-1", "depth", "game", "games", "nodes", "seconds", "seed"]);
    assert.deepEqual(wrong.depth, ["arena.error-number", { least: 1, most: 40 }]);
});

test("brackets close in the order in which they open", () => {
    assert.ok(errorsOf({ agents: ["random)(", "random"] })["agent-0"]);
    assert.deepEqual(errorsOf({ agents: ["deepening(AlphaBeta(depth=2))", "random"] }), {});
});

test("games are needed, and a run has a limit over all pairs", () => {
    assert.ok(errorsOf({ games: "" }).games);
    assert.equal(errorsOf({ games: "4000", format: "round-robin", agents: ["a", "b", "c"] }).games[0], "arena.error-total");
});

test("one agent is too few", () => {
    assert.ok(errorsOf({ agents: ["random"] }).agents);
});

test("numbers are read as either language writes them", () => {
    assert.deepEqual(["0,5", "0.5", ".5", "3.", "12"].map(typedNumber), [0.5, 0.5, 0.5, 3, 12]);
    assert.equal(typedNumber("  "), null);
    assert.ok(["1e3", "-1", "1.2.3", "two", "."].every((text) => Number.isNaN(typedNumber(text))));
});

test("so many pairs meet", () => {
    assert.deepEqual(
        ["match", "gauntlet", "round-robin"].map((format) => pairings(format, 4)),
        [1, 3, 6],
    );
    assert.equal(pairings("round-robin", 1), 0);
});

test("a spec names the options that differ, texts in quotes that cannot be left", () => {
    const agent = {
        spec: "alphabeta",
        options: [
            { name: "depth", kind: "whole", default: null },
            { name: "plain", kind: "flag", default: false },
            { name: "order", kind: "text", default: "given" },
            { name: "inner", kind: "agent", default: "AlphaBeta()" },
        ],
    };
    assert.equal(writeSpec(agent, {}), "alphabeta");
    assert.equal(writeSpec(agent, { depth: "", plain: "False", order: "given", inner: "AlphaBeta()" }), "alphabeta");
    assert.equal(
        writeSpec(agent, { depth: "4", plain: "True", order: "it's", inner: "Memo(depth=2)" }),
        "alphabeta(depth=4, plain=True, order='it\\'s', inner=Memo(depth=2))",
    );
});

test("defaults are shown as they are typed", () => {
    assert.deepEqual(
        [null, true, 1.4, "given"].map((each) => usual({ default: each })),
        ["", "True", "1.4", "given"],
    );
});

test("who has the same rate shares a place", () => {
    const row = (wins, draws, losses) => ({ wins, draws, losses, games: wins + draws + losses });
    assert.deepEqual(places([row(3, 0, 0), row(1, 0, 1), row(0, 2, 0), row(0, 0, 1)]), [1, 2, 2, 4]);
});

test("the best comes first, equals keep their order, who has not played is last", () => {
    const row = (wins, draws, losses) => ({ wins, draws, losses, games: wins + draws + losses });
    assert.deepEqual(ranking([row(0, 0, 0), row(1, 0, 1), row(3, 0, 0), row(0, 2, 0)]), [2, 1, 3, 0]);
});

test("the crosstable is in the order of the standings", () => {
    const table = [
        [null, { wins: 3, draws: 1, losses: 0 }],
        [{ wins: 0, draws: 1, losses: 3 }, null],
    ];
    const [first, second] = crosstableRows(["a", "b"], table, [1, 0]);
    assert.deepEqual([first.name, second.name], ["b", "a"]);
    assert.equal(first.cells[0], null);
    assert.deepEqual([first.cells[1].points, first.cells[1].games], [0.5, 4]);
    assert.equal(second.cells[0].rate, 0.875);
});

test("who has not met yet has an empty cell", () => {
    const none = { wins: 0, draws: 0, losses: 0 };
    assert.equal(
        crosstableRows(
            ["a", "b"],
            [
                [null, none],
                [none, null],
            ],
            [0, 1],
        )[0].cells[1],
        null,
    );
    assert.equal(points({ wins: 1, draws: 1, losses: 5 }), 1.5);
});

test("the winning row goes through the last move, in every direction and not around the edge", () => {
    const three = { columns: 3, rows: 3, k: 3 };
    assert.deepEqual(winningCells({ ...three, cells: "XXXOO...." }, 1).sort(), [0, 1, 2]);
    assert.deepEqual(winningCells({ ...three, cells: "XO.OX...X" }, 4).sort(), [0, 4, 8]);
    assert.deepEqual(winningCells({ ...three, cells: "OOX.X.X.." }, 6).sort(), [2, 4, 6]);
    assert.deepEqual(winningCells({ ...three, cells: ".XXX....." }, 3), []);
    assert.deepEqual(winningCells({ ...three, cells: "........." }, null), []);
});

test("a game names its winner", () => {
    const game = { first: "a", second: "b" };
    assert.deepEqual(
        ["a", "b", null].map((winner) => winnerOf({ ...game, winner })),
        [0, 1, null],
    );
});

const numbered = (value, digits = 0) => value.toFixed(digits);
const spoken = (key, facts = {}) => `${key} ${Object.values(facts).join(" ")}`.trim();

test("a time is told as people plan with it", () => {
    const told = (seconds) => planTime(seconds, spoken, numbered);
    assert.deepEqual([0.2, 7.4, 42, 89, 91, 5000, 9000, 90_000].map(told), [
        "arena.in-seconds 1", "arena.in-seconds 7", "arena.in-seconds 40", "arena.in-seconds 90",
        "arena.in-minutes 2", "arena.in-minutes 83", "arena.in-hours 2.5", "arena.in-hours 25",
    ]);
});

test("every run to try is a plan without errors, with agents of its format", () => {
    for (const { key, fill } of PRESETS) {
        const { agents, ...rest } = { ...blankDraft(), ...fill() };
        const { plan, errors } = readDraft({ ...rest, agents: agents.map(({ choice }) => choice) }, caps);
        assert.deepEqual(errors, {}, key);
        assert.equal(plan.format === "match", plan.agents.length === 2, key);
    }
});

test("who has changed places keeps a mark until the next change", () => {
    assert.deepEqual(climbs([], ["a", "b"]), { a: 0, b: 0 });
    const first = climbs(["a", "b", "c"], ["c", "a", "b"]);
    assert.deepEqual(first, { c: 2, a: -1, b: -1 });
    assert.deepEqual(climbs(["c", "a", "b"], ["c", "b", "a"], first), { c: 2, b: 1, a: -1 });
});

test("a replay opens at its address, else where the game turned, else at its end", () => {
    assert.equal(openingPly({ decisive: 4 }, 2, 9), 2);
    assert.equal(openingPly({ decisive: 4 }, null, 9), 4);
    assert.equal(openingPly({ decisive: null }, null, 9), 9);
    assert.equal(openingPly({ decisive: null }, 99, 9), 9);
    assert.deepEqual([[1, -1], [1, 0], [0, -1], [0, 0], [null, null]].map(([best, value]) => blunderMark({ best, value })), ["??", "?", "?", "", ""]);
});

test("a position of a game leads to the other pages", () => {
    const game = {
        game: "connect4", specs: ["pvs(depth=4)", "python:mine.py:choose"], traced: ["pvs", null], opening: "6 7",
        moves: [{ text: "4", side: 0 }, { text: "5", side: 1 }],
    };
    const known = new Set(["pvs", "mcts"]);
    assert.deepEqual(waysOn(game, 0, known), {
        explain: { g: "connect4", pos: "6 7", a: "pvs" },
        play: { g: "connect4", pos: "6 7", o: "mcts" },
        analyse: { g: "connect4", pos: "6 7", v: 1 },
    });
    assert.equal(waysOn(game, 1, known).play.x, "pvs(depth=4)");
    assert.equal(waysOn(game, 1, known).explain.a, "alphabeta");
    assert.deepEqual(waysOn(game, 2, known), { explain: null, play: null, analyse: { g: "connect4", pos: "6 7 4 5", v: 1 } });
    assert.equal(positionText({ opening: "-", moves: [{ text: null, side: 0 }] }, 1), "");
});

test("a difference in Elo is told with its interval, or with the bound that there is", () => {
    const app = { say: spoken, number: numbered };
    const told = (difference, low, high, exact) => eloText(app, { difference, low, high }, exact);
    assert.equal(told(35.4, -160, 253), "+35 (−160 … +253)");
    assert.equal(told(null, 120, null), "arena.at-least +120");
    assert.equal(told(null, null, -120), "arena.at-most −120");
    assert.equal(told(12, null, 40), "+12 (arena.below +40)");
    assert.equal(told(12, null, null), "+12");
    assert.equal(told(null, null, null, true), "arena.all-points");
    assert.deepEqual(meetings([[null, { wins: 1, losses: 3 }], [{ wins: 3, losses: 1 }, null]]), [{ one: 1, other: 0, meeting: { wins: 3, losses: 1 } }]);
});
