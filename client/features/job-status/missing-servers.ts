import type { JobServer } from "@understudy/shared/api/job-servers.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { formatDate } from "#ui/format.ts";

/** The servers that get no simulations of the job now, and what that means; null: all of them do. */
export function describeMissing(servers: readonly JobServer[]): string | null {
  const withdrawn = servers.filter(({ is_withdrawn }) => is_withdrawn);
  const gone = servers.filter(({ is_connected, is_withdrawn }) => !is_connected && !is_withdrawn);
  const missing = [...gone, ...withdrawn];
  if (missing.length === 0) return null;
  const lastSeen = gone
    .map(({ last_seen }) => last_seen)
    .sort()
    .at(-1);
  const collectNames = (some: readonly JobServer[]) => some.map(({ name }) => name);
  return [
    ...(lastSeen === undefined ? [] : [MESSAGES.serversGone(collectNames(gone), formatDate(lastSeen))]),
    ...(withdrawn.length === 0 ? [] : [MESSAGES.serversWithdrawn(collectNames(withdrawn))]),
    missing.length === servers.length ? MESSAGES.simulationsWaitForServers : MESSAGES.otherServersGoOn,
  ].join(" ");
}
