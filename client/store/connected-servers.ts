import type { Resource } from "@understudy/shared/api/resource.ts";
import { single } from "./keyed.ts";

/** One's own connected servers, by id; null: not read yet. */
const servers = single<readonly Resource[] | null>(null);

export const useStoredServers = servers.useValue;
export const setServers = servers.set;

/** Takes what is newer than what is known. */
export function upsertServer(server: Resource): void {
  const known = servers.get();
  if (known === null) return;
  const before = known.find(({ id }) => id === server.id);
  if (before !== undefined && before.last_seen > server.last_seen) return;
  const others = known.filter(({ id }) => id !== server.id);
  servers.set([...others, server].sort((a, b) => a.id - b.id));
}

export function removeServer(id: number): void {
  const known = servers.get();
  if (known !== null) servers.set(known.filter((server) => server.id !== id));
}
