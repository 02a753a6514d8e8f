/** Derivatives of predictions agree with finite differences, for all families of models and scales. */
import { collectPoints, type Table } from "@understudy/engine/dataset/table.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { readEmulatorFile } from "@understudy/engine/models/ensemble/file.ts";
import { restoreEmulator } from "@understudy/engine/models/ensemble/restore.ts";
import { assert, suite } from "../../../../harness.ts";
import {
  check,
  farthest,
  fitEmulator,
  listFamilies,
  PREDICTED_QUANTITIES,
  polynomials,
  processes,
  smallNetworks,
  somePoints,
  together,
  wideNetworks,
} from "../../../../support/engine/gradients.ts";
import { syntheticTable } from "../../../../support/engine/tables.ts";

const it = suite("derivatives of predictions", { timeout: 60_000 });

/** Settings for dense rows, among which the nearest row soon changes: there the bounds have a bend. */
const DENSE_ROW_SETTINGS = { step: 1e-5, tolerance: 1e-4 };

const smooth = syntheticTable(90, 3, {
  y: ([a = 0, b = 0, c = 0], random) => Math.sin(4 * a + b) + b * b * c + 0.01 * random.normal(),
});

for (const kind of ["rough", "smooth", "product", "any"] as const) {
  it(`are exact for a Gaussian process, ${kind}`, () => {
    const emulator = fitEmulator(smooth, processes(kind));
    assert.ok(listFamilies(emulator).includes("gaussian-process"));
    check(emulator);
  });
}

it("are exact for networks of single and of double precision", () => {
  const small = fitEmulator(smooth, smallNetworks);
  assert.ok(listFamilies(small).includes("network"));
  check(small);
  const wide = fitEmulator(smooth, wideNetworks);
  assert.ok(listFamilies(wide).includes("network"));
  check(wide, { step: 2e-3, tolerance: 2e-3 });
});

it("are exact for a polynomial, and for an ensemble of several families", () => {
  const alone = fitEmulator(smooth, polynomials);
  assert.equal(listFamilies(alone)[0], "polynomial");
  check(alone);
  const several = fitEmulator(
    smooth,
    together(processes("rough"), processes("smooth"), smallNetworks, polynomials),
  );
  assert.ok(new Set(listFamilies(several)).size > 1, listFamilies(several).join());
  check(several);
});

it("are exact on scales of inputs and outputs, and for curves", () => {
  const random = createRandom(9);
  const rows = 100;
  const columns = [0, 1].map(() =>
    Float64Array.from({ length: rows }, () => 10 ** (4 * random.uniform() - 2)),
  );
  const [first = new Float64Array(rows), second = new Float64Array(rows)] = columns;
  const decades: Table = {
    rows,
    inputs: columns.map((values, at) => ({ kind: "continuous", name: `i${at}`, values })),
    outputs: [
      { name: "power", size: 1, values: first.map((a, row) => a ** 1.5 / (1 + (second[row] ?? 0))) },
      {
        name: "curve",
        size: 9,
        values: Float64Array.from({ length: 9 * rows }, (_, at) => {
          const [a, b] = [first[Math.floor(at / 9)] ?? 0, second[Math.floor(at / 9)] ?? 0];
          return Math.log(a + 0.1) * Math.sin((at % 9) / 3) + Math.tanh(b) * (at % 9);
        }),
      },
    ],
  };
  const emulator = fitEmulator(decades, together(processes("rough"), polynomials));
  assert.ok(emulator.inputs.every((input) => input.kind === "continuous" && input.scale.kind !== "identity"));
  // A step must be small beside the smallest value of an input.
  const points = Float64Array.from({ length: 12 }, (_, at) => 10 ** (-0.5 + ((7 * at) % 12) / 6));
  assert.ok(farthest(emulator, points, 1e-5) < 1e-4, `${farthest(emulator, points, 1e-5)}`);
});

it("are none for a categorical input and nothing for one that is not used, and exact beside them", () => {
  const table = syntheticTable(120, 3, {
    y: ([a = 0, b = 0, c = 0]) => (b > 0.6 ? 2 * a : Math.sin(3 * a)) + c - c,
    still: () => 3,
  });
  const codes = Int32Array.from(
    collectPoints(table).filter((_, at) => at % 3 === 1),
    (b) => (b > 0.6 ? 2 : b > 0.3 ? 1 : 0),
  );
  const [first, , third] = table.inputs;
  if (first === undefined || third === undefined) throw new Error("no inputs");
  const levels: Table = {
    ...table,
    inputs: [first, { kind: "categorical", name: "b", levels: ["low", "middle", "high"], codes }, third],
  };
  const emulator = fitEmulator(levels, processes("rough"), { ignoredInputs: ["c"] });
  check(emulator, DENSE_ROW_SETTINGS);
  const points = somePoints(emulator, 4);
  const { gradients } = emulator.predictWithGradients(points, 4).get("y") ?? {
    gradients: { mean: new Float64Array(0) },
  };
  assert.is(gradients.mean.length, 12);
  gradients.mean.forEach((slope, at) => {
    if (at % 3 === 0) assert.not.equal(slope, 0);
    if (at % 3 === 1) assert.ok(Number.isNaN(slope));
    if (at % 3 === 2) assert.is(slope, 0);
  });
  const still = emulator.predictWithGradients(points, 4, ["still"]);
  assert.equal([...still.keys()], ["still"]);
  assert.equal(
    still.get("still")?.gradients.upper.filter((_, at) => at % 3 === 0),
    new Float64Array(4),
  );
});

it("are exact between the rows on either side of a jump, whose location is unknown", () => {
  const table = syntheticTable(150, 2, { y: ([a = 0, b = 0]) => Math.sin(2 * a) + b + (a > 0.5371 ? 3 : 0) });
  const emulator = fitEmulator(table, processes("any"));
  const values = collectPoints(table).filter((_, at) => at % 2 === 0);
  const below =
    values
      .filter((a) => a < 0.5371)
      .sort()
      .at(-1) ?? 0;
  const above = values.filter((a) => a > 0.5371).sort()[0] ?? 1;
  const inside = Array.from([0.2, 0.4, 0.85], (share) => [below + share * (above - below), 0.3]);
  const points = Float64Array.from(inside.flat());
  const steepest = Math.max(...(emulator.predictWithGradients(points, 3).get("y")?.gradients.mean ?? []));
  assert.ok(steepest * (above - below) > 1, `${steepest} over ${above - below}`);
  assert.ok(farthest(emulator, points, 1e-5) < 1e-4, `${farthest(emulator, points, 1e-5)}`);
  check(emulator);
});

it("are exact where errors grow with an input, and with what the folds' models differ by", () => {
  const table = syntheticTable(260, 2, {
    y: ([a = 0, b = 0], random) => Math.sin(3 * a) + b + (0.02 + 0.5 * a ** 3) * random.normal(),
  });
  const emulator = fitEmulator(table, polynomials);
  const points = Float64Array.of(0.1, 0.5, 0.6, 0.5);
  const { lower, upper } = emulator.predict(points, 2).get("y") ?? {};
  const [narrow = 0, wide = 0] = upper?.map((high, at) => high - (lower?.[at] ?? 0)) ?? [];
  assert.ok(wide > 2 * narrow, `${narrow} ${wide}`);
  check(emulator, DENSE_ROW_SETTINGS);
  // Beyond the rows the folds' networks part company: there the bounds widen by that.
  const beyond = Float64Array.of(1.3, 0.5, -0.3, 1.2, 1.2, -0.25);
  const largestError = farthest(fitEmulator(table, smallNetworks), beyond, 1e-4);
  assert.ok(largestError < 1e-4, `${largestError}`);
});

it("come with the predictions of `predict`, many points as few, and are the same bits after a restore", () => {
  const emulator = fitEmulator(smooth, together(processes("rough"), smallNetworks, polynomials));
  const count = 300;
  const points = somePoints(emulator, count);
  const withGradients = emulator.predictWithGradients(points, count).get("y");
  const plain = emulator.predict(points, count).get("y");
  for (const end of PREDICTED_QUANTITIES) {
    const differences = withGradients?.[end].map((value, at) =>
      Math.abs(value - (plain?.[end][at] ?? 0)),
    ) ?? [1];
    assert.ok(Math.max(...differences) < 1e-8, `${end} ${Math.max(...differences)}`);
  }
  const alone = emulator.predictWithGradients(points.subarray(3 * 250, 3 * 251), 1).get("y");
  const there = withGradients?.gradients.lower.slice(3 * 250, 3 * 251);
  there?.forEach((slope, at) => {
    assert.ok(Math.abs(slope - (alone?.gradients.lower[at] ?? 0)) < 1e-8 * (1 + Math.abs(slope)));
  });
  const restored = restoreEmulator(emulator.serialise()).predictWithGradients(points, count).get("y");
  assert.equal(restored, withGradients);
});

it("are exact up to where held-out rows tell of extrapolation, and beyond", () => {
  const cubic = syntheticTable(200, 3, {
    y: ([a = 0, b = 0, c = 0], random) => (a - b) ** 3 + a * b * c - c + 1e-3 * random.normal(),
  });
  const emulator = fitEmulator(cubic, polynomials);
  const [output] = readEmulatorFile(emulator.serialise()).ensembles.flatMap(({ outputs }) => outputs);
  assert.ok(output?.extrapolationModel?.evidence, JSON.stringify(listFamilies(emulator)));
  const outside = somePoints(emulator, 40).map((value) => 0.5 + 1.3 * (value - 0.5));
  const largestError = farthest(emulator, outside, DENSE_ROW_SETTINGS.step);
  assert.ok(largestError < DENSE_ROW_SETTINGS.tolerance, `${largestError}`);
});

it("are 0 where a prediction is clamped far beyond the training range", () => {
  const emulator = fitEmulator(smooth, processes("rough"));
  const prediction = emulator.predictWithGradients(Float64Array.of(9, 0.5, 0.5), 1).get("y");
  assert.is(prediction?.gradients.mean[0], 0);
  assert.not.equal(prediction?.gradients.mean[1], 0);
});

it("are refused as predictions are", () => {
  const emulator = fitEmulator(smooth, polynomials);
  assert.throws(() => emulator.predictWithGradients(Float64Array.of(0), 1), /needs 3 values/);
  assert.throws(() => emulator.predictWithGradients(new Float64Array(3), 1, ["z"]), /no output named/);
});
