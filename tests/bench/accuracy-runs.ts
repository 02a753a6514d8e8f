/** Every single run of the accuracy bench, kept so that a part of the table can be measured anew, and its table of means. */
import { z } from "zod";
import type { Row } from "./bench.ts";
import { createRunStore, stampSchema } from "./run-store.ts";

const runSchema = z.object({
  set: z.string(),
  method: z.string(),
  seed: z.number(),
  /** Training rows, inputs, and values of all outputs together. */
  rows: z.number(),
  inputs: z.number(),
  values: z.number(),
  r2: z.number(),
  r2Components: z.number(),
  nrmse: z.number(),
  coverage: z.number().nullable(),
  calibrationError: z.number().nullable(),
  width: z.number().nullable(),
  winkler: z.number().nullable(),
  seconds: z.number(),
  cpuSeconds: z.number(),
  note: z.string(),
  ...stampSchema.shape,
});
export type Run = z.infer<typeof runSchema>;

const store = createRunStore(
  "accuracy-runs",
  runSchema,
  ({ set, method, seed }) => `${set} ${method} ${seed}`,
);

export const storedRuns = (): Run[] => store.read();

export const isStored = (set: string, method: string, seed: number): boolean =>
  storedRuns().some((run) => run.set === set && run.method === method && run.seed === seed);

export const mergeRuns = (runs: readonly Run[], write: boolean): Run[] => store.merge(runs, write);

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** A row for every set and method: means over the seeds. */
export function computeMeans(runs: readonly Run[]): Row[] {
  const groups = new Map<string, Run[]>();
  for (const run of runs) {
    const key = `${run.set} ${run.method}`;
    groups.set(key, [...(groups.get(key) ?? []), run]);
  }
  return [...groups.values()].map((group) => {
    const over = (pick: (run: Run) => number) => mean(group.map(pick));
    const bounded = (pick: (run: Run) => number | null, digits: number) =>
      group.some((run) => pick(run) === null)
        ? null
        : Number(over((run) => pick(run) ?? 0).toPrecision(digits));
    const [first] = group;
    return {
      set: first?.set ?? "",
      method: first?.method ?? "",
      rows: first?.rows ?? 0,
      in: first?.inputs ?? 0,
      out: first?.values ?? 0,
      seeds: group.length,
      R2: Number(over(({ r2 }) => r2).toFixed(8)),
      "R2 components": Number(over(({ r2Components }) => r2Components).toFixed(8)),
      NRMSE: Number(over(({ nrmse }) => nrmse).toPrecision(4)),
      "covered of 95%": bounded(({ coverage }) => coverage, 3),
      "calibration error": bounded(({ calibrationError }) => calibrationError, 2),
      width: bounded(({ width }) => width, 3),
      Winkler: bounded(({ winkler }) => winkler, 3),
      seconds: Number(over(({ seconds }) => seconds).toPrecision(3)),
      "CPU s": Number(over(({ cpuSeconds }) => cpuSeconds).toPrecision(3)),
      note: first?.note ?? "",
    };
  });
}
