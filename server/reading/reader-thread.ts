/** A thread that reads what people uploaded, one piece of work after the other. */
import { readFile } from "node:fs/promises";
import { setPriority } from "node:os";
import { drawGraph } from "@understudy/engine/specs/graphs.ts";
import { readCurveFile } from "@understudy/engine/specs/score-functions/curve-file.ts";
import { serveTasks } from "@understudy/engine/threads/serve-tasks.ts";
import { GRAPH_LIMITS } from "@understudy/shared/api/graph-figure.ts";
import { MAX_PLOT_POINTS } from "@understudy/shared/limits.ts";
import { isMissing } from "../files/is-missing.ts";
import { decimate } from "../presenters/decimate.ts";
import { limitGraphPoints } from "../presenters/graph-points.ts";
import { checkExtraData } from "./check-extra-data.ts";
import { checkScore } from "./check-score.ts";
import { computeYield } from "./compute-yield.ts";
import { countPoints } from "./count-points.ts";
import { pairInputs } from "./pair-inputs.ts";
import { previewScore } from "./preview-score.ts";
import { checkConfinement, checkSpec, fillTemplate } from "./spec-files.ts";
import type { Reply, Task, Work, WorkAnswer, WorkRequest } from "./tasks.ts";

async function readCurve({ path }: WorkRequest<"readCurve">): Promise<WorkAnswer<"readCurve">> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  const curve = text === null ? null : readCurveFile(text);
  if (curve === null || "problem" in curve) return null;
  const places = decimate([curve.y], 0, curve.y.length, MAX_PLOT_POINTS);
  const at = (values: Float64Array) => places.map((place) => values[place] ?? 0);
  return { x: at(curve.x), y: at(curve.y) };
}

const drawGraphs = ({ manifest, graphs }: WorkRequest<"drawGraphs">): WorkAnswer<"drawGraphs"> =>
  graphs.map(({ graph, simulations }) => {
    const { title, ...drawn } = drawGraph(manifest, graph, simulations);
    if ("errors" in drawn) return { status: "failed", title, errors: [...drawn.errors] };
    return { status: "ready", title, figure: limitGraphPoints(drawn.figure, GRAPH_LIMITS.points) };
  });

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
