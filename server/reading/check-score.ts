import { type ChosenScore, checkTargets, compileScore } from "@understudy/engine/specs/score-functions.ts";
import type { SpecModel } from "@understudy/shared/domain/spec-manifest.ts";
import { readChosenScore } from "../files/score-files.ts";
import type { WorkAnswer, WorkRequest } from "./tasks.ts";

/** Errors by field of a job's payload; none: the score function can be evaluated. */
export const checkScore = async ({
  model,
  score,
  ranges,
}: WorkRequest<"checkScore">): Promise<WorkAnswer<"checkScore">> =>
  scoreErrors(model, await readChosenScore(score), ranges);

export function scoreErrors(
  model: SpecModel,
  chosen: ChosenScore,
  ranges: WorkRequest<"checkScore">["ranges"],
): Record<string, string[]> {
  const compiled = compileScore(model, chosen);
  const errors = "errors" in compiled ? compiled.errors : checkTargets(model, chosen, ranges);
  return Object.fromEntries(
    Object.entries(errors).map(([input, problem]) => [
      input === "score_function" ? input : `score_function.inputs.${input}`,
      [problem],
    ]),
  );
}
