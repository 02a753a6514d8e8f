/**
 * Reports the accuracy of polynomials of some of the rows, with every output on its own scale, before scales are chosen, which
 * takes longer. A training that is stopped then ends with polynomials of all rows.
 */
import { remainingRows, selectRows, type Table, thinRows } from "../dataset/table.ts";
import { threadKernels } from "../math/kernels/layer-kernels.ts";
import type { Random } from "../math/random.ts";
import { createPanel } from "./ensemble/ensemble.ts";
import type { PanelAccuracy } from "./ensemble/ensemble-data.ts";
import { startStudy } from "./fit/fitter.ts";
import type { TrainOptions } from "./messages.ts";
import type { EffortLimits } from "./plan/effort.ts";
import { planData } from "./plan/plan-data.ts";
import { planPolynomials } from "./plan/polynomials.ts";
import { createLeaderboard } from "./plan/stages.ts";
import { prepare } from "./prepare/prepare.ts";

const MOST_ROWS = 1000;
const MOST_VALIDATION_ROWS = 300;
/** Of an output or of all together: more of them take long to prepare, however few rows there are. */
const MOST_VALUES = 100;

/** Yields what is reached, and nothing between long steps. */
export function* quickBaseline(
  table: Table,
  options: TrainOptions,
  limits: EffortLimits,
  random: Random,
): Generator<PanelAccuracy | undefined, void> {
  if (table.outputs.reduce((sum, { size }) => sum + size, 0) > MOST_VALUES) return;
  const kept = Int32Array.from(options.validationRows);
  const training = thinRows(remainingRows(table.rows, kept), MOST_ROWS);
  const validation = thinRows(kept, MOST_VALIDATION_ROWS);
  const some = selectRows(table, Int32Array.of(...training, ...validation));
  const validationRows = validation.map((_, at) => training.length + at);
  const prepared = yield* prepare(some, { ...options, validationRows }, random, false);
  const panel = createPanel(prepared);
  const context = { clock: () => 0, timeLimitMs: Number.POSITIVE_INFINITY, kernels: threadKernels() };
  const plan = planPolynomials(planData(prepared, random), limits, createLeaderboard(prepared.learning));
  for (let step = plan.next(); !step.done; ) {
    const learnt = step.value.lessons.map((lesson) => {
      const study = startStudy(prepared.learning, lesson, null, context);
      while (study.advance());
      return study.learnt();
    });
    for (const one of learnt) if (one !== null) panel.add(one);
    yield panel.accuracy();
    step = plan.next(learnt);
  }
}
