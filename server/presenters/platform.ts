import type {
  PersonQueue,
  PlatformMachine,
  PlatformProcess,
  PlatformServer,
} from "@understudy/shared/api/platform.ts";
import type { ListedProcess } from "../core/process-heartbeats.ts";
import type { MachineRecord } from "../models/machine.ts";
import type { ResourceRecord } from "../models/resource.ts";
import type { UserShare } from "../models/user.ts";

/** The jobs of one person in one queue. */
export type QueueEntry = {
  readonly queue: PersonQueue["queue"];
  readonly userId: number;
  readonly waiting: number;
  readonly running: number;
  /** Null: none waits. */
  readonly oldestQueuedTime: Date | null;
};
/** People by their id. */
export type NamedUsers = ReadonlyMap<number, UserShare>;

/** A process is drained once it says itself that it takes no more work and has none. */
function findState({ isToDrain, isDraining, workCount }: ListedProcess): PlatformProcess["state"] {
  if (!isToDrain) return "running";
  return isDraining && workCount === 0 ? "drained" : "draining";
}

export const presentProcess = (listed: ListedProcess): PlatformProcess => ({
  id: listed.id,
  kind: listed.kind,
  host: listed.host,
  pid: listed.pid,
  version: listed.version,
  start_time: listed.startTime,
  state: findState(listed),
  work_count: listed.workCount,
  load: listed.load,
  cores: listed.cores,
  memory_bytes: listed.memoryBytes,
  free_memory_bytes: listed.freeMemoryBytes,
  total_memory_bytes: listed.totalMemoryBytes,
});

const findName = (users: NamedUsers, id: number): string => users.get(id)?.name ?? "";

export const presentQueue = (entry: QueueEntry, users: NamedUsers): PersonQueue => ({
  queue: entry.queue,
  user_id: entry.userId,
  user_name: findName(users, entry.userId),
  weight: users.get(entry.userId)?.queue_weight ?? 1,
  waiting: entry.waiting,
  running: entry.running,
  oldest_queued_time: entry.oldestQueuedTime?.toISOString() ?? null,
});

export const presentPlatformServer = (record: ResourceRecord, users: NamedUsers): PlatformServer => ({
  id: record._id,
  name: record.name,
  owner_name: findName(users, record.user_id),
  role: record.role,
  cores: record.cores,
  running: record.running,
  allowed: record.allowed,
  client_version: record.client_version,
  is_shared: record.sharing !== null,
});

export const presentMachine = (machine: MachineRecord, users: NamedUsers): PlatformMachine => ({
  id: machine._id,
  name: machine.name,
  label: machine.label,
  job_id: machine.job_id,
  owner_name: findName(users, machine.user_id),
  phase: machine.phase,
  creation_time: machine.created_time.toISOString(),
  problem: machine.release_problem,
});
