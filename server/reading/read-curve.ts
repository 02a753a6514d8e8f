import { readFile } from "node:fs/promises";
import { readCurveFile } from "@understudy/engine/specs/score-functions/curve-file.ts";
import { MAX_PLOT_POINTS } from "@understudy/shared/limits.ts";
import { isMissing } from "../files/is-missing.ts";
import { decimate } from "../presenters/decimate.ts";
import type { WorkAnswer, WorkRequest } from "./tasks.ts";

export async function readCurve({ path }: WorkRequest<"readCurve">): Promise<WorkAnswer<"readCurve">> {
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
