/** What is asked of the server to say what the score of a form means. */
import type { scorePreviewRoutes } from "@understudy/shared/api/score-preview.ts";
import type { z } from "zod";
import { isWithin } from "../../../../components/field-errors.ts";
import { UPLOADING } from "../draft.ts";
import type { ReadJob } from "../read-job.ts";

export type PreviewRequest = z.input<typeof scorePreviewRoutes.previewScore.body>;

const PARTS = ["variables", "score_function", "further_goals"];

/** Null while a part of the form that the score depends on is wrong, missing or still uploading, and without an emulator. */
export function previewRequest({ given, errors }: Pick<ReadJob, "given" | "errors">): PreviewRequest | null {
  const { objective, variables, score_function, further_goals, emulator_job_id } = given;
  if (emulator_job_id === null || score_function === null) return null;
  if (Object.keys(errors).some((field) => PARTS.some((part) => isWithin(field, part)))) return null;
  const files = [...Object.values(variables), ...Object.values(score_function.inputs)];
  if (files.some((one) => "file_id" in one && one.file_id === UPLOADING)) return null;
  return { objective, variables, score_function, further_goals, emulator_job_id };
}
