/** The emulator's own equations in a circuit: what the emulator says, along its curves as well, with slopes that a simulator can use. */
import { ownEquations, withOwnMeans } from "@understudy/engine/exports/equations/own-equations.ts";
import { makeSignature } from "@understudy/engine/exports/equations/signature.ts";
import type { ExportedModel } from "@understudy/engine/exports/exported-model.ts";
import { lowerCurveAt } from "@understudy/engine/exports/lowering/curve-at.ts";
import { ProgramBuilder } from "@understudy/engine/exports/program.ts";
import { runProgram } from "@understudy/engine/exports/run-program.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { predictionAt } from "@understudy/shared/math/predicted-curves.ts";
import { assert, suite } from "../../../../harness.ts";
import { continuous } from "../../../../support/engine/function-emulators.ts";
import { fitEmulator, processes } from "../../../../support/engine/gradients.ts";
import { lowerEmulator } from "../../../../support/engine/lowered.ts";
import { smoothEmulator } from "../../../../support/engine/smooth-emulators.ts";
import { syntheticTable } from "../../../../support/engine/tables.ts";
import { distilledModel } from "../../../../support/exports/distilled.ts";
import { createPredictor, emulatorModel } from "../../../../support/exports/emulator-model.ts";
import { plainModel, plainVectors } from "../../../../support/exports/plain-model.ts";
import { moduleDerivatives } from "../../../../support/osdi/compile.ts";

const it = suite("the emulator's own equations", { timeout: 60_000 });

const random = createRandom(5);
const CURVE_FORMULAS: Readonly<Record<string, (k: number) => number>> = {
  "that rises and falls": () => random.normal(),
  "that is flat in places": (k) => Math.floor(k / 3) - Math.floor(k / 4),
  "over twelve decades": (k) => 10 ** (k - 12),
};
for (const [name, valueAt] of Object.entries(CURVE_FORMULAS))
  for (const count of [1, 2, 3, 12])
    it(`of a curve ${name}, of ${count} knots, say what the pages show between them`, () => {
      const knots = Float64Array.from({ length: count }, (_, k) => k + 0.3 * Math.sin(k));
      const mean = Float64Array.from(knots, (_, k) => valueAt(k));
      const [lower, upper] = [-1, 1].map((sign) =>
        mean.map((value) => value + sign * Math.abs(value) * random.uniform()),
      );
      if (lower === undefined || upper === undefined) throw new Error("There are no bounds.");
      const b = new ProgramBuilder(1);
      const [m, l, u] = [mean, lower, upper].map((values) => b.constant(values));
      const result = { mean: m ?? 0, lower: l ?? null, upper: u ?? null };
      const program = {
        instructions: b.instructions,
        results: [lowerCurveAt(b, result, knots, b.inputs)],
      };
      const points = Float64Array.from({ length: 60 }, (_, i) => -1 + (i * (count + 1)) / 59);
      const [exported] = runProgram(program, points, points.length);
      const shown = predictionAt({ mean, lower, upper }, knots, points);
      const size = Math.max(...mean.map(Math.abs));
      for (const part of ["mean", "lower", "upper"] as const)
        shown[part].forEach((value, i) => {
          assert.ok(
            Math.abs((exported?.[part]?.[i] ?? Number.NaN) - value) <= 1e-13 * size,
            `${part} at ${points[i]}`,
          );
        });
    });

/** A covariance with two points, in the first of which its distance is 0. */
function covariances(): ExportedModel {
  const b = new ProgramBuilder(2);
  const distance = b.sqrt(
    b.multiply(b.number(5), b.squaredDistances(b.inputs, Float64Array.of(0.5, 0.25, 0.75, 0.125))),
  );
  const polynomial = b.add(b.add(b.number(1), distance), b.divide(b.square(distance), b.number(3)));
  const mean = b.sum(b.multiply(polynomial, b.exp(b.negate(distance))));
  const program = { instructions: b.instructions, results: [{ mean, lower: null, upper: null }] };
  return plainModel(program, 2);
}

it("have finite slopes where the distance to a row is 0, and hardly another value", async () => {
  const model = covariances();
  const program = ownEquations(model, makeSignature(model));
  const vectors = plainVectors(program, Float64Array.of(0.5, 0.25), 1);
  const [compiled] = await moduleDerivatives({ ...model, program }, vectors);
  const [value = 0, ...slopes] = compiled?.[0] ?? [];
  assert.ok(slopes.length === 2 && slopes.every(Number.isFinite), `${slopes}`);
  const [interpreted] = runProgram(model.program, vectors.points, 1);
  assert.ok(Math.abs(value - (interpreted?.mean[0] ?? 0)) < 1e-12);
});

const process = fitEmulator(
  syntheticTable(12, 2, { y: ([a = 0, b = 0]) => Math.sin(3 * a) + b * b }),
  processes(),
);
const exact: ExportedModel = {
  ...emulatorModel(process, [0.1], lowerEmulator(process, false)),
  hasBounds: false,
};

const rough = smoothEmulator([continuous("a"), continuous("b")], {
  rough: ([a = 0, b = 0]) => ({ mean: Math.sin(40 * a) * Math.cos(31 * b), reach: 1 }),
  even: ([a = 0, b = 0]) => ({ mean: a + b, reach: 1 }),
});

it("take the place of a network that is not near enough, and of no other", async () => {
  const b = new ProgramBuilder(2);
  const [x, y] = [0, 1].map((at) => b.pick(b.inputs, [at]));
  // What the emulator says of `even`, and something that nobody would take for `rough`.
  const sum = b.add(x ?? 0, y ?? 0);
  const ownProgram = {
    instructions: b.instructions,
    results: [b.add(sum, b.number(7)), sum].map((mean) => ({ mean, lower: null, upper: null })),
  };
  const request = {
    model: emulatorModel(rough, [1e-3, 1e-2]),
    predict: createPredictor(rough),
    rows: new Float64Array(0),
    wantedShare: 0.1,
    ownProgram,
    fits: { cpuSeconds: 1, deadline: () => Number.POSITIVE_INFINITY },
    onProgress: () => undefined,
    signal: new AbortController().signal,
  };
  const networks = await distilledModel(request);
  const { model, ownOutputs, vectors, hidden } = await distilledModel(request, "withOwnEquations");
  assert.equal(
    [networks.ownOutputs, ownOutputs],
    [
      [false, false],
      [true, false],
    ],
  );
  assert.equal(hidden, networks.hidden);
  const at = (program: ExportedModel["program"]) => runProgram(program, vectors.points, vectors.count);
  const [mixed, alone] = [at(model.program), at(networks.model.program)];
  assert.equal(mixed[1], alone[1]);
  assert.equal(mixed[0]?.lower, alone[0]?.lower);
  assert.equal(mixed[0]?.mean, at(ownProgram)[0]?.mean);
  assert.equal(at(withOwnMeans(networks.model.program, ownProgram, [false, false], 2)), alone);
});

it("alone need no networks, and say that they are exact", async () => {
  const { model, accuracies } = await distilledModel(
    {
      model: exact,
      predict: (points, count) => [{ mean: process.means(points, count, "y"), lower: null, upper: null }],
      rows: new Float64Array(0),
      wantedShare: 0.1,
      ownProgram: ownEquations(exact, makeSignature(exact)),
      fits: null,
      onProgress: () => undefined,
      signal: new AbortController().signal,
    },
    "withOwnEquations",
  );
  assert.equal(model.fidelity, { kind: "exact" });
  assert.ok((accuracies[0]?.share ?? 1) < 1e-8);
});
