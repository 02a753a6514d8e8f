import { type ChosenScore, compileScore } from "@understudy/engine/specs/score-functions.ts";
import type { SpecModel } from "@understudy/shared/domain/spec-manifest.ts";
import { readChosenScore } from "../files/score-files.ts";
import type { Found, Given } from "./tasks.ts";

/** Errors by field of a job's payload; none: the score function can be evaluated. */
export const checkScore = async ({ model, score }: Given<"checkScore">): Promise<Found<"checkScore">> =>
  scoreErrors(model, await readChosenScore(score));

export function scoreErrors(model: SpecModel, chosen: ChosenScore): Record<string, string[]> {
  const compiled = compileScore(model, chosen);
  if (!("errors" in compiled)) return {};
  return Object.fromEntries(
    Object.entries(compiled.errors).map(([input, problem]) => [
      input === "score_function" ? input : `score_function.inputs.${input}`,
      [problem],
    ]),
  );
}
