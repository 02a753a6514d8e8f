import { objective as objectiveSchema } from "@understudy/shared/domain/objectives.ts";
import { useParams, useSearchParams } from "react-router-dom";
import { NewSpecJob } from "#features/spec-job/new-spec-job.tsx";
import { SomethingWentWrong } from "#frame/error-page.tsx";
import { readDraftId } from "#shared-form/draft-address.ts";
import { NotFoundPage } from "#ui/not-found-page.tsx";
import { numberInAddress } from "#ui/number-in-address.ts";

/** /spec_versions/{specVersionId}/jobs/new. */
export function NewSpecJobPage() {
  const { specVersionId } = useParams();
  const [search] = useSearchParams();
  const objective = objectiveSchema.safeParse(search.get("objective"));
  if (!objective.success) return <SomethingWentWrong />;
  const id = numberInAddress(specVersionId);
  if (id === null) return <NotFoundPage />;
  const emulator = search.get("emulator_job_id");
  // 0 is no job's id: what names no job is refused like an unknown one.
  const emulatorJobId = emulator === null ? null : (numberInAddress(emulator) ?? 0);
  const sourceJobId = numberInAddress(search.get("source_job_id"));
  // Another spec or objective is another form.
  const at = search.get("at");
  const isWarm = search.get("warm_start") === "true";
  const key = JSON.stringify([id, objective.data, emulatorJobId, sourceJobId, at, isWarm]);
  const jobs = { emulatorJobId, sourceJobId, at, isWarm };
  // The form of a person who begins to share it stays as it is: the id of the shared form is no part of the key.
  return <NewSpecJob key={key} id={id} objective={objective.data} draftId={readDraftId(search)} {...jobs} />;
}
