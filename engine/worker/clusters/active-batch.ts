/** The model of the simulations that a client handed to a scheduler: it follows the scheduler's list of tasks. */

import { assertNever } from "@understudy/shared/assert-never.ts";
import type { Offer } from "@understudy/shared/worker/worker-simulation.ts";
import type { QueuePlace } from "@understudy/shared/worker-parts.ts";
import type { PlacedRun } from "../simulations/executor.ts";
import type { StoredReport } from "../simulations/reports.ts";
import type { BatchFiles } from "./batch-files.ts";
import type { ListedTask, TaskState } from "./scheduler.ts";

export type Entry = {
  readonly offer: Offer;
  /** Null: an earlier start of the client handed it over, and nobody has asked for it yet. */
  run: PlacedRun | null;
  readonly end: PromiseWithResolvers<StoredReport>;
  /** It has a report, or is not wanted any more. */
  isOver: boolean;
  place: QueuePlace | null;
};

export type ActiveTask = {
  readonly number: number;
  readonly entries: readonly Entry[];
  /** The last state that the scheduler listed; null: it was never listed. */
  state: TaskState | null;
  /** Since when it has not been listed as waiting or running, in milliseconds; null: it is, or the job was not submitted. */
  endedSince: number | null;
  /** The lists since then. After the first of them accounting is asked: only the second tells how it ended. */
  listsSinceEnd: number;
  /** `unwanted`: nobody waits for it any more; `cancelled`: the scheduler was asked to end it. */
  demand: "wanted" | "unwanted" | "cancelled";
};

/**
 * ```
 *  new ----submitted----> submitted
 *   \                       ^
 *    +--no answer--> unsure +   listed, or a task has begun
 *                      \--not listed--> submitted again
 * ```
 */
export type ActiveBatch = {
  readonly name: string;
  readonly files: BatchFiles;
  readonly tasks: readonly ActiveTask[];
  /** Checksums of the files that its tasks read. */
  readonly neededFiles: ReadonlySet<string>;
  phase: "new" | "unsure" | "submitted";
  /** The scheduler's id; null: it is not known. */
  jobId: string | null;
  /** When it was first handed over, in milliseconds. */
  readonly since: number;
  readonly limits: { readonly minutes: number | null; readonly memoryMb: number | null };
};

export const newEntry = (offer: Offer, run: PlacedRun | null): Entry => {
  const end = Promise.withResolvers<StoredReport>();
  // Until somebody asks for it nobody handles its rejection.
  end.promise.catch(() => {});
  return { offer, run, end, isOver: false, place: null };
};

export const newTask = (entries: readonly Entry[], number: number): ActiveTask => ({
  number,
  entries,
  state: null,
  endedSince: null,
  listsSinceEnd: 0,
  demand: "wanted",
});

export const openEntries = ({ entries }: ActiveTask): Entry[] => entries.filter(({ isOver }) => !isOver);

/** True: somebody waits for at least one of its simulations. */
export const isOpen = ({ tasks }: ActiveBatch): boolean => tasks.some((task) => openEntries(task).length > 0);

export const isAlive = (state: TaskState | null): boolean => state !== null && state.kind !== "ended";

/** Two jobs may have the same name, when one was submitted twice: the one that waits or runs counts. */
function mergeStates(states: readonly TaskState[]): TaskState | null {
  return states.find(isAlive) ?? states[0] ?? null;
}

export type Listing = { readonly tasks: readonly ListedTask[]; readonly at: number };

/** Takes over what the scheduler listed. A task that it does not list keeps its last state. */
export function applyListing({ name, tasks }: ActiveBatch, listing: Listing): void {
  const listed = Map.groupBy(
    listing.tasks.filter((task) => task.name === name),
    ({ task }) => task,
  );
  for (const task of tasks) {
    const state = mergeStates((listed.get(task.number) ?? []).map((each) => each.state));
    if (state !== null) task.state = state;
    task.listsSinceEnd = isAlive(state) ? 0 : task.listsSinceEnd + 1;
    task.endedSince = isAlive(state) ? null : (task.endedSince ?? listing.at);
    placeEntries(task, isAlive(state));
  }
}

/** Its simulations run one after the other: the first that is not over is the one that runs. */
function placeEntries(task: ActiveTask, isListed: boolean): void {
  const { state } = task;
  if (!isListed || state === null || state.kind === "ended") return;
  const [first, ...following] = openEntries(task);
  if (first !== undefined) {
    place(first, { job: state.id, state: state.kind, reason: state.reason });
    if (state.kind === "running") first.run?.onStarted();
  }
  const [kind, reason] =
    state.kind === "running"
      ? (["pending", "It runs after others in its task."] as const)
      : ([state.kind, state.reason] as const);
  for (const entry of following) place(entry, { job: state.id, state: kind, reason });
}

export function place(entry: Entry, { job, state, reason }: QueuePlace): void {
  const next = { job: job.slice(0, 100), state, reason: reason.slice(0, 200) };
  const { place: last } = entry;
  if (last?.job === next.job && last.state === next.state && last.reason === next.reason) return;
  entry.place = next;
  entry.run?.onPlaced(next);
}

/** The decision about a simulation whose task has ended without leaving its report. */
export type Verdict = {
  /** `given back`: it goes to another server, or to this one again, and counts as no failure. */
  readonly kind: "given back" | "infrastructure";
  readonly reason: string;
};

type Circumstances = {
  /** The name of the scheduler. */
  readonly title: string;
  /** The last state of its task; null: it was never listed. */
  readonly state: TaskState | null;
  /** False: it still waited for others in its task. */
  readonly isStarted: boolean;
  readonly isDiskFull: boolean;
  /** The last lines that the task printed. */
  readonly output: string;
};

/** @returns the sentence that people read, and whether the end counts as a failure of the server */
export function judgeEndedTask({ title, state, isStarted, isDiskFull, output }: Circumstances): Verdict {
  const name = state === null ? `A task of ${title}` : `${title}'s task ${state.id}`;
  const failure = (text: string): Verdict => ({ kind: "infrastructure", reason: text });
  if (isDiskFull) return failure(`The disk that the cluster shares is full. ${name} left no result.`);
  const printed = output === "" ? "" : ` It printed: ${output}`;
  if (state === null || state.kind !== "ended")
    return failure(`${name} is not listed any more, and it left no result.${printed}`);
  switch (state.end) {
    case "preempted":
      return { kind: "given back", reason: `${name} was preempted by a job of higher priority.` };
    case "out of time":
      return isStarted
        ? failure(`${name} reached the cluster's limit of time and was ended (--time).`)
        : { kind: "given back", reason: `${name} reached its limit of time before this simulation began.` };
    case "node lost":
      return failure(`The node of ${name} failed (${state.reason}).`);
    case "out of memory":
      return failure(`${name} used more memory than the cluster allows it and was ended (--memory).`);
    case "cancelled":
      return failure(`${name} was cancelled on the cluster (${state.reason}).`);
    case "ended":
      return failure(`${name} ended without a result (${state.reason}).${printed}`);
    default:
      return assertNever(state.end);
  }
}
