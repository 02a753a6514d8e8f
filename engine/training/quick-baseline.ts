/**
 * Fits polynomials to a subset of the rows, with every output on its own scale, before scales are chosen, which takes longer. They
 * make the first points of the training's curves, and its first emulator. A training that is stopped then still ends with
 * polynomials of all rows.
 */
import { isCrossValidated } from "@understudy/shared/domain/cross-validation.ts";
import { remainingRows, selectRows, type Table, thinRows } from "../dataset/table.ts";
import { threadKernels } from "../math/kernels/layer-kernels.ts";
import type { Random } from "../math/random.ts";
import type { Emulator } from "../models/emulator.ts";
import { createEmulator } from "../models/ensemble/joined-emulator.ts";
import { asEmulatorParts } from "../models/ensemble/parts.ts";
import { createEnsemble } from "./ensemble/ensemble.ts";
import type { EnsembleAccuracy } from "./ensemble/ensemble-data.ts";
import { createFitter } from "./fit/create-fitter.ts";
import { numberOutOfSample } from "./output-sets/join-sets.ts";
import type { EffortLimits } from "./plan/effort.ts";
import { planData } from "./plan/plan-data.ts";
import { planPolynomials } from "./plan/polynomials.ts";
import { createLeaderboard } from "./plan/stages.ts";
import { describeInputs } from "./prepare/describe-inputs.ts";
import type { TrainOptions } from "./prepare/messages.ts";
import { prepare } from "./prepare/prepare.ts";
import { listTrainingRows } from "./prepare/training-rows.ts";

const MAX_ROWS = 1000;
const MAX_VALIDATION_ROWS = 300;
/** The most values of all outputs together: more of them take long to prepare, however few rows there are. */
const MAX_VALUES = 100;

/** Tells whether the outputs of a table are few enough for quick polynomials. */
export const hasQuickBaseline = ({ outputs }: Pick<Table, "outputs">): boolean =>
  outputs.reduce((sum, { size }) => sum + size, 0) <= MAX_VALUES;

export interface QuickBaseline {
  accuracy: EnsembleAccuracy;
  /** Makes an emulator of the polynomials so far, with bounds and accuracy measured on rows of the subset. */
  emulatorSteps(): Generator<undefined, Emulator>;
}

/**
 * Yields the accuracy of each polynomial, and undefined between long steps.
 * @returns the last of them; null where there are none
 */
export function* quickBaseline(
  table: Table,
  options: TrainOptions,
  limits: EffortLimits,
  random: Random,
): Generator<EnsembleAccuracy | undefined, QuickBaseline | null> {
  if (!hasQuickBaseline(table)) return null;
  const allValidation = Int32Array.from(options.validationRows);
  const trainingRows = listTrainingRows(table.rows, allValidation);
  const training = thinRows(remainingRows(table.rows, allValidation), MAX_ROWS);
  const validation = thinRows(allValidation, MAX_VALIDATION_ROWS);
  const rows = Int32Array.of(...training, ...validation);
  const some = selectRows(table, rows);
  const validationRows = validation.map((_, at) => training.length + at);
  const numbers = options.groups ?? null;
  const groups = numbers && rows.map((row) => numbers[row]);
  const subsetOptions = { ...options, validationRows, groups };
  const prepared = yield* prepare(some, subsetOptions, random, false, isCrossValidated(table.rows));
  const ensemble = createEnsemble(prepared);
  const context = { clock: () => 0, timeLimitMs: Number.POSITIVE_INFINITY, kernels: threadKernels() };
  let accuracy: EnsembleAccuracy | null = null;
  const plan = planPolynomials(planData(prepared, random), limits, createLeaderboard(prepared.trainingData));
  for (let step = plan.next(); !step.done; ) {
    const results = step.value.tasks.map((task) => {
      const fitter = createFitter(prepared.trainingData, task, null, context);
      while (fitter.advance());
      return fitter.result();
    });
    for (const result of results) if (result !== null) ensemble.add(result);
    const measured = ensemble.accuracy();
    yield measured;
    if (accuracy !== null || results.some((result) => result !== null)) accuracy = measured;
    step = plan.next(results);
  }
  if (accuracy === null) return null;
  return {
    accuracy,
    *emulatorSteps() {
      const parts = numberOutOfSample(yield* ensemble.partsSteps(), rows);
      // The inputs are described over all training rows: what lies outside the subset is not outside the data.
      const inputs = describeInputs(table, trainingRows, prepared.features);
      return createEmulator(asEmulatorParts({ ...parts, inputs }));
    },
  };
}
