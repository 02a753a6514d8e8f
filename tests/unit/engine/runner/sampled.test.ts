import { stuckAmong } from "@understudy/engine/runner/child/sampled.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("walkers that are stuck");

it("are those that hardly move among others that do", () => {
  assert.is(stuckAmong(Float64Array.of(0, 0.01, 0.3, 0.4, 0.5, 0.5)), 2);
  assert.is(stuckAmong(Float64Array.of(0.015, 0.03, 0.03, 0.04)), 0);
});

it("are seen when most are stuck", () => {
  assert.is(stuckAmong(Float64Array.of(0, 0, 0, 0, 0.3, 0.4)), 4);
});
