import type { TabName } from "@understudy/shared/api/job-view.ts";
import { isBeforeConfiguration } from "@understudy/shared/domain/job.ts";
import { OBJECTIVE_TRAITS } from "@understudy/shared/domain/objectives.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useState } from "react";
import { useParams } from "react-router-dom";
import { useCurrentUser } from "#data/current-user.ts";
import { useJob } from "#data/jobs.ts";
import { BeforeConfiguration } from "#features/job-status/before-configuration/before-configuration.tsx";
import { JobTabs } from "#features/job-status/job-tabs.tsx";
import { CommentsHost } from "#features/together/comments-host.tsx";
import { JobNotes } from "#features/together/notes/job-notes.tsx";
import { Together } from "#features/together/together.tsx";
import { JobErrorPage } from "#job/job-error-page.tsx";
import { DeletedSimulations } from "#selection/deleted-simulations.ts";
import { createPageSelection, PageSelectionContext } from "#selection/page-selection.ts";
import { topicOfJob } from "#ui/guide-topics.ts";
import { LoadingPage } from "#ui/load-states.tsx";
import { NotFoundPage } from "#ui/not-found-page.tsx";
import { numberInAddress } from "#ui/number-in-address.ts";
import { JOB_PANELS, JobHead } from "./job-parts.tsx";

/** /jobs/{jobId} */
export function JobPage() {
  const { jobId } = useParams();
  const id = numberInAddress(jobId);
  // Another job is another page: nothing of the one before may stay.
  return id === null ? <NotFoundPage /> : <JobWithId key={id} jobId={id} />;
}

function JobWithId({ jobId }: { jobId: number }) {
  const { job, failure, reload } = useJob(jobId);
  const { restricted } = useCurrentUser();
  const [tab, setTab] = useState<TabName | null>(null);
  const [selection] = useState(createPageSelection);
  if (job === null) {
    if (failure === null || failure.status === 401) return <LoadingPage label="Loading the job" />;
    return <JobErrorPage failure={failure} onRetry={() => void reload()} />;
  }
  if (restricted && job.emulator_status === null)
    return <JobErrorPage text={MESSAGES.noEmulator(job.name)} onRetry={() => void reload()} />;
  const configureStep = OBJECTIVE_TRAITS[job.objective].hasTraining && isBeforeConfiguration(job.status);
  const shownTab = configureStep ? null : tab;
  return (
    <Together jobId={jobId} tab={shownTab} aside={(root) => <CommentsHost job={job} root={root} />}>
      <JobHead job={job} topic={topicOfJob(job, shownTab)} />
      <JobNotes job={job} />
      {configureStep ? (
        <BeforeConfiguration job={job} />
      ) : (
        <PageSelectionContext value={selection}>
          <DeletedSimulations job={job} />
          <JobTabs job={job} panels={JOB_PANELS} onTab={setTab} />
        </PageSelectionContext>
      )}
    </Together>
  );
}
