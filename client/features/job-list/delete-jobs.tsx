import { call } from "#api/call.ts";
import { jobListChanged } from "#data/job-lists.ts";
import { removeJobs } from "#data/jobs.ts";
import { DeleteRows } from "#ui/delete-rows.tsx";

const DELETION_TEXTS = {
  single: "Its data and its emulator are deleted with it. This cannot be undone.",
  many: "Their data and emulators are deleted with them. This cannot be undone.",
};

export const DeleteJobs = ({ ids }: { ids: readonly number[] }) => (
  <DeleteRows
    item="job"
    ids={ids}
    consequences={DELETION_TEXTS}
    onDelete={(gone) => call("deleteJobs", { body: { ids: gone } })}
    onDeleted={(gone) => {
      removeJobs(gone);
      jobListChanged();
    }}
  />
);
