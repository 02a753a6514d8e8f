/** A thread that reads what people uploaded, one piece of work after the other. */
import { setPriority } from "node:os";
import { serveTasks } from "@understudy/engine/threads/serve-tasks.ts";
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
import type { Reply, Task, Work, WorkAnswer, WorkRequest } from "./tasks.ts";

/** The threads run at a lower priority, so that predictions come first. */
const THREAD_NICENESS = 5;

const PERFORMERS: {
  readonly [W in Work]: (request: WorkRequest<W>) => WorkAnswer<W> | Promise<WorkAnswer<W>>;
} = {
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

async function perform<W extends Work>({ work, request }: Task<W>): Promise<Reply<WorkAnswer<W>>> {
  try {
    return { kind: "found", answer: await PERFORMERS[work](request) };
  } catch (error) {
    return {
      kind: "failed",
      failed: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

// Of the calling thread alone on Linux; of the whole process elsewhere.
if (process.platform === "linux") setPriority(THREAD_NICENESS);
serveTasks((task: Task) => perform(task));
