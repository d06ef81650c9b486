import assert from "node:assert/strict";
import { test } from "node:test";
import { counts, makeQueue, readFindings, shown } from "../../../src/plyground/ui/web/static/js/papers-queue.js";

const finding = (verdict = "exact") => ({ ours: "1", verdict, why: "So.", seconds: 0.1 });

/** A server that answers when it is told to. */
function slowServer() {
    const open = [];
    const ask = (name, fields) =>
        new Promise((done, failed) => {
            if (name === "cancel") {
                open.shift()?.failed({ key: "cancelled", facts: {} });
                done({});
            } else open.push({ claim: fields.claim, done, failed });
        });
    const answer = async (verdict) => {
        open.shift().done({ finding: finding(verdict) });
        await new Promise((done) => setTimeout(done));
    };
    return { ask, open, answer };
}

test("claims are measured one after the other, each once", async () => {
    const { ask, open, answer } = slowServer();
    const queue = makeQueue(ask);
    queue.add(["a", "b"]);
    queue.add(["b", "a"]);
    assert.deepEqual([open.length, queue.state("a"), queue.state("b"), queue.state("c")], [1, "running", "queued", "idle"]);
    await answer("exact");
    assert.equal(open[0].claim, "b");
    await answer("contradicted");
    assert.deepEqual(
        Object.values(queue.found).map(({ verdict }) => verdict),
        ["exact", "contradicted"],
    );
    assert.equal(open.length, 0);
});

test("whoever watches hears each finding and the end", async () => {
    const { ask, answer } = slowServer();
    const queue = makeQueue(ask);
    const heard = [];
    queue.watch((event) => event && heard.push([event.claim, event.ended]));
    queue.add(["a", "b"]);
    await answer();
    await answer();
    assert.deepEqual(heard, [
        ["a", 0],
        ["b", 2],
    ]);
});

test("a paper is stopped as a whole, others go on", async () => {
    const { ask, open, answer } = slowServer();
    const queue = makeQueue(ask);
    queue.add(["a", "b", "c"]);
    const paper = { claims: [{ id: "a" }, { id: "b" }] };
    assert.ok(queue.busyWith(paper));
    queue.cancel(paper);
    await new Promise((done) => setTimeout(done));
    assert.ok(!queue.busyWith(paper));
    assert.equal(open[0].claim, "c");
    await answer();
    assert.deepEqual([Object.keys(queue.found), Object.keys(queue.wrong)], [["c"], []]);
});

test("what is stopped can be asked for again at once", async () => {
    const { ask, open, answer } = slowServer();
    const queue = makeQueue(ask);
    queue.add(["a"]);
    queue.cancelOne("a");
    queue.add(["a"]);
    await new Promise((done) => setTimeout(done));
    assert.equal(open[0].claim, "a");
    await answer();
    assert.ok(queue.found.a);
});

test("a failure is kept with its claim and does not hold up the others", async () => {
    const queue = makeQueue(async (name, { claim }) => {
        if (claim === "a") throw { key: "refused", facts: {} };
        return { finding: finding() };
    });
    await queue.add(["a", "b"]);
    assert.deepEqual([queue.wrong.a.key, Object.keys(queue.found)], ["refused", ["b"]]);
});

test("stored findings are believed only if they look like findings", () => {
    assert.deepEqual(readFindings(null), {});
    assert.deepEqual(readFindings("no JSON"), {});
    assert.deepEqual(readFindings("null"), {});
    const text = JSON.stringify({ a: finding(), b: { ...finding(), verdict: "great" }, c: null, d: { ours: 1 } });
    assert.deepEqual(Object.keys(readFindings(text)), ["a"]);
});

test("verdicts are counted", () => {
    const claims = ["a", "b", "c"].map((id) => ({ id }));
    assert.deepEqual(counts(claims, { a: finding(), b: finding(), z: finding() }), { done: 2, verdicts: { exact: 2 } });
});

test("filters choose by paper and by verdict, and keep what is being measured", () => {
    assert.ok(shown({ paper: "", verdict: "" }, "P1", undefined, "idle"));
    assert.ok(!shown({ paper: "P2", verdict: "" }, "P1", undefined, "running"));
    assert.ok(shown({ paper: "", verdict: "none" }, "P1", undefined, "idle"));
    assert.ok(!shown({ paper: "", verdict: "exact" }, "P1", finding("contradicted"), "idle"));
    assert.ok(shown({ paper: "", verdict: "exact" }, "P1", undefined, "running"));
});

test("what waits goes on waiting while the connection is lost", async () => {
    const { ask, open, answer } = slowServer();
    const queue = makeQueue(ask);
    queue.add(["a", "b"]);
    open.shift().failed({ key: "web.lost", facts: {} });
    await new Promise((done) => setTimeout(done));
    assert.deepEqual([open.length, queue.state("a"), queue.state("b"), queue.wrong], [0, "queued", "queued", {}]);
    queue.resume();
    assert.equal(open[0].claim, "a");
    await answer("exact");
    assert.equal(open[0].claim, "b");
    await answer("exact");
    assert.deepEqual(Object.keys(queue.found), ["a", "b"]);
    queue.resume();
    assert.equal(open.length, 0);
});
