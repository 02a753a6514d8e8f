import { useSearchParams } from "react-router-dom";
import { NewJob } from "#features/new-job/new-job.tsx";
import { readDraftId } from "#shared-form/draft-address.ts";
import { numberInAddress } from "#ui/number-in-address.ts";

/** /jobs/new?source_job_id=3&samples=1 */
export function NewJobPage() {
  const [search] = useSearchParams();
  const sourceJobId = numberInAddress(search.get("source_job_id"));
  return (
    <NewJob sourceJobId={sourceJobId} opensSamples={search.has("samples")} draftId={readDraftId(search)} />
  );
}
