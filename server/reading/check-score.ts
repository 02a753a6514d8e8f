import { compileScore } from "@understudy/engine/specs/score-functions.ts";
import { readChosenScore } from "../files/score-files.ts";
import type { Found, Given } from "./tasks.ts";

/** Errors by field of a job's payload; none: the score function can be evaluated. */
export async function checkScore({ model, score }: Given<"checkScore">): Promise<Found<"checkScore">> {
  const compiled = compileScore(model, await readChosenScore(score));
  if (!("errors" in compiled)) return {};
  return Object.fromEntries(
    Object.entries(compiled.errors).map(([input, problem]) => [
      input === "score_function" ? input : `score_function.inputs.${input}`,
      [problem],
    ]),
  );
}
