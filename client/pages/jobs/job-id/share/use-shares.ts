import type { Share } from "@understudy/shared/api/share.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useCallback, useEffect, useState } from "react";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";
import { useAction } from "#ui/use-action.ts";

const ACTION_TEXT = "sharing the job";

/**
 * The restricted users, and which of them see a job. `share` changes it for one, whose switch shows it at once; another has to
 * wait for that, but none is disabled meanwhile: it would lose the focus.
 */
export function useShares(jobId: number, filter: string) {
  const load = useCallback(
    (signal: AbortSignal) =>
      call("listShares", { params: { job_id: jobId }, query: filter === "" ? {} : { filter }, signal }),
    [jobId, filter],
  );
  const { value, failure, reload } = useQuery(load);
  const [changed, setChanged] = useState<Share | null>(null);
  const { run, busy } = useAction(ACTION_TEXT, {
    message: ({ status, message }) => (status === 409 ? message : MESSAGES.action(ACTION_TEXT)),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read anew has the change in it
  useEffect(() => setChanged(null), [value]);

  const share = async (userShare: Share, shared: boolean) => {
    if (busy) return;
    setChanged({ ...userShare, shared });
    const params = { job_id: jobId, user_id: userShare.user_id };
    const done = await run(() => call("setShare", { params, body: { shared } }).then(() => {}));
    if (!done) setChanged(null);
    reload();
  };
  const asShown = (stored: Share) => (stored.user_id === changed?.user_id ? changed : stored);
  return {
    shares: value?.items.map(asShown) ?? null,
    totalCount: value?.total_count ?? 0,
    failure,
    reload,
    share,
  };
}
