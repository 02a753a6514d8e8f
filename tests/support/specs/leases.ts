/** Simulations of a running job that two servers lease, and what the servers say of them. */

import type { LeasedSimulation } from "@understudy/server/dispatch/dispatch.ts";
import type { SimulationRecord } from "@understudy/server/models/simulation.ts";
import type { Platform } from "@understudy/server/platform/platform.ts";
import { makeServer, simulate, storeRunJob, storeSimulations } from "./simulations.ts";

export function createLeaseBench(platform: Platform) {
  let lastId = 0;
  const all = (job_id: number) => platform.store.simulations.find({ job_id }, { sort: { index: 1 } });
  return {
    /** Two servers of a person who has no others, and a running job that may use them. */
    async twoServers(count: number) {
      const [firstServer, secondServer] = [++lastId, ++lastId].map((id) =>
        makeServer(id, { userId: id + (id % 2) }),
      );
      if (firstServer === undefined || secondServer === undefined) throw new Error("There are no servers.");
      const creator = { id: firstServer.userId, name: "Ada" };
      const resources = [firstServer, secondServer].map(({ id }) => ({ id, concurrent_simulations: 1_000 }));
      const job = await storeRunJob(platform, { resources }, { creator });
      await storeSimulations(platform, job._id, count);
      return { firstServer, secondServer, job };
    },
    /** The simulations of a job, in their order. */
    all,
    first: async (job_id: number): Promise<SimulationRecord> => {
      const [record] = await all(job_id);
      if (record === undefined) throw new Error("There is no simulation.");
      return record;
    },
  };
}

export const result = ({ simulation, attempt, inputs }: LeasedSimulation) => ({
  simulation,
  attempt,
  outputs: simulate(inputs),
  running_time: 0.5,
  log_tail: "done",
});

export const failure = (kind: "model" | "infrastructure", { simulation, attempt }: LeasedSimulation) => ({
  simulation,
  attempt,
  kind,
  reason: `a failure of the ${kind}`,
  running_time: null,
  log_tail: "the end of the log",
});

export const only = <T>(items: readonly T[]): T => {
  const [item] = items;
  if (item === undefined || items.length > 1) throw new Error(`${items.length} instead of one`);
  return item;
};

export const later = (ms: number) => new Date(Date.now() + ms);
