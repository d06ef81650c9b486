// The table of cases that the server's twin runs too.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { schema } from "../../../../src/plyground/ui/web/static/js/schema.js";

const here = (path) => JSON.parse(readFileSync(new URL(path, import.meta.url), "utf-8"));
const check = schema(here("../../../../src/plyground/ui/web/protocol.json"));

function judge(each) {
  if ("request" in each) return check.request(each.request);
  return "push" in each ? check.push(each.push) : check.reply(each.to, each.reply);
}

for (const each of here("../protocol_cases.json")) {
  test(`${each.fits ? "fits" : "does not fit"}: ${each.because ?? JSON.stringify(each).slice(0, 80)}`, () => {
    const wrong = judge(each);
    assert.equal(wrong === null, each.fits, wrong ?? "nothing was found wrong");
  });
}

test("what is wrong is told with its place", () => {
  assert.equal(check.request({ id: 1, do: "put", cell: "3" }), "cell: expected a whole number from 0 to 255");
});
