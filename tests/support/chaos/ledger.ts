/** The record of what people were told is done, and the comparison of it with what is there in the end. */
import { isActive, type JobStatus } from "@understudy/shared/domain/job.ts";
import type { Caller } from "../api/caller.ts";
import { computeSum } from "../specs/sum-model.ts";

/** Inputs and outputs are numbers in text on their way. An emulator's prediction of the sum is seldom as close. */
const MAX_SUM_ERROR = 1e-9;

export type JobEntry = {
  readonly id: number;
  /** The names that were sent since the last one that was acknowledged, and that one. */
  names: string[];
  /** The description that was acknowledged last. */
  description: string;
  /** The acknowledged display name of its first input; null: none was sent. */
  inputDisplay: string | null;
  isDeleted: boolean;
  /** The status that it must end with. */
  readonly ends: JobStatus;
  /** The number of its simulations in the end; "some": its search decides how many it needs, but not none; null: it has none. */
  readonly simulationCount: number | "some" | null;
};

export type Ledger = {
  readonly jobs: JobEntry[];
  /** By the name of a job: how often its creation was sent. */
  readonly sentCreations: Map<string, number>;
  /** By their keys: comments that were acknowledged. */
  readonly comments: Map<string, { readonly job_id: number; readonly text: string }>;
  /** Files of exports that were offered for download, with the checksum of the first download. */
  readonly exports: { readonly href: string; readonly sha256: string }[];
  /** By the names of files that are of no job: the bytes of which it was said that they arrived. */
  readonly uploads: Map<string, number>;
  /** By status and sentence: how often requests were refused for the moment. */
  readonly refusals: Map<string, number>;
};

export const createLedger = (): Ledger => ({
  jobs: [],
  sentCreations: new Map(),
  comments: new Map(),
  exports: [],
  uploads: new Map(),
  refusals: new Map(),
});

type NewEntry = Pick<JobEntry, "id" | "ends" | "simulationCount"> & { readonly name: string };

/** Enters a job whose creation was acknowledged. */
export function enterJob({ jobs }: Ledger, { name, ...entry }: NewEntry): JobEntry {
  const job: JobEntry = { ...entry, names: [name], description: "", inputDisplay: null, isDeleted: false };
  jobs.push(job);
  return job;
}

/** Lists all jobs, as people see them. */
export async function listAllJobs(
  caller: Caller,
): Promise<{ id: number; name: string; status: JobStatus }[]> {
  const jobs: { id: number; name: string; status: JobStatus }[] = [];
  for (let page_number = 1; ; page_number++) {
    const { items, total_count } = await caller.call("listJobs", { query: { page_number, page_size: 50 } });
    jobs.push(...items);
    if (jobs.length >= total_count || items.length === 0) return jobs;
  }
}

async function compareJob(caller: Caller, entry: JobEntry): Promise<string[]> {
  const params = { job_id: entry.id };
  const name = `job ${entry.id} (${entry.names.at(-1)})`;
  if (entry.isDeleted) {
    const { status } = await caller.attempt("getJob", { params });
    return status === 404 ? [] : [`${name} was deleted, and is answered with ${status}`];
  }
  const job = await caller.call("getJob", { params });
  const differences: string[] = [];
  if (!entry.names.includes(job.name)) differences.push(`${name} has the name ${job.name}`);
  if (job.description !== entry.description)
    differences.push(
      `${name} has the description "${job.description}" in the place of "${entry.description}"`,
    );
  if (job.status !== entry.ends) differences.push(`${name} is ${job.status}: ${job.error}`);
  if (entry.inputDisplay !== null) {
    const [first] = (await caller.call("getJobConfig", { params })).inputs;
    if (first?.display !== entry.inputDisplay)
      differences.push(
        `${name} shows its first input as ${first?.display} in the place of ${entry.inputDisplay}`,
      );
  }
  return [...differences, ...(await compareSimulations(caller, entry)).map((text) => `${name} ${text}`)];
}

/** Simulations that verify what an emulator has predicted hold the emulator's outputs until a server has simulated them. */
async function compareSimulations(caller: Caller, { id, simulationCount }: JobEntry): Promise<string[]> {
  if (simulationCount === null) return [];
  const query = { page_number: 1, page_size: 100, sort_by: "id", sort_order: "ascending" } as const;
  const { items, total_count } = await caller.call("listSimulations", { params: { job_id: id }, query });
  const differences: string[] = [];
  const completeCount = items.filter(({ status }) => status === "Complete").length;
  const hasAll = simulationCount === "some" ? total_count > 0 : total_count === simulationCount;
  if (!hasAll || completeCount < items.length)
    differences.push(`has ${total_count} simulations, of which ${completeCount} are complete`);
  const points = new Set(items.map(({ inputs }) => JSON.stringify(inputs)));
  if (points.size !== items.length) differences.push("has simulated a point twice");
  const wrongCount = items.filter(({ inputs, outputs }) => {
    const expected = computeSum(Number(inputs.x?.value), Number(inputs.y?.value));
    return !(Math.abs(Number(outputs?.sum?.value) - expected) <= MAX_SUM_ERROR);
  }).length;
  if (wrongCount > 0) differences.push(`has ${wrongCount} simulations with outputs that no server computed`);
  return differences;
}

async function compareComments(caller: Caller, ledger: Ledger, job: JobEntry): Promise<string[]> {
  const { items } = await caller.call("listComments", { params: { job_id: job.id } });
  const acknowledged = [...ledger.comments].filter(([, { job_id }]) => job_id === job.id);
  return acknowledged.flatMap(([key, { text }]) => {
    const copies = items.filter((comment) => comment.key === key);
    return copies.length === 1 && copies[0]?.text === text
      ? []
      : [`the comment "${text}" of job ${job.id} is there ${copies.length} times`];
  });
}

/** @returns a sentence for each thing that was acknowledged and is lost, that is there twice, or that never ended */
export async function findDifferences(
  caller: Caller,
  ledger: Ledger,
  hash: (href: string) => Promise<string>,
): Promise<string[]> {
  const differences: string[] = [];
  const listed = await listAllJobs(caller);
  for (const [name, sent] of ledger.sentCreations) {
    const count = listed.filter((job) => job.name === name).length;
    if (count > sent) differences.push(`there are ${count} jobs "${name}", of which ${sent} were sent`);
  }
  for (const { id, name, status } of listed)
    if (isActive(status)) differences.push(`job ${id} (${name}) is still ${status}`);
  for (const job of ledger.jobs) {
    differences.push(...(await compareJob(caller, job)));
    if (!job.isDeleted) differences.push(...(await compareComments(caller, ledger, job)));
  }
  for (const [generated_file_name, bytes] of ledger.uploads) {
    const { headers } = await caller.attempt("uploadOffset", { params: { generated_file_name } });
    if (headers.get("upload-offset") !== String(bytes))
      differences.push(
        `of the file ${generated_file_name} ${headers.get("upload-offset")} of ${bytes} bytes are there`,
      );
  }
  for (const { href, sha256 } of ledger.exports) {
    const now = await hash(href);
    if (now !== sha256) differences.push(`the exported file ${href} has changed`);
  }
  return differences;
}
