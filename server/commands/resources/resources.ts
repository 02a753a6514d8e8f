/** The records of connected servers: signing in, staying, and signing out. Only the connection in its record may change one. */
import { type Hello, SILENCE_MS } from "@understudy/shared/worker/worker-protocol.ts";
import { type Filter, isDuplicate } from "../../models/collection.ts";
import type { ResourceRecord, resourceRecord } from "../../models/resource.ts";
import type { LiveRecords, Platform, Records } from "../../platform/platform.ts";
import { isConnected } from "../../policies/resource.ts";

/** A longer list of offline servers would be looked through by nobody. */
const MAX_OFFLINE = 100;

/** The servers of a person that are connected now. */
export const onlineResources = ({ store }: Records, userId: number): Promise<ResourceRecord[]> =>
  findConnected(store, { user_id: userId });

/** The servers of other people that are connected now and on which this person may run simulations. */
export const sharedResources = ({ store }: Records, userId: number): Promise<ResourceRecord[]> =>
  findConnected(store, { user_id: { $ne: userId }, sharing: { $ne: null } });

async function findConnected(
  store: Platform["store"],
  filter: Filter<typeof resourceRecord>,
): Promise<ResourceRecord[]> {
  const connected = { ...filter, connection_id: { $ne: null } };
  const resources = await store.resources.find(connected, { sort: { _id: 1 } });
  const now = new Date();
  return resources.filter((record) => isConnected(record, now));
}

/** A server that has not been connected for longer is no longer shown. */
const OFFLINE_SHOWN_MS = 30 * 24 * 60 * 60 * 1000;

/** The servers of a person that are not connected now; the one that was connected last comes first. */
export async function offlineResources({ store }: Records, userId: number): Promise<ResourceRecord[]> {
  const now = new Date();
  const since = new Date(now.getTime() - OFFLINE_SHOWN_MS);
  const records = await store.resources.find(
    { user_id: userId, machine: null, last_seen: { $gt: since } },
    { sort: { last_seen: -1 }, limit: MAX_OFFLINE },
  );
  return records.filter((record) => !isConnected(record, now));
}

export type SignedIn = {
  readonly resource: ResourceRecord;
  /** The client was restarted: it knows nothing of earlier work but what its hello names. */
  readonly isStartedAnew: boolean;
  /** The earlier connection of the same client, which it may not have noticed to be lost yet, or which an earlier start of it had. */
  readonly replaced: string | null;
};

/**
 * Makes the connection the server's own. An earlier start of the same client gives way, even where the platform has not noticed yet that
 * it has ended, as after a power cut.
 * @returns null: another client of that name is connected
 */
export async function signIn(
  { store, publish }: LiveRecords,
  userId: number,
  hello: Hello,
  connection_id: string,
): Promise<SignedIn | null> {
  const { name, role, cores, allowed, client_version, platform, only, instance, earlier_instances } = hello;
  for (;;) {
    const last_seen = new Date();
    const is = { role, cores, allowed, client_version, platform, only, instance, connection_id, last_seen };
    // Its first heartbeat says where its simulations stand.
    const queue = null;
    const stored = await store.resources.findOne({ user_id: userId, name });
    if (stored === null) {
      const _id = await store.nextId("resources");
      const fresh = {
        _id,
        user_id: userId,
        name,
        ...is,
        running: 0,
        infrastructure_failures: 0,
        sharing: null,
        withdrawn_time: null,
        queue,
        machine: null,
      };
      const inserted = await store.resources.insert(fresh).catch((error: unknown) => {
        if (isDuplicate(error)) return null;
        throw error;
      });
      if (inserted === null) continue;
      publish.resource(inserted);
      return { resource: inserted, isStartedAnew: true, replaced: null };
    }
    const isSame = stored.instance === instance;
    const isOver = !isConnected(stored, last_seen) || earlier_instances.includes(stored.instance);
    // A machine signs in by its own key; see signInMachine.
    if (stored.machine !== null || !(isSame || isOver)) return null;
    const resource = await store.resources.update(
      { _id: stored._id, connection_id: stored.connection_id, instance: stored.instance },
      { ...is, queue, infrastructure_failures: isSame ? stored.infrastructure_failures : 0 },
    );
    if (resource === null) continue;
    publish.resource(resource);
    return { resource, isStartedAnew: !isSame, replaced: stored.connection_id };
  }
}

/** Changes a server while it is connected. @returns false: another connection has replaced this one */
export async function changeResource(
  { store, publish }: LiveRecords,
  { _id, connection_id }: Pick<ResourceRecord, "_id" | "connection_id">,
  change: Partial<Pick<ResourceRecord, "running" | "infrastructure_failures" | "queue">>,
): Promise<boolean> {
  const resource = await store.resources.update({ _id, connection_id }, { ...change, last_seen: new Date() });
  if (resource === null) return false;
  publish.resource(resource);
  return true;
}

/** The connection is closed; nothing happens when another one is the server's by now. */
export async function signOut(
  { store, publish }: LiveRecords,
  { _id, connection_id }: Pick<ResourceRecord, "_id" | "connection_id">,
): Promise<void> {
  const left = await store.resources.update({ _id, connection_id }, { connection_id: null, running: 0 });
  if (left !== null) publish.resourceLeft(left);
}

/** Signs out servers whose web process died. */
export async function signOutSilent(platform: LiveRecords, now: Date): Promise<void> {
  const before = new Date(now.getTime() - SILENCE_MS);
  const silent = await platform.store.resources.find({
    connection_id: { $ne: null },
    last_seen: { $lt: before },
  });
  for (const record of silent) await signOut(platform, record);
}
