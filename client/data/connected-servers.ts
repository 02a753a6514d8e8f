import type { OfflineResource, Resource } from "@understudy/shared/api/resource.ts";
import { HISTORY_POLL_MS } from "@understudy/shared/limits.ts";
import { call } from "../api/call.ts";
import { type LiveState, liveQuery } from "./live-query.ts";
import { useQuery } from "./query.ts";
import { single } from "./store.ts";

/** One's own connected servers and those that others share, by id; null: not read yet. */
const servers = single<readonly Resource[] | null>(null);

/** One's servers that are not connected now; the one that was connected last comes first. */
const offline = single<readonly OfflineResource[]>([]);

export const useOfflineServers = offline.useValue;
export const setOfflineServers = offline.set;
export const useStoredServers = servers.useValue;
export const setServers = servers.set;

/** Takes what is newer than what is known. */
export function upsertServer(server: Resource): void {
  const stored = servers.get();
  if (stored === null) return;
  const before = stored.find(({ id }) => id === server.id);
  if (before !== undefined && before.last_seen > server.last_seen) return;
  // An answer may have been on its way when the server left.
  const left = offline.get().find(({ id }) => id === server.id);
  if (left !== undefined && left.last_seen >= server.last_seen) return;
  const otherServers = stored.filter(({ id }) => id !== server.id);
  servers.set([...otherServers, server].sort((a, b) => a.id - b.id));
  offline.set(offline.get().filter(({ id }) => id !== server.id));
}

export function removeServer(id: number): void {
  const connected = servers.get();
  const gone = connected?.find((server) => server.id === id);
  if (connected === null || gone === undefined) return;
  servers.set(connected.filter((server) => server !== gone));
  if (!gone.is_own) return;
  const { name, role, last_seen } = gone;
  offline.set([{ id, name, role, last_seen, status: "Offline" }, ...offline.get()]);
}

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

/** One's own connected servers and those that others share, live while `isAsked`; null until they are known. */
export function useConnectedServers(isAsked = true): { servers: readonly Resource[] | null } & LiveState {
  return { servers: useStoredServers(), ...liveServers.useLive(isAsked ? "own" : null) };
}

const load = (signal: AbortSignal) => call("getDemoServer", { signal });

/** True if this platform has a demo server to try; false until that is read. */
export const useDemoOffered = (): boolean => useQuery(load).value?.available ?? false;
