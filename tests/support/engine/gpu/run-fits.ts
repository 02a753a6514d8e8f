/** Fits by mini-batches on executors that take turns. */
import type { FitResult } from "@understudy/engine/models/fit-task.ts";
import type { FitterState } from "@understudy/engine/training/fit/create-fitter.ts";
import type { Executor } from "@understudy/engine/training/fit/executor.ts";
import { heldOutError } from "@understudy/engine/training/fit/held-out-errors.ts";
import { createFitData, createFitTask } from "./fit-cases.ts";

const TIME_LIMIT_MS = 1e9;
const DRAIN_TIMEOUT_MS = 60_000;

/** Each executor but the last is drained at its first report, and the next one continues. @returns the results of the seeds in order */
export async function runFits(
  executors: readonly (() => Executor)[],
  seeds: readonly number[],
): Promise<FitResult[]> {
  const states = new Map<number, FitterState>();
  const results = new Map<number, FitResult>();
  for (const [turn, create] of executors.entries()) {
    const executor = create();
    const isLast = turn === executors.length - 1;
    const open = new Set(seeds.filter((seed) => !results.has(seed)));
    for (const id of open)
      executor.start({
        id,
        task: createFitTask(id),
        state: states.get(id) ?? null,
        timeLimitMs: TIME_LIMIT_MS,
      });
    let isDrained = false;
    while (open.size > 0 && !isDrained) {
      const report = await executor.next(1000);
      isDrained = !isLast && report?.type === "progress";
      const last = isDrained ? await executor.drain(DRAIN_TIMEOUT_MS) : [];
      for (const each of [...(report === null ? [] : [report]), ...last]) {
        if (each.type === "failed") throw new Error(each.reason);
        if (each.type === "fitted") results.set(each.id, each.result);
        else if (each.state !== null) states.set(each.id, each.state);
        if (each.type !== "progress") open.delete(each.id);
      }
    }
    await executor.close();
  }
  return seeds.flatMap((seed) => results.get(seed) ?? []);
}

export const measureErrors = (results: readonly FitResult[]): number[] =>
  results.map((result) => heldOutError(createFitData(), [result], 0));
