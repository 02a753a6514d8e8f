import type { Resource } from "@understudy/shared/api/resource.ts";
import type { ApiFailure } from "../api/failure.ts";
import { liveServers } from "../live/connected-servers.ts";
import { useStoredServers } from "../store/connected-servers.ts";

/** One's own connected servers and those that others share, live while `isAsked`; null until they are known. */
export function useConnectedServers(isAsked = true): {
  servers: readonly Resource[] | null;
  failure: ApiFailure | null;
  reload: () => Promise<void>;
} {
  return { servers: useStoredServers(), ...liveServers.useLive(isAsked ? "own" : null) };
}
