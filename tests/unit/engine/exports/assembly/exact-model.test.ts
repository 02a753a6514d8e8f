/** From a stored emulator and what its job says of it to a model with its test vectors. */
import { largestDifferences, makeTestVectors } from "@understudy/engine/exports/assembly/comparison.ts";
import { exactModel, withOutputs } from "@understudy/engine/exports/assembly/exact-model.ts";
import { spaceFillingPoints } from "@understudy/engine/exports/assembly/points.ts";
import { runProgram } from "@understudy/engine/exports/run-program.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import { readEmulatorFile } from "@understudy/engine/models/ensemble/file.ts";
import { createEmulator } from "@understudy/engine/models/ensemble/joined-emulator.ts";
import { train } from "@understudy/engine/training/train.ts";
import { assert, suite } from "../../../../harness.ts";
import { drawValidationRows, finish, syntheticTable } from "../../../../support/engine/tables.ts";

const table = syntheticTable(60, 2, {
  y: ([a = 0, b = 0]) => 1e-6 * (a + b * b + 0.1 * Math.sin(20 * a * b)),
  a_: ([a = 0]) => Array.from({ length: 4 }, (_, i) => Math.sin(a + i / 3)),
});
const work = train(
  table,
  { effort: "quick", validationRows: drawValidationRows(table) },
  { random: createRandom(1), clock: () => 0 },
);
const parts = readEmulatorFile((await finish(work)).emulator.serialise());
const column = { type: "Scalar", min: 0, max: 1, multiplier: 1, is_integer: false, fixed: false } as const;
const input = { ...column, values: null, unique_values: null };
const facts = {
  title: 'class: Ω "1"',
  jobId: 7,
  version: "3 (ab)",
  createdAt: "2026-11-23T12:00:00.000Z",
  columns: {
    inputs: [
      { ...input, name: "a", display: "Gate length", unit: "m", initval: 0.25 },
      { ...input, name: "b", display: "", unit: "", initval: null },
    ],
    outputs: [],
    coordinates: [],
  },
};
const options = { withBounds: true, errors: new Map([["y", 2e-9]]) };
const limits = { clock: () => 0, timeLimitMs: 1 };

const it = suite("the exact model of an emulator", { timeout: 60_000 });

it("has the names, units, initial values and errors of its job, and identifiers of its own", () => {
  const { identifier, inputs, outputs, hasBounds } = exactModel(parts, facts, options);
  assert.equal([identifier, hasBounds], ["class_ohm_1", true]);
  assert.equal(
    inputs.map(({ name, description, unit, initial }) => [name, description, unit, initial]),
    [
      ["a", "Gate length", "m", 0.25],
      ["b", "", "", inputs[1]?.kind === "continuous" ? (inputs[1].minimum + inputs[1].maximum) / 2 : 0],
    ],
  );
  assert.equal(
    outputs.map(({ name, size, error, curve }) => [name, size, error, curve?.knots.length ?? null]),
    [
      ["y", 1, 2e-9, null],
      ["a_", 4, null, 4],
    ],
  );
  const taken = [...inputs, ...outputs].map(({ identifier: name }) => name.toLowerCase());
  assert.is(new Set(taken).size, taken.length);
});

it("differs from the emulator by rounding alone, with the outputs that were chosen", () => {
  const chosen = withOutputs(parts, ["a_"]);
  const emulator = createEmulator(chosen);
  const { program } = exactModel(chosen, facts, options);
  const points = spaceFillingPoints(emulator.inputs, 300, 0);
  const comparison = largestDifferences(emulator, ["a_"], program, points, limits);
  const { differences, points: compared } = runToEnd(comparison);
  assert.is(compared, 300);
  assert.ok(differences.length === 1 && (differences[0] ?? 1) < 1e-9, `${differences}`);
  assert.throws(() => withOutputs(parts, ["z"]), /no output named “z”/);
});

it("is found to differ where its program is another", () => {
  const emulator = createEmulator(withOutputs(parts, ["y"]));
  const { program } = exactModel(withOutputs(parts, ["y"]), facts, options);
  const [result] = program.results;
  const wrong = { ...program, results: [{ mean: result?.lower ?? 0, lower: null, upper: null }] };
  const points = spaceFillingPoints(emulator.inputs, 20, 0);
  const differences = Array.from(emulator.means(points, 20, "y"), (value, at) =>
    Math.abs(value - (runProgram(wrong, points, 20)[0]?.mean[at] ?? value)),
  );
  const comparison = largestDifferences(emulator, ["y"], wrong, points, limits);
  // Rounding is added.
  const ratio = (runToEnd(comparison).differences[0] ?? 0) / Math.max(...differences);
  assert.ok(ratio >= 1 && ratio < 1 + 1e-6, `${ratio}`);
  assert.ok(Math.max(...differences) > 0);
});

it("is tested by the program's own values where rounding leaves them alone, and else by the emulator's", () => {
  const scalarParts = withOutputs(parts, ["y"]);
  const emulator = createEmulator(scalarParts);
  const { program } = exactModel(scalarParts, facts, options);
  const points = spaceFillingPoints(emulator.inputs, 20, 0);
  assert.is(makeTestVectors(emulator, ["y"], program, points, true).program?.length, 1);
  const [result] = program.results;
  const other = { ...program, results: [{ mean: result?.lower ?? 0, lower: null, upper: null }] };
  assert.is(makeTestVectors(emulator, ["y"], other, points, false).program, null);
});

it("is compared at other points than it is tested at, all within the ranges", () => {
  const emulator = createEmulator(parts);
  const [compared, tested] = [0, 100].map((from) => spaceFillingPoints(emulator.inputs, 100, from));
  const comparedCoordinates = new Set(compared);
  assert.ok(tested?.every((value) => !comparedCoordinates.has(value)));
  emulator.inputs.forEach((emulatorInput, at) => {
    if (emulatorInput.kind !== "continuous") return;
    const coordinates = Array.from({ length: 100 }, (_, i) => compared?.[2 * i + at] ?? Number.NaN);
    assert.ok(coordinates.every((value) => value >= emulatorInput.minimum && value <= emulatorInput.maximum));
    const width = emulatorInput.maximum - emulatorInput.minimum;
    assert.ok(Math.max(...coordinates) - Math.min(...coordinates) > 0.95 * width);
  });
});
