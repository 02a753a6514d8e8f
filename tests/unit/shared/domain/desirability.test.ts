import {
  computeDesirability,
  computeMerit,
  computeOverallDesirability,
  computeShortfall,
  type OutputGoal,
  outputGoal,
} from "@understudy/shared/domain/desirability.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("desirability");

const GOAL_EXAMPLES: readonly OutputGoal[] = [
  { kind: "maximise", low: 10, high: 30 },
  { kind: "minimise", low: 10, high: 30 },
  { kind: "target", low: 10, target: 15, high: 30 },
  { kind: "limits", low: 10, high: 30 },
];

it("rises, falls, peaks or is all or nothing, as its goal says", () => {
  const values = [5, 10, 15, 20, 30, 35];
  assert.equal(
    GOAL_EXAMPLES.map((goal) => values.map((value) => computeDesirability(goal, value))),
    [
      [0, 0, 0.25, 0.5, 1, 1],
      [1, 1, 0.75, 0.5, 0, 0],
      [0, 0, 1, 2 / 3, 0, 0],
      [0, 1, 1, 1, 1, 0],
    ],
  );
});

it("lies from 0 to 1, and the shortfall is 0 wherever it is above 0", () => {
  for (const goal of GOAL_EXAMPLES)
    for (let value = -50; value <= 90; value += 0.7) {
      const desirability = computeDesirability(goal, value);
      const shortfall = computeShortfall(goal, value);
      assert.ok(desirability >= 0 && desirability <= 1 && shortfall >= 0);
      assert.ok(desirability === 0 || shortfall === 0, `${goal.kind} at ${value}`);
    }
  assert.is(computeDesirability({ kind: "limits", low: null, high: 3 }, -1e9), 1);
  assert.is(computeDesirability({ kind: "maximise", low: 0, high: 1 }, Number.NaN), 0);
});

it("of several outputs is the geometric mean, which one useless output makes 0", () => {
  const goals = {
    gain: { kind: "maximise", low: 10, high: 30 },
    power: { kind: "minimise", low: 10, high: 30 },
  } satisfies Record<string, OutputGoal>;
  const overall = computeOverallDesirability(goals, { gain: 15, power: 10 });
  assert.ok(Math.abs(overall - Math.sqrt(0.25 * 1)) < 1e-12);
  assert.is(computeOverallDesirability(goals, { gain: 9, power: 10 }), 0);
  assert.is(computeOverallDesirability(goals, { gain: 30 }), 0);
  assert.is(computeOverallDesirability({}, {}), 1);
});

it("leaves a merit that falls with the distance from the goals where it is 0 itself", () => {
  const goals = { gain: { kind: "limits", low: 10, high: 30 } } satisfies Record<string, OutputGoal>;
  const merits = [-50, 0, 9, 12].map((gain) => computeMerit(goals, { gain }));
  assert.equal(merits, [-3, -0.5, -0.05, 1]);
  assert.is(computeMerit(goals, {}), Number.NEGATIVE_INFINITY);
});

it("has no goal whose limits are the wrong way round, or whose target lies outside", () => {
  const isGoal = (goal: unknown): boolean => outputGoal.safeParse(goal).success;
  assert.ok(GOAL_EXAMPLES.every(isGoal));
  assert.not(isGoal({ kind: "maximise", low: 3, high: 3 }));
  assert.not(isGoal({ kind: "target", low: 0, target: 2, high: 1 }));
  assert.not(isGoal({ kind: "limits", low: 4, high: 3 }));
  assert.ok(isGoal({ kind: "limits", low: null, high: 3 }));
});
