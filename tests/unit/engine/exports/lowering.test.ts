/** The program of an emulator predicts what the emulator predicts: for all families of models, scales and kinds of inputs. */
import { collectPoints, type Table } from "@understudy/engine/dataset/table.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { createEnsembleEmulator } from "@understudy/engine/models/ensemble/emulator.ts";
import type { EnsembleEmulatorParts } from "@understudy/engine/models/ensemble/parts.ts";
import type { FittedModel } from "@understudy/engine/models/fit-task.ts";
import { assert, suite } from "../../../harness.ts";
import {
  fitEmulator,
  listFamilies,
  polynomials,
  processes,
  smallNetworks,
  somePoints,
  together,
  wideNetworks,
} from "../../../support/engine/gradients.ts";
import {
  handMadeAlone,
  handMadeEnsemble,
  handMadeNetwork,
  handMadePolynomial,
  handMadeProcess,
} from "../../../support/engine/hand-made-emulator.ts";
import { farthest, lowerEmulator, programOfEnsemble, readParts } from "../../../support/engine/lowered.ts";
import { syntheticTable } from "../../../support/engine/tables.ts";

const EXACT_TOLERANCE = 1e-9;
const SINGLE_TOLERANCE = 1e-6;
/** Variances without noise are small differences of large numbers: their last digits depend on the order of the sums. */
const NOISELESS_TOLERANCE = 1e-7;

const it = suite("the program of an emulator", { timeout: 60_000 });

function checkParts(parts: EnsembleEmulatorParts, tolerance = EXACT_TOLERANCE): void {
  const emulator = createEnsembleEmulator(parts);
  for (const withBounds of [true, false]) {
    const difference = farthest(emulator, programOfEnsemble(parts, withBounds));
    assert.ok(difference < tolerance, `${difference}`);
  }
}

const models: Record<string, FittedModel> = {
  "a Gaussian process with components": handMadeProcess("matern-5/2", "components"),
  "a Gaussian process with a product": handMadeProcess("matern-3/2", "product"),
  "a smooth Gaussian process": handMadeProcess("squared-exponential", "components"),
  "a network of hyperbolic tangents": handMadeNetwork("tanh", [6, 5]),
  "a network of SiLU units": handMadeNetwork("silu", [6]),
  "a network without hidden units": handMadeNetwork("tanh", []),
  "a polynomial": handMadePolynomial(),
};
for (const [name, model] of Object.entries(models))
  it(`predicts what the emulator does: ${name}, on all scales`, () => checkParts(handMadeAlone(model)));

it("predicts what the emulator does: an ensemble of members with different numbers of folds", () => {
  checkParts(handMadeEnsemble());
});

it("predicts what trained emulators of each family do", () => {
  const table = syntheticTable(100, 3, {
    y: ([a = 0, b = 0, c = 0], random) => Math.sin(4 * a + b) + b * b * c + 0.1 * a * random.normal(),
  });
  for (const plan of [processes("any"), together(smallNetworks, polynomials)]) {
    const emulator = fitEmulator(table, plan);
    checkParts(readParts(emulator));
  }
});

it("predicts what a network does that was fitted in single precision, but for its rounding", () => {
  const table = syntheticTable(90, 2, { y: ([a = 0, b = 0]) => Math.sin(4 * a + b) });
  const emulator = fitEmulator(table, wideNetworks);
  assert.equal(listFamilies(emulator), ["network"]);
  const difference = farthest(emulator, lowerEmulator(emulator), somePoints(emulator, 40));
  assert.ok(difference < SINGLE_TOLERANCE, `${difference}`);
  // With weights that are no numbers of single precision, the emulator computes in double precision as the program does.
  const parts = readParts(emulator);
  for (const { family, model } of parts.models)
    if (family === "network") model.parameters.set(model.parameters.map((value) => value * (1 + 1e-12)));
  checkParts(parts);
});

/** With a category, an input that was never varied, a curve, an output over decades, one with a jump, and one that never changes. */
function mixedTable(): Table {
  const table = syntheticTable(150, 3, {
    decades: ([a = 0, b = 0]) => 10 ** (6 * a - 3 + b),
    jump: ([a = 0, b = 0]) => Math.sin(2 * a) + b + (a > 0.5371 ? 3 : 0),
    curve: ([a = 0, b = 0]) => Array.from({ length: 9 }, (_, at) => Math.sin(a * at) + b * at),
    still: () => 3,
  });
  const points = collectPoints(table);
  const codes = Int32Array.from({ length: 150 }, (_, row) => Math.floor(3 * (points[3 * row + 2] ?? 0)));
  const random = createRandom(2);
  const decades = Float64Array.from({ length: 150 }, () => 10 ** (4 * random.uniform() - 2));
  return {
    ...table,
    inputs: [
      ...table.inputs.slice(0, 2),
      { kind: "categorical", name: "c", levels: ["low", "middle", "high"], codes },
      { kind: "continuous", name: "never varied", values: new Float64Array(150).fill(7) },
      { kind: "continuous", name: "decades", values: decades },
    ],
  };
}

const quadratic: typeof polynomials = (prepared) =>
  polynomials(prepared).flatMap((task) => (task.family === "polynomial" ? [{ ...task, degree: 2 }] : []));
const mixed = fitEmulator(mixedTable(), together(processes("any"), quadratic));

it("predicts what trained emulators do with categories, curves, scales, jumps and inputs that were never varied", () => {
  const parts = readParts(mixed);
  assert.ok(parts.outputs.some(({ scale }) => scale.kind !== "identity"));
  assert.ok(parts.features.some((feature) => feature.kind === "value" && feature.scale.kind !== "identity"));
  assert.ok(
    parts.models.some(
      (fitted) => fitted.family === "gaussian-process" && fitted.model.discontinuities.length > 0,
    ),
  );
  checkParts(parts, NOISELESS_TOLERANCE);
});

it("predicts what emulators of inputs and outputs near the ends of the numbers do", () => {
  const table = syntheticTable(90, 2, {
    huge: ([a = 0, b = 0]) => (a - 0.5) * 1e308 * (0.5 + b / 2),
    tiny: ([a = 0, b = 0]) => (a * b + 1) * 1e-300,
    both: ([a = 0, b = 0]) => 10 ** (600 * a - 300 + b),
    shifted: ([a = 0, b = 0]) => 1e6 + 1e-3 * Math.sin(3 * a + b),
  });
  const [a, b] = table.inputs;
  if (a?.kind !== "continuous" || b?.kind !== "continuous")
    throw new Error("Two continuous inputs are meant.");
  a.values = a.values.map((value) => (value - 0.5) * 1e308);
  b.values = b.values.map((value) => 10 ** (600 * value - 300));
  const emulator = fitEmulator(table, polynomials);
  const difference = farthest(emulator, lowerEmulator(emulator), somePoints(emulator, 40));
  assert.ok(difference < EXACT_TOLERANCE, `${difference}`);
});

it("predicts a constant where no input was varied", () => {
  const none = new Float64Array(0);
  const constant: FittedModel = {
    family: "polynomial",
    model: {
      middles: none,
      reaches: none,
      terms: new Int32Array(0),
      coefficients: Float64Array.of(0.3, 0.8),
    },
  };
  const referenceRows = { rows: none, spacings: none, whitening: none };
  checkParts({ ...handMadeAlone(constant), features: [], leverage: null, referenceRows });
});

/** Lists the numbers that make the mean of a model. */
function listMeanNumbers(fitted: FittedModel): Float64Array {
  if (fitted.family === "gaussian-process") return fitted.model.weights;
  return fitted.family === "network" ? fitted.model.parameters : fitted.model.coefficients;
}

it("is told from one with a single wrong number", () => {
  for (const [name, model] of Object.entries(models)) {
    const right = handMadeAlone(model);
    const wrong: EnsembleEmulatorParts = { ...right, models: structuredClone(right.models) };
    const [fitted] = wrong.models;
    if (fitted === undefined) throw new Error("There is one model.");
    const numbers = listMeanNumbers(fitted);
    numbers.set([1.0001 * (numbers[4] ?? 0)], 4);
    const difference = farthest(createEnsembleEmulator(right), programOfEnsemble(wrong, true));
    assert.ok(difference > 100 * EXACT_TOLERANCE, `${name}: ${difference}`);
  }
});
