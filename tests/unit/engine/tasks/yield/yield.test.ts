import { normalShare } from "@understudy/engine/math/normal.ts";
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import type { LimitState } from "@understudy/engine/tasks/yield/limit-state.ts";
import { estimateYield, type YieldEnd } from "@understudy/engine/tasks/yield/yield.ts";
import { assert, suite } from "../../../../harness.ts";
import { fourBranches, makeLimitState, plane } from "../../../../support/engine/limit-states.ts";

const it = suite("yield of a limit state", { timeout: 60_000 });

/** Interrupted every so many steps, and gone on from what was written. */
function estimateInSteps(
  limitState: LimitState,
  seed = 1,
  interruptions = Number.POSITIVE_INFINITY,
): YieldEnd {
  const problem = { limitState, options: { seed }, clock: () => 0 };
  let work = estimateYield(problem);
  for (let steps = 1; ; steps++) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (steps % interruptions !== 0) continue;
    const checkpoint = step.value.checkpoint();
    work = estimateYield({ ...problem, checkpoint });
  }
}

function isWithin(end: YieldEnd, truth: number, tolerance: number): void {
  const { estimate, lower, upper } = end.estimate.failing;
  assert.ok(Math.abs(estimate / truth - 1) < tolerance, `${estimate} is not ${truth}`);
  assert.ok(lower < estimate && estimate < upper);
}

it("measures frequent failures by quasi-random points", () => {
  const end = estimateInSteps(plane(3, 1));
  assert.is(end.estimate.method, "quasi-random sampling");
  isWithin(end, 1 - normalShare(1), 0.01);
});

it("measures a failing share of 1e-6 within 100,000 evaluations, in few and in many dimensions", () => {
  for (const dimensions of [1, 6, 40]) {
    const end = estimateInSteps(plane(dimensions, 4.753424));
    isWithin(end, 1e-6, 0.25);
    assert.ok(end.state.evaluations <= 105_000, `${end.state.evaluations}`);
  }
});

it("finds all of four failing regions", () => {
  isWithin(estimateInSteps(fourBranches), 2.22e-3, 0.06);
});

it("does not take one failing region for all", () => {
  const both = makeLimitState(4, ([a = 0, b = 0]) => Math.min(4.5 - a, 4.5 + b));
  isWithin(estimateInSteps(both), 2 * normalShare(-4.5), 0.12);
});

it("says how little it can be where nothing fails, and how much where everything does", () => {
  const never = estimateInSteps(makeLimitState(2, ([a = 0]) => 2 + Math.tanh(a))).estimate.failing;
  assert.is(never.estimate, 0);
  assert.ok(never.upper < 1e-9);
  const always = estimateInSteps(makeLimitState(2, () => -1)).estimate.failing;
  assert.is(always.estimate, 1);
  assert.ok(always.lower > 0.999 && always.lower < 1);
});

it("finds the same at the same seed, interrupted or not", () => {
  const once = estimateInSteps(plane(3, 4));
  const again = estimateInSteps(plane(3, 4), 1, 7);
  assert.equal(again.estimate.failing, once.estimate.failing);
  assert.equal(again.state.corner, once.state.corner);
  assert.not.equal(estimateInSteps(plane(3, 4), 2).estimate.failing, once.estimate.failing);
});

it("finds the worst corner three standard deviations away", () => {
  const places = estimateInSteps(makeLimitState(3, ([a = 0, b = 0, c = 0]) => 2 * a - b + 0.1 * (c - 1) ** 2))
    .state.corner?.places;
  const worst = places?.reduce((corner, other) => (other.margin < corner.margin ? other : corner));
  assert.equal([...(worst?.point ?? [])].map(Math.round), [-3, 3, 1]);
});

it("stops at its time limit with what is known by then", () => {
  let now = 0;
  const problem = { limitState: plane(2, 5), options: { seed: 1, timeLimitMs: 1 }, clock: () => now++ };
  const { state, estimate } = runToEnd(estimateYield(problem));
  assert.ok(state.elapsed >= 1);
  assert.is(state.replicates.length, 4);
  assert.ok(estimate.failing.upper > 0 && estimate.failing.upper < 0.01);
});
