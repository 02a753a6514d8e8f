import { MAX_COMPARED_JOBS } from "@understudy/shared/limits.ts";
import { AddJob, JobComparison, useComparisonAddress } from "#features/comparison/job-comparison.tsx";
import { BackButton } from "#ui/back-button.tsx";
import { PageHeader } from "#ui/page-header.tsx";

/** /jobs/compare?ids=3,4,5 */
export function ComparePage() {
  const address = useComparisonAddress();
  const { ids, compare } = address;
  return (
    <>
      <PageHeader title="Compare jobs" before={<BackButton to="/jobs" label="Back to the jobs" />}>
        {ids.length < MAX_COMPARED_JOBS && <AddJob ids={ids} onAdd={(id) => compare([...ids, id])} />}
      </PageHeader>
      <JobComparison address={address} />
    </>
  );
}
