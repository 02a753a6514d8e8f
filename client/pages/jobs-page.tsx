import { useCurrentUser } from "#data/current-user.ts";
import { CreateJobMenu } from "#features/job-list/create-job-menu.tsx";
import { JobList } from "#features/job-list/job-list.tsx";
import { PageHeader } from "#ui/page-header.tsx";

/** /jobs */
export function JobsPage() {
  const { restricted, hide_specs: hideSpecs } = useCurrentUser();
  return (
    <>
      <PageHeader title={restricted ? "Emulator" : "Jobs"}>
        {!restricted && <CreateJobMenu hideSpecs={hideSpecs} />}
      </PageHeader>
      <JobList />
    </>
  );
}
