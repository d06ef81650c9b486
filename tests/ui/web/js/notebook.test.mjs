// What a widget of a notebook knows of the page around it.

import assert from "node:assert/strict";
import { test } from "node:test";

import { agentName, gameName } from "../../../../src/plyground/ui/web/static/js/names.js";
import { luminanceOf } from "../../../../src/plyground/notebook/js/app.js";

test("a page is dark or light by the colour behind the widget", () => {
  assert.ok(luminanceOf("rgb(255, 255, 255)") > 0.99);
  assert.equal(luminanceOf("rgb(0, 0, 0)"), 0);
  assert.ok(luminanceOf("rgb(17 17 17 / 0.9)") < 0.1);
});

test("what lets see through says nothing", () => {
  for (const colour of ["rgba(0, 0, 0, 0)", "transparent", "", "color(srgb 1 1 1)"]) assert.equal(luminanceOf(colour), null);
});

test("a name that is no spec is shown as it is: a trace may come from anybody", () => {
  const say = (key) => key;
  for (const odd of ["mine(1) again", "<b>(1)</b>", "(", ")("]) {
    assert.equal(agentName(odd, say), odd);
    assert.equal(gameName(odd, say), odd);
  }
  assert.equal(agentName("alphabeta(depth=6)", say), "agent.alphabeta (depth=6)");
});
