/** Who uses the disk space: every file of a job, spec or upload is somebody's. */
import { MAX_DISK_USERS } from "@understudy/shared/limits.ts";
import { z } from "zod";
import { jobRecord } from "../../models/job.ts";
import { specRecord, specVersionRecord } from "../../models/spec.ts";
import type { Store } from "../../models/store.ts";
import { userRecord } from "../../models/user.ts";
import { sizesById } from "../folder-size.ts";
import type { Storage } from "../storage.ts";

const share = z.object({ id: z.int(), name: z.string(), bytes: z.number() });

/** The result of the last measurement; people and items are the largest ones, in descending order. */
export const measuredUsage = z.object({
  time: z.coerce.date(),
  /** The duration of the measurement; milliseconds. */
  took_ms: z.number().default(0),
  /** The size of all files together. */
  bytes: z.number(),
  people: z.array(share),
  items: z.array(share.extend({ kind: z.enum(["job", "spec"]), creator: z.string() })),
});
export type MeasuredUsage = z.infer<typeof measuredUsage>;
type Item = MeasuredUsage["items"][number];
type Creator = { id: number; name: string };

const ofJob = jobRecord.pick({ _id: true, name: true, creator: true });
const ofSpec = specRecord.pick({ _id: true, name: true, creator: true });
const ofVersion = specVersionRecord.pick({ _id: true, spec_id: true, name: true, creator: true });
const ofUser = userRecord.pick({ _id: true, name: true });
const READ_AT_A_TIME = 1_000;

type Needed = { readonly store: Store; readonly storage: Storage };

/** Takes as long as there are files. @throws an `AbortError` once `signal` is aborted */
export async function measureUsage({ store, storage }: Needed, signal: AbortSignal): Promise<MeasuredUsage> {
  const begun = performance.now();
  const jobs = await sizesById(storage.workDirs, signal);
  const specs = await sizesById(storage.specs, signal);
  const uploads = await store.uploads.find({});
  const people = new Map<number, number>();
  const items: Item[] = [];
  let bytes = 0;
  const add = (userId: number, size: number) => {
    bytes += size;
    people.set(userId, (people.get(userId) ?? 0) + size);
  };
  for (const { user_id, received_bytes } of uploads) add(user_id, received_bytes);
  const addItems = (kind: Item["kind"], owners: readonly Owned[], sizes: ReadonlyMap<number, number>) => {
    for (const { id, name, creator } of owners) {
      const size = sizes.get(id) ?? 0;
      add(creator.id, size);
      items.push({ kind, id, name, creator: creator.name, bytes: size });
    }
  };
  for (const ids of inParts([...jobs.keys()])) addItems("job", await readJobs(store, ids), jobs);
  for (const ids of inParts([...specs.keys()])) addItems("spec", await readSpecs(store, ids), specs);
  const usage = { bytes, people: await named(store, people), items: largest(items) };
  return { time: new Date(), took_ms: performance.now() - begun, ...usage };
}

type Owned = { id: number; name: string; creator: Creator };
const owned = ({ _id, name, creator }: z.infer<typeof ofJob>): Owned => ({ id: _id, name, creator });

const readJobs = async ({ jobs }: Store, ids: number[]): Promise<Owned[]> =>
  (await jobs.find({ _id: { $in: ids } }, {}, ofJob)).map(owned);

/**
 * Reads the owners of specs. A deleted spec is named by its versions, which live on while jobs were created from
 * them.
 */
async function readSpecs({ specs, specVersions }: Store, ids: number[]): Promise<Owned[]> {
  const specOwners = (await specs.find({ _id: { $in: ids } }, {}, ofSpec)).map(owned);
  const foundIds = new Set(specOwners.map(({ id }) => id));
  const lost = ids.filter((id) => !foundIds.has(id));
  const versions = await specVersions.find({ spec_id: { $in: lost } }, {}, ofVersion);
  const deleted = versions.map(({ spec_id, name, creator }): [number, Owned] => [
    spec_id ?? 0,
    { id: spec_id ?? 0, name: `${name} (deleted)`, creator },
  ]);
  return [...specOwners, ...new Map(deleted).values()];
}

async function named({ users }: Store, sizes: ReadonlyMap<number, number>): Promise<MeasuredUsage["people"]> {
  const top = largest([...sizes].map(([id, bytes]) => ({ id, bytes })));
  const userNames = await users.find({ _id: { $in: top.map(({ id }) => id) } }, {}, ofUser);
  const names = new Map(userNames.map(({ _id, name }) => [_id, name]));
  return top.map(({ id, bytes }) => ({ id, bytes, name: names.get(id) ?? `User ${id}` }));
}

const largest = <T extends { bytes: number }>(all: readonly T[]): T[] =>
  all
    .filter(({ bytes }) => bytes > 0)
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, MAX_DISK_USERS);

const inParts = (ids: number[]): number[][] =>
  Array.from({ length: Math.ceil(ids.length / READ_AT_A_TIME) }, (_, part) =>
    ids.slice(part * READ_AT_A_TIME, (part + 1) * READ_AT_A_TIME),
  );
