/** The request to the server for a preview of a form's score. */
import type { scorePreviewRoutes } from "@understudy/shared/api/score-preview.ts";
import type { z } from "zod";
import { isWithin } from "#ui/field-errors.ts";
import { UPLOADING_FILE_ID } from "./draft.ts";
import type { ReadJob } from "./read-job.ts";

export type PreviewRequest = z.input<typeof scorePreviewRoutes.previewScore.body>;

const SCORED_PARTS = ["variables", "score_function", "further_goals"];

/**
 * Returns null while a part of the form that the score depends on is wrong, missing or still uploading, and without
 * an emulator.
 */
export function previewRequest({
  payload,
  errors,
}: Pick<ReadJob, "payload" | "errors">): PreviewRequest | null {
  const { objective, variables, score_function, further_goals, emulator_job_id } = payload;
  const { respect_relation, distributions } = payload;
  if (emulator_job_id === null || score_function === null) return null;
  if (Object.keys(errors).some((field) => SCORED_PARTS.some((part) => isWithin(field, part)))) return null;
  const files = [...Object.values(variables), ...Object.values(score_function.inputs)];
  if (files.some((part) => "file_id" in part && part.file_id === UPLOADING_FILE_ID)) return null;
  return {
    objective,
    variables,
    score_function,
    further_goals,
    emulator_job_id,
    respect_relation,
    distributions,
  };
}
