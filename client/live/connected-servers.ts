import { HISTORY_POLL_MS } from "@understudy/shared/limits.ts";
import { call } from "../api/call.ts";
import { setOfflineServers, setServers } from "../store/connected-servers.ts";
import { liveQuery } from "./live-query.ts";

/** The connected servers of the user: there is one list. */
export const liveServers = liveQuery<"own">({
  subject: () => ({ kind: "resources" }),
  load: async (_key, signal) => {
    const { items, offline } = await call("listResources", { signal });
    setServers(items);
    setOfflineServers(offline);
  },
  pollMs: () => HISTORY_POLL_MS,
});
