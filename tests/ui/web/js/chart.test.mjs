import assert from "node:assert/strict";
import { test } from "node:test";
import {
    decadeTicks,
    domain,
    logScale,
    mergedBins,
    shortest,
    timeText,
    wholeRange,
} from "../../../../src/plyground/ui/web/static/js/arena-chart.js";

const plain = (value, digits = 0) => value.toFixed(digits);

test("a logarithmic axis gives every power of ten the same room", () => {
    const across = logScale([1, 1000], [0, 300]);
    assert.deepEqual(
        [1, 10, 100, 1000].map((value) => Math.round(across(value))),
        [0, 100, 200, 300],
    );
});

test("what lies below the axis is drawn at its beginning", () => {
    assert.equal(logScale([1, 1000], [20, 300])(0), 20);
});

test("an axis of one value does not divide by nothing", () => {
    assert.ok(Number.isFinite(logScale([5, 5], [0, 100])(5)));
});

test("ticks are the powers of ten that the axis shows", () => {
    assert.deepEqual(decadeTicks(0.5, 2000), [1, 10, 100, 1000]);
    assert.deepEqual(decadeTicks(1, 100), [1, 10, 100]);
    assert.deepEqual(decadeTicks(2, 9), []);
});

test("too many ticks are thinned out evenly", () => {
    const ticks = decadeTicks(1e-6, 1e6, 4);
    assert.ok(ticks.length <= 4);
    const steps = ticks.slice(1).map((tick, place) => Math.round(Math.log10(tick / ticks[place])));
    assert.equal(new Set(steps).size, 1);
});

test("the range holds every bin that has moves, and shows a power of ten at least", () => {
    const bins = [
        { from: 1, to: 2, count: 0 },
        { from: 20, to: 40, count: 3 },
    ];
    const [low, high] = domain([{ bins }]);
    assert.ok(low <= 20 && high >= 40 && high / low >= 9.99 && low > 2);
});

test("bins of nothing at all have no range, those from nought a positive one", () => {
    assert.equal(domain([{ bins: [] }, { bins: [{ from: 1, to: 2, count: 0 }] }]), null);
    assert.ok(
        domain([
            {
                bins: [
                    { from: 0, to: 1, count: 5 },
                    { from: 1, to: 100, count: 1 },
                ],
            },
        ])[0] > 0,
    );
    assert.deepEqual(domain([{ bins: [{ from: 0, to: 0, count: 5 }] }]), [0.1, 1]);
});

test("bins of several agents come side by side, in order, and none is empty for all", () => {
    const series = [
        {
            name: "a",
            bins: [
                { from: 10, to: 20, count: 1 },
                { from: 1, to: 2, count: 2 },
            ],
        },
        {
            name: "b",
            bins: [
                { from: 10, to: 20, count: 4 },
                { from: 5, to: 10, count: 0 },
            ],
        },
    ];
    assert.deepEqual(mergedBins(series), [
        { from: 1, to: 2, counts: [2, 0] },
        { from: 10, to: 20, counts: [1, 4] },
    ]);
});

test("times are written in the unit that suits them", () => {
    assert.deepEqual(
        [2e-6, 1.5e-3, 0.25, 2].map((seconds) => timeText(seconds, plain)),
        ["2 µs", "1.5 ms", "250 ms", "2 s"],
    );
});

test("a bin of whole numbers names those that it holds", () => {
    assert.deepEqual(
        [
            [1, 3.16],
            [3.16, 10],
            [10, 31.6],
            [0, 1e-7],
            [1, 2],
        ].map(([from, to]) => wholeRange(from, to, plain)),
        ["1 – 3", "4 – 9", "10 – 31", "0", "1"],
    );
});

test("numbers have three digits that matter and no idle noughts", () => {
    assert.deepEqual(
        [0, 0.12345, 7, 12.5, 123.456, 1234.56].map((value) => shortest(value, plain)),
        ["0", "0.123", "7", "12.5", "123", "1230"],
    );
});
