import { createAxes } from "@understudy/engine/designs/axes.ts";
import { countStuck, shareInSpec } from "@understudy/engine/runner/objectives/sampling/sampled.ts";
import { ChainHistory } from "@understudy/engine/tasks/sampling/chain-history.ts";
import { assert, suite } from "../../../../../harness.ts";
import { makeRun } from "../../../../../support/specs/simulations.ts";

const it = suite("walkers that are stuck");

it("are those that hardly move among others that do", () => {
  assert.is(countStuck(Float64Array.of(0, 0.01, 0.3, 0.4, 0.5, 0.5)), 2);
  assert.is(countStuck(Float64Array.of(0.015, 0.03, 0.03, 0.04)), 0);
});

it("are seen when most are stuck", () => {
  assert.is(countStuck(Float64Array.of(0, 0, 0, 0, 0.3, 0.4)), 4);
});

const share = suite("the share of a sampling in spec");

share("counts samples after the burn-in whose score is 0 or more", () => {
  const history = new ChainHistory(2, 2);
  // A row a walker: the parameter, then the log density.
  for (const scores of [
    [-9, -9],
    [1, 0],
    [-0.1, 2],
  ])
    history.push(Float64Array.of(0.5, scores[0] ?? 0, 0.5, scores[1] ?? 0));
  const [axis] = createAxes(makeRun().variables);
  const recorded = axis === undefined ? [] : [axis];
  assert.is(shareInSpec({ history, recorded }, 1), 3 / 4);
  assert.is(shareInSpec({ history, recorded }, 0), 3 / 6);
});
