import type { Share } from "@understudy/shared/api/share.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useCallback, useState } from "react";
import { call } from "../../../../api/call.ts";
import { useAction } from "../../../../hooks/use-action.ts";
import { useLoaded } from "../../../../hooks/use-loaded.ts";

/** The restricted users, and which of them see a job. `share` changes it for one; `busyId` is theirs meanwhile. */
export function useShares(jobId: number, filter: string) {
  const load = useCallback(
    (signal: AbortSignal) =>
      call("listShares", { params: { job_id: jobId }, query: filter === "" ? {} : { filter }, signal }),
    [jobId, filter],
  );
  const { value, failure, reload } = useLoaded(load);
  const [busyId, setBusyId] = useState<number | null>(null);
  const { run } = useAction("sharing the job", {
    message: ({ status, message }) => (status === 409 ? message : MESSAGES.action("sharing the job")),
  });
  const share = async ({ user_id }: Share, shared: boolean) => {
    setBusyId(user_id);
    await run(() =>
      call("setShare", { params: { job_id: jobId, user_id }, body: { shared } }).then(() => {}),
    );
    setBusyId(null);
    reload();
  };
  return {
    shares: value?.items ?? null,
    totalCount: value?.total_count ?? 0,
    failure,
    reload,
    share,
    busyId,
  };
}
