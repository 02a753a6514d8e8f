import type { OwnSession } from "@understudy/shared/api/profile.ts";
import { HISTORY_POLL_MS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";
import { notifySuccess } from "#ui/notify.ts";
import { useAction } from "#ui/use-action.ts";

const load = (signal: AbortSignal) => call("listSessions", { signal });

/** The user's own sessions; `end` ends one, `endOthers` all but this one. */
export function useSessions() {
  const { value, failure, reload } = useQuery(load, { everyMs: HISTORY_POLL_MS });
  const { run, busy } = useAction("ending the session");
  const end = ({ id }: OwnSession) =>
    run(async () => {
      await call("endOwnSession", { params: { session_id: id } });
      notifySuccess(MESSAGES.sessionEnded);
      reload();
    });
  const endOthers = () =>
    run(async () => {
      await call("endOtherSessions");
      notifySuccess(MESSAGES.sessionsEnded);
      reload();
    });
  return { sessions: value?.items ?? null, failure, reload, end, endOthers, busy };
}
