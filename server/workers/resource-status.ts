/**
 * Stores the state of a connected server besides its leases: its load, and how many simulations in a row it could not
 * run.
 */
import { isDeepStrictEqual } from "node:util";
import type { FailureKind } from "@understudy/shared/worker/worker-simulation.ts";
import pLimit from "p-limit";
import { changeResource } from "../commands/resources/resources.ts";
import { log } from "../core/log.ts";
import type { ResourceRecord, ServerQueue } from "../models/resource.ts";
import type { LiveRecords } from "../platform/platform.ts";
import { isHeldBack } from "../policies/resource.ts";

/** A change of the load is stored after this time: it may change a thousand times a second. */
const LOAD_DELAY_MS = 500;
/** The age that the stored time of its last message may have, however often it sends one. */
const MAX_SEEN_AGE_MS = 1_000;

export type ResourceStatus = ReturnType<typeof createResourceStatus>;

/** @param onReplaced Called when another connection turns out to be the server's. */
export function createResourceStatus(
  platform: LiveRecords,
  resource: ResourceRecord,
  load: () => number,
  onReplaced: () => void,
) {
  let failures = resource.infrastructure_failures;
  let storedLoad = resource.running;
  let storedAt = Number.NEGATIVE_INFINITY;
  let queue: ServerQueue | null = null;
  let timer: NodeJS.Timeout | null = null;
  /** One after the other: of two at once the earlier state might be stored last, and would stay. */
  const inOrder = pLimit(1);
  /** Has not begun: it stores whatever is known by then. */
  let nextWrite: Promise<void> | null = null;

  const write = (): Promise<void> => {
    nextWrite ??= inOrder(async () => {
      nextWrite = null;
      storedLoad = load();
      storedAt = performance.now();
      const status = { running: storedLoad, infrastructure_failures: failures, queue };
      const isOurs = await changeResource(platform, resource, status);
      if (!isOurs) onReplaced();
    });
    return nextWrite;
  };
  const warn = (err: unknown) =>
    log.warn({ err, resourceId: resource._id }, "a server's status could not be stored");

  return {
    /** Records that a message of the server has arrived. */
    recordMessage: async (): Promise<void> => {
      if (performance.now() - storedAt > MAX_SEEN_AGE_MS) await write();
    },
    loadChanged: (): void => {
      if (timer !== null) return;
      timer = setTimeout(() => {
        timer = null;
        if (load() !== storedLoad) write().catch(warn);
      }, LOAD_DELAY_MS);
    },
    /** Records how one of its simulations or trainings ended. */
    count: async (outcome: FailureKind | "result"): Promise<void> => {
      // A model that fails has been run.
      const next = outcome === "infrastructure" ? failures + 1 : 0;
      if (next === failures) return;
      failures = next;
      await write();
    },
    queueChanged: async (next: ServerQueue): Promise<void> => {
      if (isDeepStrictEqual(next, queue)) return;
      queue = next;
      await write();
    },
    isHeldBack: (): boolean => isHeldBack({ infrastructure_failures: failures }),
    stop: (): void => {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
