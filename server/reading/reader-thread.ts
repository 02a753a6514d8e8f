/** A thread that reads what people uploaded, one piece of work after the other. */
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { checkExtraData } from "./check-extra-data.ts";
import { checkScore } from "./check-score.ts";
import { checkConfinement, checkSpec } from "./check-spec.ts";
import { computeYield } from "./compute-yield.ts";
import { countPoints } from "./count-points.ts";
import { drawGraphs } from "./draw-graphs.ts";
import { fillTemplate } from "./fill-template.ts";
import { pairInputs } from "./pair-inputs.ts";
import { previewScore } from "./preview-score.ts";
import { readCurve } from "./read-curve.ts";
import type { Found, Given, Reply, Task, Work } from "./tasks.ts";

/** Predictions come first. */
const NICENESS = 5;

const WORKS: { readonly [W in Work]: (given: Given<W>) => Found<W> | Promise<Found<W>> } = {
  checkSpec,
  checkConfinement,
  fillTemplate,
  checkExtraData,
  checkScore,
  previewScore,
  readCurve,
  drawGraphs,
  computeYield,
  countPoints,
  pairInputs,
};

async function perform<W extends Work>({ work, given }: Task<W>): Promise<Reply<Found<W>>> {
  try {
    return { kind: "found", found: await WORKS[work](given) };
  } catch (error) {
    return {
      kind: "failed",
      failed: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

// Of the calling thread alone on Linux; of the whole process elsewhere.
if (process.platform === "linux") setPriority(NICENESS);
parentPort?.on("message", async (task: Task) => parentPort?.postMessage(await perform(task)));
parentPort?.postMessage({ kind: "ready" } satisfies Reply<never>);
