import assert from "node:assert/strict";
import { test } from "node:test";
import { moments } from "../../../../src/plyground/ui/web/static/js/i18n.js";
import { counts, measuring, shown } from "../../../../src/plyground/ui/web/static/js/papers-queue.js";

const finding = (verdict = "exact") => ({ ours: "1", verdict, why: "So.", seconds: 0.1, when: "2026-01-02T03:04:05+00:00" });

test("what waits and what is known is what the server says", () => {
  const asked = [];
  const queue = measuring(async (name, { claims }) => asked.push([name, claims]));
  queue.know({ found: { a: finding() }, wrong: {}, running: "b", queue: ["c"] });
  assert.deepEqual(["a", "b", "c"].map(queue.state), ["idle", "running", "queued"]);
  assert.equal(queue.found.a.verdict, "exact");
  queue.add(["d"]);
  queue.cancelOne("c");
  queue.cancel({ claims: [{ id: "a" }, { id: "b" }, { id: "c" }] });
  queue.add([]);
  assert.deepEqual(asked, [["measure", ["d"]], ["unmeasure", ["c"]], ["unmeasure", ["b", "c"]]]);
  assert.ok(queue.busyWith({ claims: [{ id: "b" }] }) && !queue.busyWith({ claims: [{ id: "a" }] }));
});

test("whoever listens hears each finding and the end, and why there is none", () => {
  const queue = measuring(async () => null);
  assert.equal(queue.hear({ running: "a", queue: ["b", "c"] }), null);
  assert.equal(queue.hear({ claim: "a", finding: finding(), running: "b", queue: ["c"] }).ended, 0);
  assert.equal(queue.hear({ claim: "b", error: { key: "server.job-late", facts: {} }, running: "c", queue: [] }), null);
  const last = queue.hear({ claim: "c", finding: finding("contradicted"), running: null, queue: [] });
  assert.deepEqual([last.claim, last.ended, queue.wrong.b.key, queue.state("c")], ["c", 2, "server.job-late", "idle"]);
  queue.hear({ claim: "b", finding: finding(), running: null, queue: [] });
  assert.deepEqual(queue.wrong, {});
});

test("moments are written as the browser's own variety of a language does", () => {
  const text = new Date(2026, 10, 16, 16, 17);
  assert.match(moments("en", ["en-GB", "pt-BR"]).format(text), /^16 Nov 2026/);
  assert.match(moments("en", ["en-US"]).format(text), /^Nov 16, 2026/);
  assert.match(moments("en", ["pt-BR"]).format(text), /^16 Nov 2026/);
  assert.match(moments("pt-BR", ["en-GB"]).format(text), /^16 de nov/);
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
