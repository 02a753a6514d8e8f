/** Held-out rows at the edges of the data decide how far a polynomial is trusted away from its rows. */
import { createRandom } from "@understudy/engine/math/random.ts";
import type { Emulator } from "@understudy/engine/models/emulator.ts";
import type { PolynomialFitTask } from "@understudy/engine/models/fit-task.ts";
import { assert, suite } from "../../../../harness.ts";
import { fitEmulator } from "../../../../support/engine/gradients.ts";
import { syntheticTable } from "../../../../support/engine/tables.ts";

type Formula = (point: readonly number[]) => number;

const it = suite("a polynomial at the edges of its rows", { timeout: 60_000 });

const ROW_COUNT = 250;
const INPUT_COUNT = 3;

/** The polynomial has degree 6. */
const computeExact: Formula = ([a = 0, b = 0, c = 0]) =>
  4 * (a - 2 + 8 * b - 8 * b * b) ** 2 +
  (3 - 4 * b) ** 2 +
  16 * (c + 1) * (2 * c - 1) ** 2 +
  8 * (2 * c - 1) ** 6;
/** Its steep edges are seen by few rows. */
const computeSteep: Formula = (point) =>
  computeExact(point) + point.reduce((sum, value) => sum + 200 * Math.max(0, value - 0.93), 0);

const fitRows = (formula: Formula): Emulator =>
  fitEmulator(
    syntheticTable(ROW_COUNT, INPUT_COUNT, { y: formula }),
    ({ trainingData }): PolynomialFitTask[] => [
      {
        family: "polynomial",
        candidate: "polynomial",
        targets: Array.from(trainingData.targets.keys()),
        fold: null,
        seed: 3,
        degree: 6,
      },
    ],
  );

const drawPoints = (low: number, high: number): number[][] => {
  const random = createRandom(8);
  return Array.from({ length: 2000 }, () =>
    Array.from({ length: INPUT_COUNT }, () => low + (high - low) * random.uniform()),
  );
};

/** The range of the values, the half widths of the bounds, ascending, and the share of the points where they hold the truth. */
function judge(formula: Formula, points: readonly number[][]) {
  const count = points.length;
  const { mean, lower, upper } =
    fitRows(formula).predict(Float64Array.from(points.flat()), count).get("y") ?? {};
  const truth = points.map(formula);
  const halfWidths = truth.map((_, at) => ((upper?.[at] ?? 0) - (lower?.[at] ?? 0)) / 2);
  const errors = truth.map((value, at) => Math.abs((mean?.[at] ?? Number.NaN) - value));
  return {
    range: Math.max(...truth) - Math.min(...truth),
    coverage: errors.filter((error, at) => error <= (halfWidths[at] ?? 0)).length / count,
    largestError: Math.max(...errors),
    halfWidths: halfWidths.toSorted((a, b) => a - b),
  };
}

/** The half width that this share of the points stays below. */
const quantile = ({ halfWidths }: ReturnType<typeof judge>, share: number): number =>
  halfWidths[Math.floor(share * (halfWidths.length - 1))] ?? Number.NaN;

it("is trusted there where it predicted the held-out rows exactly", () => {
  const judged = judge(computeExact, drawPoints(0, 1));
  const corner = judge(computeExact, drawPoints(0.9, 1));
  assert.ok(quantile(judged, 0.99) < 1e-6 * judged.range, `${quantile(judged, 0.99)}`);
  assert.ok(quantile(corner, 1) < 1e-5 * corner.range, `${quantile(corner, 1)}`);
  assert.ok(judged.coverage > 0.95 && corner.coverage > 0.95, `${judged.coverage}, ${corner.coverage}`);
});

it("is not trusted further away than any held-out row was", () => {
  const { range } = judge(computeExact, drawPoints(0, 1));
  const outside = judge(computeExact, drawPoints(1.4, 1.5));
  assert.ok(quantile(outside, 0) > range, `${quantile(outside, 0)} of ${range}`);
});

it("is not trusted where it predicted the held-out rows badly", () => {
  const judged = judge(computeSteep, drawPoints(0, 1));
  const corner = judge(computeSteep, drawPoints(0.9, 1));
  assert.ok(quantile(judged, 0.99) > 0.2 * judged.range, `${quantile(judged, 0.99)} of ${judged.range}`);
  assert.ok(quantile(corner, 0.9) > 0.5 * corner.range, `${quantile(corner, 0.9)} of ${corner.range}`);
  assert.ok(corner.coverage > 0.95, `${corner.coverage}`);
});
