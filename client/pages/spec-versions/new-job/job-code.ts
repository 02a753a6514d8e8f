import type { SpecVersion } from "@understudy/shared/api/spec.ts";
import type { GivenSpecJob, ResourceSelection } from "@understudy/shared/api/spec-job.ts";
import { resourceField } from "@understudy/shared/spec-job/check-spec-job.ts";
import { type Code, specJobCode } from "#copy-as-code/code.ts";

/** True if the job needs files: an uploaded file belongs to one job, so code with its id could not be run again. */
function hasFiles({ variables, score_function, extra_data_file_id }: GivenSpecJob): boolean {
  const parts = [...Object.values(variables), ...Object.values(score_function?.inputs ?? {})];
  return extra_data_file_id !== null || parts.some((part) => part.type === "File" && part.file_id !== null);
}

/** The code that creates what the form describes; null for a job with files. */
export function jobCode(
  { id }: Pick<SpecVersion, "id">,
  payload: GivenSpecJob,
): ((selection: ResourceSelection, origin: string) => Code) | null {
  if (hasFiles(payload)) return null;
  const { field } = resourceField(payload.objective);
  return (selection, origin) => specJobCode(origin, id, { ...payload, [field]: selection });
}
