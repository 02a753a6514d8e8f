import { useSearchParams } from "react-router-dom";
import { NewJobForm } from "#features/new-job/new-job-form.tsx";
import { numberInAddress } from "#ui/number-in-address.ts";

/** /jobs/new?source_job_id=3&samples=1 */
export function NewJobPage() {
  const [search] = useSearchParams();
  const sourceJobId = numberInAddress(search.get("source_job_id"));
  return <NewJobForm sourceJobId={sourceJobId} opensSamples={search.has("samples")} />;
}
