import { call } from "../../api/call.ts";
import { DeleteRows } from "../../components/delete-rows.tsx";
import { jobListChanged } from "../../live/job-lists.ts";
import { removeJobs } from "../../store/jobs.ts";

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
