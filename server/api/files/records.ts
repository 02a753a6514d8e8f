/** Folders that are named by the id of a record: only those of what still exists can be opened, and people see its name. */

import type { FilePath } from "../../files/explorer/file-path.ts";
import { jobRecord } from "../../models/job.ts";
import { specRecord, specVersionRecord } from "../../models/spec.ts";
import type { Store } from "../../models/store.ts";
import { parseSearch } from "../request/search-text.ts";

const namedJob = jobRecord.pick({ _id: true, name: true });
const namedSpec = specRecord.pick({ _id: true, name: true });
const namedVersion = specVersionRecord.pick({ _id: true, spec_id: true, name: true, number: true });

/** More jobs or specs than that are not searched for by name. */
const MAX_FOUND = 10_000;

const parseId = (name: string): number => (/^[1-9]\d{0,14}$/.test(name) ? Number(name) : 0);

type Labels = ReadonlyMap<string, string>;
const toLabels = (records: readonly { _id: number; name: string }[]): Labels =>
  new Map(records.map(({ _id, name }) => [String(_id), name]));

/** Tells whether the entries of a directory are named by ids. */
export const isOfRecords = ({ root, names }: FilePath): boolean =>
  root !== "logs" && names.length < (root === "specs" ? 2 : 1);

/**
 * Reads the names of the records that the folders in a directory belong to, by folder; a folder without a record has
 * none.
 */
export async function recordLabels(
  store: Pick<Store, "jobs" | "specs" | "specVersions">,
  { root, names: [spec] }: FilePath,
  folders: readonly string[],
): Promise<Labels> {
  const ids = { _id: { $in: folders.map(parseId) } };
  if (root === "work_dirs") return toLabels(await store.jobs.find(ids, {}, namedJob));
  if (spec !== undefined) {
    const versions = await store.specVersions.find({ ...ids, spec_id: parseId(spec) }, {}, namedVersion);
    return toLabels(versions.map(({ _id, number }) => ({ _id, name: `Version ${number}` })));
  }
  const specs = await store.specs.find(ids, {}, namedSpec);
  // Of a deleted spec the versions live on that jobs were created from.
  const older = await store.specVersions.find({ spec_id: ids._id }, {}, namedVersion);
  const names = older.map(({ spec_id, name }) => ({ _id: spec_id ?? 0, name: `${name} (deleted)` }));
  return new Map([...toLabels(names), ...toLabels(specs)]);
}

/** The labels along a path, null for what is called by its name; null where the path leads through a record that is gone. */
export async function labelsAlong(
  store: Pick<Store, "jobs" | "specs" | "specVersions">,
  path: FilePath,
): Promise<(string | null)[] | null> {
  const labels: (string | null)[] = [null];
  for (const [depth, name] of path.names.entries()) {
    const parent = { root: path.root, names: path.names.slice(0, depth) };
    const label = isOfRecords(parent) ? (await recordLabels(store, parent, [name])).get(name) : null;
    if (label === undefined) return null;
    labels.push(label);
  }
  return labels;
}

/** The ids that a text finds in a directory of records, by id or by name; null: in this directory names are searched. */
export async function recordsFound(
  { jobs, specs }: Pick<Store, "jobs" | "specs">,
  { root, names }: FilePath,
  filter: string,
): Promise<ReadonlySet<string> | null> {
  const search = parseSearch(filter);
  if (root === "logs" || names.length > 0 || search === null) return null;
  const anyMatch = { $or: [{ name: search.anywhere }, ...search.byId] };
  const records =
    root === "work_dirs"
      ? await jobs.find(anyMatch, { limit: MAX_FOUND }, namedJob)
      : await specs.find(anyMatch, { limit: MAX_FOUND }, namedSpec);
  return new Set(records.map(({ _id }) => String(_id)));
}
