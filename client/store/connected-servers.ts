import type { OfflineResource, Resource } from "@understudy/shared/api/resource.ts";
import { single } from "./keyed.ts";

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
