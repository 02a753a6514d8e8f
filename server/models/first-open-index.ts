import { OPEN_STATUSES } from "@understudy/shared/domain/simulation.ts";
import type { Moment } from "./collection.ts";
import { simulationOrders, simulationPlace } from "./simulation.ts";
import type { Store } from "./store.ts";

/** The index of the job's first simulation that is not over; null: all are. */
export async function findFirstOpenIndex(
  { simulations }: Pick<Store, "simulations">,
  jobId: number,
  moment?: Moment,
): Promise<number | null> {
  const open = { job_id: jobId, status: { $in: [...OPEN_STATUSES] } };
  const window = { hint: simulationOrders.status.index, sort: { index: 1 }, limit: 1, moment } as const;
  const [first] = await simulations.find(open, window, simulationPlace);
  return first?.index ?? null;
}
