/** Margins that many designs share exactly: levels of an input, capped scores, whole numbers. */
import { normalShare } from "@understudy/engine/math/normal.ts";
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import { estimateYield, type YieldEnd } from "@understudy/engine/tasks/yield/yield.ts";
import { assert, suite } from "../../../../harness.ts";
import { makeLimitState } from "../../../../support/engine/limit-states.ts";

const it = suite("yield of tied margins", { timeout: 60_000 });

function estimateShare(formula: (u: Float64Array) => number, seed = 1): YieldEnd["estimate"] {
  return runToEnd(
    estimateYield({ limitState: makeLimitState(2, formula), options: { seed }, clock: () => 0 }),
  ).estimate;
}

function isNear({ failing }: YieldEnd["estimate"], truth: number): void {
  const { estimate, lower, upper } = failing;
  assert.ok(Math.abs(estimate / truth - 1) < 0.06, `${estimate} is not ${truth}`);
  assert.ok(lower < estimate && estimate < upper && upper < 1.2 * truth, `${lower} to ${upper}`);
}

it("is that of a level that is drawn once in a thousand times", () => {
  for (const seed of [1, 2, 3])
    isNear(
      estimateShare(([a = 0]) => (a > 3.090232306 ? -1 : 1), seed),
      1e-3,
    );
});

it("is found below a cap that nearly all designs reach", () => {
  isNear(
    estimateShare(([a = 0]) => Math.min(1, 4.2 - a)),
    1 - normalShare(4.2),
  );
});

it("is found down a staircase", () => {
  isNear(
    estimateShare(([a = 0]) => Math.floor(5 - a)),
    normalShare(-5),
  );
  isNear(
    estimateShare(([a = 0, b = 0]) => Math.floor(2 * (6.5 - a - b)) / 2),
    normalShare(-6.5 / Math.SQRT2),
  );
});

it("is not taken for less than the quasi-random sample shows where margins never change", () => {
  const { estimate, upper } = estimateShare(() => 1).failing;
  assert.is(estimate, 0);
  assert.ok(upper < 3 / 16_000, `${upper}`);
});

it("counts failures that only the quasi-random sample has seen", () => {
  const estimate = estimateShare(([a = 0]) => (a > 3.6 ? -1 : 1));
  assert.ok(estimate.failing.estimate > 0, `${estimate.failing.estimate}`);
  assert.ok(estimate.failing.lower <= normalShare(-3.6) && normalShare(-3.6) < estimate.failing.upper);
});
