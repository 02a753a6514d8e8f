/** What is kept of a connected server besides its leases: its load, and how many simulations in a row it could not run. */
import type { FailureKind } from "@understudy/shared/worker-protocol.ts";
import { changeResource } from "../commands/resources/resources.ts";
import { log } from "../log.ts";
import type { ResourceRecord } from "../models/resource.ts";
import type { Platform } from "../platform.ts";
import { isHeldBack } from "../policies/resource.ts";

/** How soon a change of the load is told: it may change a thousand times a second. */
const LOAD_MS = 500;
/** How old the moment of its last word may be on record, however often it speaks. */
const SEEN_MS = 1_000;

/** @param replaced Called when another connection turns out to speak for the server. */
export function createResourceStatus(
  platform: Platform,
  resource: ResourceRecord,
  load: () => number,
  replaced: () => void,
) {
  let failures = resource.infrastructure_failures;
  let told = resource.running;
  let written = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | null = null;

  const write = async (change: { infrastructure_failures?: number } = {}): Promise<void> => {
    told = load();
    written = performance.now();
    const isOurs = await changeResource(platform, resource, { running: told, ...change });
    if (!isOurs) replaced();
  };
  const warn = (err: unknown) =>
    log.warn({ err, resourceId: resource._id }, "a server's state was not stored");

  return {
    /** It was heard. */
    seen: async (): Promise<void> => {
      if (performance.now() - written > SEEN_MS) await write();
    },
    loadChanged: (): void => {
      if (timer !== null) return;
      timer = setTimeout(() => {
        timer = null;
        if (load() !== told) write().catch(warn);
      }, LOAD_MS);
    },
    /** What one of its simulations came to. */
    count: async (what: FailureKind | "result"): Promise<void> => {
      // A model that fails has been run.
      const next = what === "infrastructure" ? failures + 1 : 0;
      if (next === failures) return;
      failures = next;
      await write({ infrastructure_failures: failures });
    },
    isHeldBack: (): boolean => isHeldBack({ infrastructure_failures: failures }),
    stop: (): void => {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
