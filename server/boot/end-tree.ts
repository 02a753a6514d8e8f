/** Ends the processes of a launcher that can no longer do it itself. */
import {
  endProcess,
  identityOf,
  isRunning,
  type ProcessIdentity,
} from "@understudy/engine/processes/identity.ts";
import { type ListedProcess, listProcesses } from "@understudy/engine/processes/list.ts";
import { z } from "zod";

export const identity = z.object({ pid: z.int(), started: z.string() });

/** The processes that a launcher has started: the services end first, because they write to the stores until then. */
export const startedProcesses = z.object({ services: z.array(identity), stores: z.array(identity) });
export type StartedProcesses = z.infer<typeof startedProcesses>;

/** Both together, and what lies between, are over within the 5 s in which nothing may be left. */
const SERVICE_GRACE_MS = 2_000;
const STORE_GRACE_MS = 2_000;

function descendants(
  roots: readonly ProcessIdentity[],
  processes: readonly ListedProcess[],
): ProcessIdentity[] {
  const children = Map.groupBy(processes, ({ parent }) => parent);
  const below = (pid: number): number[] =>
    (children.get(pid) ?? []).flatMap((child) => [child.pid, ...below(child.pid)]);
  return roots
    .filter(isRunning)
    .flatMap(({ pid }) => below(pid).flatMap((descendant) => identityOf(descendant) ?? []));
}

const endAll = (processes: readonly ProcessIdentity[], graceMs: number) =>
  Promise.all(processes.map((root) => endProcess(root, graceMs)));

/**
 * Asks the services to end, then the stores, and insists where that takes too long. What the services had started (trainings,
 * demo servers and their simulations) may stay as long as they do, wherever its parent has gone meanwhile.
 */
export async function endTree({ services, stores }: StartedProcesses): Promise<void> {
  const begun = descendants(services, await listProcesses());
  await endAll(services, SERVICE_GRACE_MS);
  await endAll(begun, 0);
  await endAll(stores, STORE_GRACE_MS);
}
