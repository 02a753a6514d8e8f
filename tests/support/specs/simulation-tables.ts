/** Tables of a hundred simulations, listed with page anchors (of every tenth row) and without, and what that costs MongoDB. */
import { listSimulations } from "@understudy/server/api/simulations/list-simulations.ts";
import { createPageAnchors } from "@understudy/server/cache/page-anchors.ts";
import type { JobRecord } from "@understudy/server/models/job.ts";
import type { SimulationRecord } from "@understudy/server/models/simulation.ts";
import { SIMULATION_SORT_COLUMNS } from "@understudy/shared/api/simulation.ts";
import { openProfiler } from "../profiler.ts";
import { fails, storeSimulatedJob } from "./simulated-jobs.ts";
import { openTestPlatform } from "./simulations.ts";

export const SIMULATION_COUNT = 100;
export const ANCHOR_STEP = 10;
export const SORT_ORDERS = ["ascending", "descending"] as const;

type Query = Parameters<typeof listSimulations>[2];

/** Few values, many times each; those that failed have no score. */
export const tied = ({ index }: SimulationRecord): Partial<SimulationRecord> => ({
  score: fails(index) ? null : (index * 7) % 5,
  running_time: (index * 3) % 4,
});

export async function openSimulationTables() {
  const platform = await openTestPlatform();
  const { store } = platform;
  const profiler = openProfiler(platform.config.mongodbUrl);
  const withPageAnchors = {
    store,
    pageAnchors: createPageAnchors(store, { step: ANCHOR_STEP, minRows: ANCHOR_STEP }),
  };
  const plain = {
    store,
    pageAnchors: createPageAnchors(store, { minRows: Number.POSITIVE_INFINITY }),
  };

  const list = async (pages: typeof plain, { _id }: JobRecord, query: Query) => {
    const job = await store.jobs.findOne({ _id });
    if (job === null) throw new Error(`There is no job ${_id}.`);
    return await listSimulations(pages, { job, access: "manager" }, query);
  };
  return {
    platform,
    withPageAnchors,
    plain,
    list,
    /** The ids of every order of the table, page by page; one page of all, when left out. */
    orders: async (
      pages: typeof plain,
      job: JobRecord,
      include_pending: boolean,
      page_size = SIMULATION_COUNT,
    ) => {
      const idsByOrder: number[][] = [];
      for (const sort_by of SIMULATION_SORT_COLUMNS)
        for (const sort_order of SORT_ORDERS) {
          const ids: number[] = [];
          for (let page_number = 1; page_number <= Math.ceil(SIMULATION_COUNT / page_size); page_number++) {
            const query = { sort_by, sort_order, include_pending, page_number, page_size };
            ids.push(...(await list(pages, job, query)).items.map(({ id }) => id));
          }
          idsByOrder.push(ids);
        }
      return idsByOrder;
    },
    /** Counts what MongoDB did to find places, and no records, while `during` ran. */
    profiled: async (during: () => Promise<unknown>) =>
      (await profiler.during(during)).filter(({ command }) => command.skip !== undefined),
    storeTable: async (fields: Partial<JobRecord> = {}): Promise<JobRecord> => {
      const { job, simulations } = await storeSimulatedJob(platform, SIMULATION_COUNT, fields);
      await store.simulations.updateEach(new Map(simulations.map((row) => [row._id, tied(row)])));
      return job;
    },
  };
}
