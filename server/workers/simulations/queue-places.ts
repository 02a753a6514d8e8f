/** The places of a server's simulations in the queue of its cluster, as its heartbeats name them. */
import { LEASED_STATUSES } from "@understudy/shared/domain/simulation.ts";
import { type Attempt, attemptKey, type ClusterQueue } from "@understudy/shared/worker-simulation.ts";
import type { ConnectedServer } from "../../dispatch/connected-server.ts";
import type { ServerQueue } from "../../models/resource.ts";
import type { Platform } from "../../platform.ts";

/** The reasons that the page of servers shows. */
const MAX_REASONS = 3;
const MAX_REASON_CHARACTERS = 60;

/** Counts the places, and the commonest of the reasons for which simulations wait. */
export function summarizeQueue({ scheduler, places }: ClusterQueue): ServerQueue {
  const count = (state: ClusterQueue["places"][number]["state"]) =>
    places.filter((place) => place.state === state).length;
  const waiting = places.filter(({ state, reason }) => state !== "running" && reason !== "");
  const reasons = [...Map.groupBy(waiting, ({ reason }) => reason)]
    .sort(([a, placesOfA], [b, placesOfB]) => placesOfB.length - placesOfA.length || a.localeCompare(b))
    .map(([reason]) => reason.slice(0, MAX_REASON_CHARACTERS))
    .slice(0, MAX_REASONS);
  return { scheduler, pending: count("pending"), held: count("held"), running: count("running"), reasons };
}

/** For one connection. @param jobOf the job of an attempt that the server has; null: it does not have it */
export function createQueuePlaces(
  { store, publish }: Pick<Platform, "store" | "publish">,
  server: ConnectedServer,
  jobOf: (attempt: Attempt) => number | null,
) {
  /** The places that are stored, by attempt. */
  let stored = new Map<string, string>();

  return {
    /** Stores what has changed, and has the pages of those jobs read it. */
    store: async ({ places }: ClusterQueue): Promise<void> => {
      const held = places.filter((place) => jobOf(place) !== null);
      const next = new Map(held.map((place) => [attemptKey(place), JSON.stringify(place)]));
      const changed = held.filter((place) => stored.get(attemptKey(place)) !== next.get(attemptKey(place)));
      if (changed.length > 0) {
        const changes = changed.map(
          ({ simulation, ...queue_place }) => [simulation, { queue_place }] as const,
        );
        await store.simulations.updateEach(new Map(changes), {
          status: { $in: [...LEASED_STATUSES] },
          "resource.id": server.id,
        });
      }
      stored = next;
      for (const jobId of new Set(changed.map(jobOf))) if (jobId !== null) publish.queuePlaces(jobId);
    },
  };
}
