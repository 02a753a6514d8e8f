import { HISTORY_POLL_MS } from "@understudy/shared/limits.ts";
import { call } from "../api/call.ts";
import { setServers } from "../store/connected-servers.ts";
import { resource } from "./resource.ts";

/** The connected servers of whoever is logged in: there is one list. */
export const serversResource = resource<"own">({
  subject: () => ({ kind: "resources" }),
  load: async (_key, signal) => setServers((await call("listResources", { signal })).items),
  pollMs: () => HISTORY_POLL_MS,
});
