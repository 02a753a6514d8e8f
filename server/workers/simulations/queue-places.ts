/** The places of a server's simulations in the queue of its cluster, as its heartbeats name them. */
import { LEASED_STATUSES } from "@understudy/shared/domain/simulation.ts";
import { type Attempt, attemptKey, type ClusterQueue } from "@understudy/shared/worker/worker-simulation.ts";
import type { ConnectedServer } from "../../dispatch/connected-server.ts";
import type { ServerQueue } from "../../models/resource.ts";
import type { LiveRecords } from "../../platform/platform.ts";

/** The reasons that the page of servers shows. */
const MAX_REASONS = 3;
const MAX_REASON_CHARACTERS = 60;

type Place = ClusterQueue["places"][number];
/** The job of an attempt that the server has; null: it does not have it. */
type JobOf = (attempt: Attempt) => number | null;

/** @returns the places of what the server has; where it names one twice, the last */
export const selectHeldPlaces = (places: readonly Place[], jobOf: JobOf): Place[] => [
  ...new Map(
    places.filter((place) => jobOf(place) !== null).map((place) => [attemptKey(place), place]),
  ).values(),
];

/** Counts the places, and the commonest of the reasons for which simulations wait. */
export function summarizeQueue(scheduler: string, places: readonly Place[]): ServerQueue {
  const count = (state: Place["state"]) => places.filter((place) => place.state === state).length;
  const waiting = places.filter(({ state, reason }) => state !== "running" && reason !== "");
  const reasons = [...Map.groupBy(waiting, ({ reason }) => reason.slice(0, MAX_REASON_CHARACTERS))]
    .sort(([a, placesOfA], [b, placesOfB]) => placesOfB.length - placesOfA.length || a.localeCompare(b))
    .map(([reason]) => reason)
    .slice(0, MAX_REASONS);
  return { scheduler, pending: count("pending"), held: count("held"), running: count("running"), reasons };
}

/** For one connection. */
export function createQueuePlaces({ store, publish }: LiveRecords, server: ConnectedServer, jobOf: JobOf) {
  /** The places that are stored, by attempt. */
  let stored = new Map<string, string>();

  return {
    /** Stores what has changed, and has the pages of those jobs read it. @param places of what the server has, each once */
    store: async (places: readonly Place[]): Promise<void> => {
      const next = new Map(places.map((place) => [attemptKey(place), JSON.stringify(place)]));
      const changed = places.filter((place) => stored.get(attemptKey(place)) !== next.get(attemptKey(place)));
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
