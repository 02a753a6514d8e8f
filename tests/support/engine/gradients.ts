/** Real emulators of chosen families, and how far the derivatives of their predictions are from finite differences. */
import type { Table } from "@understudy/engine/dataset/table.ts";
import { LayerKernels } from "@understudy/engine/math/kernels/layer-kernels.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import type { Emulator, EmulatorFamily } from "@understudy/engine/models/emulator.ts";
import type { FitTask, GaussianProcessFitTask, NetworkFitTask } from "@understudy/engine/models/fit-task.ts";
import { createEnsemble } from "@understudy/engine/training/ensemble/ensemble.ts";
import { createFitter } from "@understudy/engine/training/fit/create-fitter.ts";
import type { TrainOptions } from "@understudy/engine/training/prepare/messages.ts";
import { type Prepared, prepare } from "@understudy/engine/training/prepare/prepare.ts";
import { assert } from "../../harness.ts";
import { drawValidationRows } from "./tables.ts";

type Plan = (prepared: Prepared) => FitTask[];

/** A real emulator of the results of a few tasks. */
export function fitEmulator(table: Table, plan: Plan, options: Partial<TrainOptions> = {}): Emulator {
  const validationRows = drawValidationRows(table);
  const prepared = runToEnd(prepare(table, { effort: "quick", validationRows, ...options }, createRandom(1)));
  const ensemble = createEnsemble(prepared);
  const context = { clock: () => 0, timeLimitMs: 1e6, kernels: new LayerKernels() };
  for (const task of plan(prepared)) {
    const fitter = createFitter(prepared.trainingData, task, null, context);
    while (fitter.advance());
    const result = fitter.result();
    if (result !== null) ensemble.add(result);
  }
  return ensemble.emulator();
}

const listTargets = ({ trainingData }: Prepared) => Array.from(trainingData.targets.keys());

export const processes =
  (kind: GaussianProcessFitTask["kind"] = "any"): Plan =>
  (prepared) =>
    listTargets(prepared).map((target) => ({
      family: "gaussian-process",
      candidate: `process, ${kind}`,
      targets: [target],
      fold: null,
      seed: 1,
      restarts: 1,
      kind,
      skipsRefits: true,
    }));

const network = (
  prepared: Prepared,
): Pick<NetworkFitTask, "family" | "seed" | "features" | "learningRate"> => ({
  family: "network",
  seed: 2,
  features: Array.from({ length: prepared.trainingData.inputs.rows }, (_, at) => at),
  learningRate: 2e-2,
});

/** Two candidates, each with one model a fold, fitted in double precision. */
export const smallNetworks: Plan = (prepared) =>
  [[5, 3], [6]].flatMap((hidden) =>
    listTargets(prepared).flatMap((target) =>
      Array.from({ length: prepared.trainingData.foldCount }, (_, fold) => ({
        ...network(prepared),
        method: "second-order" as const,
        candidate: `small network ${hidden}`,
        targets: [target],
        fold,
        shape: { inputs: prepared.trainingData.inputs.rows, hidden, outputs: 1 },
        steps: 15,
      })),
    ),
  );

/** A plan with networks for all targets, fitted in single precision. */
export const wideNetworks: Plan = (prepared) =>
  Array.from({ length: prepared.trainingData.foldCount }, (_, fold) => ({
    ...network(prepared),
    method: "mini-batch" as const,
    candidate: "wide network",
    targets: listTargets(prepared),
    fold,
    shape: {
      inputs: prepared.trainingData.inputs.rows,
      hidden: [16, 24],
      outputs: prepared.trainingData.targets.length,
      activation: "silu" as const,
    },
    steps: 300,
  }));

export const polynomials: Plan = (prepared) => [
  {
    family: "polynomial",
    candidate: "polynomial",
    targets: listTargets(prepared),
    fold: null,
    seed: 3,
    degree: 4,
  },
];

export const together =
  (...plans: Plan[]): Plan =>
  (prepared) =>
    plans.flatMap((plan) => plan(prepared));

export const listFamilies = (emulator: Emulator): EmulatorFamily[] =>
  emulator.outputs.flatMap(({ families }) =>
    families.flatMap(({ family, weight }) => (weight > 0.01 ? [family] : [])),
  );

/** Points inside the training ranges, at random; categories by their codes. */
export function somePoints({ inputs }: Emulator, count: number, seed = 5): Float64Array {
  const random = createRandom(seed);
  return Float64Array.from({ length: count * inputs.length }, (_, at) => {
    const input = inputs[at % inputs.length];
    if (input?.kind === "categorical") return random.integer(input.levels.length);
    const [low, high] = [input?.minimum ?? 0, input?.maximum ?? 1];
    return low + (high - low) * (0.05 + 0.9 * random.uniform());
  });
}

export const PREDICTED_QUANTITIES = ["mean", "lower", "upper"] as const;

/**
 * The largest difference between gradients and central differences of fourth order, in units of how much an output changes over
 * an input's range.
 * @param step as a share of an input's range.
 */
export function farthest(emulator: Emulator, points: Float64Array, step: number): number {
  const width = emulator.inputs.length;
  const count = points.length / width;
  const withGradients = emulator.predictWithGradients(points, count);
  let max = 0;
  emulator.inputs.forEach((input, at) => {
    if (input.kind === "categorical") return;
    const unit = input.maximum - input.minimum;
    const at4 = [-2, -1, 1, 2].map((times) =>
      emulator.predict(
        points.map((value, place) => (place % width === at ? value + times * step * unit : value)),
        count,
      ),
    );
    for (const { name, size } of emulator.outputs) {
      const prediction = withGradients.get(name);
      for (const end of PREDICTED_QUANTITIES) {
        const [a, b, c, d] = at4.map((moved) => moved.get(name)?.[end]);
        const values = prediction?.[end] ?? new Float64Array(0);
        const range = Math.max(...values) - Math.min(...values) || 1;
        values.forEach((_, place) => {
          const difference =
            ((a?.[place] ?? 0) - 8 * (b?.[place] ?? 0) + 8 * (c?.[place] ?? 0) - (d?.[place] ?? 0)) /
            (12 * step);
          const slope = (prediction?.gradients[end][place * width + at] ?? Number.NaN) * unit;
          const relativeError = Math.abs(slope - difference) / range;
          assert.ok(Number.isFinite(relativeError), `${name} ${end} ${input.name}`);
          max = Math.max(max, relativeError);
        });
        assert.is(values.length, count * size);
      }
    }
  });
  return max;
}

export function check(emulator: Emulator, { step = 1e-3, tolerance = 1e-5, count = 7 } = {}): void {
  const largestError = farthest(emulator, somePoints(emulator, count), step);
  assert.ok(largestError < tolerance, `${largestError}`);
}
