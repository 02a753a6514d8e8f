import { collectPoints, selectRows } from "@understudy/engine/dataset/table.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { restoreEmulator } from "@understudy/engine/models/ensemble/restore.ts";
import { computeJointFactor } from "@understudy/engine/training/calibration/joint-band.ts";
import { countCurvesInside } from "@understudy/engine/training/prepare/accuracy.ts";
import { train } from "@understudy/engine/training/train.ts";
import { assert, suite } from "../../../../harness.ts";
import { drawValidationRows, finish, syntheticTable } from "../../../../support/engine/tables.ts";

const it = suite("bands of whole curves", { timeout: 120_000 });

const CURVE_SIZE = 20;
const halfWidths = {
  below: new Float64Array(CURVE_SIZE).fill(1.96),
  above: new Float64Array(CURVE_SIZE).fill(1.96),
};

/** Normal errors of curves, whose components are independent or all the same. */
function curveErrors(count: number, isRigid: boolean, seed: number): Float64Array {
  const random = createRandom(seed);
  const errors = new Float64Array(count * CURVE_SIZE);
  for (let row = 0; row < count; row++) {
    const offset = random.normal();
    for (let j = 0; j < CURVE_SIZE; j++) errors[row * CURVE_SIZE + j] = isRigid ? offset : random.normal();
  }
  return errors;
}

it("are as wide as pointwise bounds where the errors of a curve are one offset, and wider where they are independent", () => {
  const rigid = computeJointFactor(curveErrors(2000, true, 1), halfWidths, 2000);
  assert.ok(rigid >= 1 && rigid < 1.06, `${rigid}`);
  // The largest of 20 independent normal errors stays below 3.02 in 95% of the curves.
  const independent = computeJointFactor(curveErrors(2000, false, 1), halfWidths, 2000);
  assert.ok(Math.abs(independent - 3.02 / 1.96) < 0.06, `${independent}`);
});

it("hold 95% of new curves, whatever number of curves they were measured on", () => {
  for (const count of [30, 100, 1000]) {
    let inside = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const factor = computeJointFactor(curveErrors(count, false, seed), halfWidths, count);
      const errors = curveErrors(200, false, 1000 + seed);
      const zero = new Float64Array(errors.length);
      const upper = zero.map(() => factor * 1.96);
      inside +=
        countCurvesInside(errors, { mean: zero, lower: upper.map((end) => -end), upper }, CURVE_SIZE) /
        200 /
        60;
    }
    assert.ok(inside > 0.92 && inside < 0.98, `${count} curves: ${inside}`);
  }
});

it("enclose the pointwise bounds of an emulator, keep those of scalars, and hold more whole curves", async () => {
  const places = Array.from({ length: CURVE_SIZE }, (_, at) => at / CURVE_SIZE);
  const all = syntheticTable(400, 2, {
    c: ([a = 0, b = 0], random) =>
      places.map((t) => Math.sin(3 * t + 2 * a) + b * t + 0.05 * random.normal()),
    s: ([a = 0]) => a,
  });
  const table = selectRows(
    all,
    Array.from({ length: 120 }, (_, row) => row),
  );
  const unseen = selectRows(
    all,
    Array.from({ length: 280 }, (_, row) => 120 + row),
  );
  let stopRequests = 0;
  const context = { random: createRandom(1), clock: () => 0, stopRequested: () => ++stopRequests > 20 };
  const options = { effort: "quick", validationRows: drawValidationRows(table) } as const;
  const { emulator } = await finish(train(table, options, context));
  const points = collectPoints(unseen);
  const [pointwise, joint] = (["pointwise", "joint"] as const).map((band) =>
    emulator.predict(points, unseen.rows, undefined, band),
  );
  const [c, wide] = [pointwise?.get("c"), joint?.get("c")];
  if (c === undefined || wide === undefined) throw new Error("There is no curve.");
  assert.ok(
    c.lower.every((low, at) => (wide.lower[at] ?? 0) <= low && (wide.upper[at] ?? 0) >= (c.upper[at] ?? 0)),
  );
  assert.equal(wide.mean, c.mean);
  assert.equal(joint?.get("s"), pointwise?.get("s"));
  const truth = unseen.outputs.find(({ name }) => name === "c")?.values ?? new Float64Array();
  const share = (prediction: typeof c): number =>
    countCurvesInside(truth, prediction, CURVE_SIZE) / unseen.rows;
  assert.ok(share(c) < 0.7 && share(wide) > 0.9, `${share(c)} ${share(wide)}`);
  const [curve, scalar] = emulator.outputs;
  assert.ok((curve?.jointBand?.coverage ?? 0) > 0.85, `${curve?.jointBand?.coverage}`);
  assert.is(scalar?.jointBand, null);
  const copy = restoreEmulator(emulator.serialise());
  assert.equal(copy.predict(points, unseen.rows, ["c"], "joint").get("c"), wide);
});
