import { isActive } from "@understudy/shared/domain/job.ts";
import { log } from "../log.ts";
import type { JobRecord } from "../models/job.ts";
import { type SimulationColumn, simulationId, simulationOrders } from "../models/simulation.ts";
import type { Store } from "../models/store.ts";

/** Rows between two milestones: MongoDB skips so many keys of an index in a few milliseconds. */
const STEP = 10_000;
/** Jobs with no more rows are fast enough from either end. */
const FEWEST = 20_000;
/** Orders that are remembered, of all jobs: one of 1,000,000 rows takes some 20 kB. Those asked for longest ago go first. */
const MOST = 200;
/** Of one walk, in milliseconds. The next page that is asked for lets it go on. */
const DEADLINE_MS = 60_000;

type Options = { step?: number; fewest?: number; most?: number };
type Place = Readonly<Record<string, unknown>>;
/** Rows `first` to `first + count` as the column rises; `total_count`: all that the job has. */
type Wanted = { column: SimulationColumn; first: number; count: number; total_count: number };
/** `places`: of rows number `step`, `2 step`, ... so far; `revision`: of the job, when they were found. */
type Order = {
  readonly job_id: number;
  readonly column: SimulationColumn;
  readonly revision: string;
  readonly total_count: number;
  readonly places: Place[];
  isWalking: boolean;
};

/**
 * Where every ten-thousandth row of a large table stands in the index that it is sorted by. To skip half a million keys takes
 * longer than a page may; from the nearest milestone before it there are fewer than 10,000. The index is walked in the
 * background when a page of the order is asked for first; until it is done, pages start from the last milestone so far.
 * Only jobs all of whose simulations are over have them: their rows change only together with the job's revision.
 */
export type SimulationMilestones = {
  /** The ids of the rows; null when an end of the index is nearer than the nearest milestone. */
  idsOf(job: JobRecord, wanted: Wanted): Promise<number[] | null>;
  /** Once every walk that was begun has ended. */
  settled(): Promise<void>;
  close(): Promise<void>;
};

export function createSimulationMilestones(
  { simulations }: Pick<Store, "simulations">,
  { step = STEP, fewest = FEWEST, most = MOST }: Options = {},
): SimulationMilestones {
  /** The one asked for longest ago first. */
  const orders = new Map<string, Order>();
  /** One after another: MongoDB has others to serve. */
  let walks = Promise.resolve();
  let isClosed = false;

  const nameOf = ({ job_id, column }: Pick<Order, "job_id" | "column">) => `${job_id}:${column}`;
  const behind = ({ job_id, column }: Order, from: Place) => ({
    index: simulationOrders[column].index,
    from,
    to: { job_id },
  });

  function recall(job: JobRecord, { column, total_count }: Wanted): Order {
    const job_id = job._id;
    const revision = `${job.revision}:${job.simulation_gaps}:${total_count}`;
    const name = nameOf({ job_id, column });
    const known = orders.get(name);
    const order =
      known?.revision === revision
        ? known
        : { job_id, column, revision, total_count, places: [], isWalking: false };
    orders.delete(name);
    orders.set(name, order);
    const [oldest] = orders.keys();
    if (orders.size > most && oldest !== undefined) orders.delete(oldest);
    return order;
  }

  const isWhole = ({ places, total_count }: Order) => (places.length + 1) * step >= total_count;

  /** Ends early when nobody remembers the order any more. */
  async function walk(order: Order): Promise<void> {
    const until = Date.now() + DEADLINE_MS;
    const isWanted = () => !isClosed && orders.get(nameOf(order)) === order && Date.now() < until;
    while (!isWhole(order) && isWanted()) {
      const range = behind(order, order.places.at(-1) ?? { job_id: order.job_id });
      const [found] = await simulations.find(
        {},
        { range, skip: step, limit: 1 },
        simulationOrders[order.column].place,
      );
      // Rows are being deleted: the job's next revision tells.
      if (found === undefined) return;
      order.places.push(found);
    }
  }

  function begin(order: Order): void {
    if (order.isWalking || isWhole(order)) return;
    order.isWalking = true;
    walks = walks
      .then(() => walk(order))
      .catch((err: unknown) => log.warn({ err, job: order.job_id }, "milestones could not be found"))
      .finally(() => {
        order.isWalking = false;
      });
  }

  return {
    idsOf: async (job, wanted) => {
      const { first, count, total_count } = wanted;
      if (isClosed || count === 0 || total_count <= fewest || !isOver(job, total_count)) return null;
      const order = recall(job, wanted);
      begin(order);
      const passed = Math.min(Math.floor(first / step), order.places.length);
      const from = order.places[passed - 1];
      const skip = first - passed * step;
      if (from === undefined || skip > total_count - first - count) return null;
      const rows = await simulations.find(
        {},
        { range: behind(order, from), skip, limit: count },
        simulationId,
      );
      return rows.map(({ _id }) => _id);
    },
    settled: () => walks,
    close: async () => {
      isClosed = true;
      await walks;
    },
  };
}

/** Whether none of them can still change: not even a late result is awaited. */
const isOver = ({ status, simulation_counts: counts }: JobRecord, total_count: number): boolean =>
  !isActive(status) && counts !== null && counts.complete + counts.failed === total_count;
