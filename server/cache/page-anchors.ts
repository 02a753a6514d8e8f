import { isActive } from "@understudy/shared/domain/job.ts";
import { LRUCache } from "lru-cache";
import { log } from "../core/log.ts";
import type { JobRecord } from "../models/job.ts";
import { type SimulationColumn, simulationId, simulationOrders } from "../models/simulation.ts";
import type { Store } from "../models/store.ts";
import { openRunningOrder } from "./running-order.ts";
import type { IndexEntry, RequestedPage, TableOrder } from "./table-order.ts";

/** Rows between two page anchors: MongoDB skips so many keys of an index in a few milliseconds. */
const ROWS_PER_ANCHOR = 5_000;
/** Jobs with no more rows are fast enough to page from either end of the index. */
const MIN_ROWS = 20_000;
/**
 * Cached orders of all jobs together: the order of 1,000,000 rows takes some 40 kB. The least recently used are
 * removed first.
 */
const MAX_ORDERS = 200;
/**
 * The number of rows that may have ended since the walk of a growing table: with more of them a new walk is faster.
 */
const MAX_RECENT = 50_000;
/** One walk takes no longer than this. The next request for a page continues it. */
const DEADLINE_MS = 60_000;

type Options = { step?: number; minRows?: number; maxOrders?: number; maxRecent?: number };
type RequestedRows = RequestedPage & { readonly column: SimulationColumn };
type Order = {
  /** The job's revision when the order was first requested. */
  readonly revision: string;
  readonly open: () => Promise<TableOrder | null>;
  /** Null while the table has not been opened, and where no page anchors can be used. */
  table: TableOrder | null;
  isWalking: boolean;
  isDone: boolean;
};

/**
 * The position of every five-thousandth row of a large table in the index that sorts it. To skip half a million keys takes
 * longer than a page may; from the nearest page anchor before it there are fewer than 5,000. The index is walked in the
 * background when a page of the order is asked for first; until it is done, pages start from the last page anchor so far.
 */
export type PageAnchors = {
  /** The ids of the rows; null when an end of the index is nearer than the nearest page anchor. */
  findIds(job: JobRecord, rows: RequestedRows): Promise<number[] | null>;
  /** Resolves once every walk that was begun has ended. */
  settled(): Promise<void>;
  close(): Promise<void>;
};

export function createPageAnchors(
  store: Pick<Store, "simulations" | "moment">,
  {
    step = ROWS_PER_ANCHOR,
    minRows = MIN_ROWS,
    maxOrders = MAX_ORDERS,
    maxRecent = MAX_RECENT,
  }: Options = {},
): PageAnchors {
  const orders = new LRUCache<string, Order>({ max: maxOrders });
  /** Only one walk runs at a time, because MongoDB has other work. */
  let walks = Promise.resolve();
  let isClosed = false;

  /**
   * Determines which order the job's table has now; null when its rows change in ways that would move page anchors.
   */
  function chooseOrder(
    job: JobRecord,
    { column, all_count }: RequestedRows,
  ): Pick<Order, "revision" | "open"> | null {
    const { _id, status, work, revision, simulation_gaps: gaps } = job;
    if (isOver(job, all_count)) {
      const open = async () => openSettledOrder(store, _id, column, step, all_count);
      return { revision: `${revision}:${gaps}:${all_count}`, open };
    }
    if (status !== "Running" || gaps > 0 || column === "id") return null;
    const open = () => openRunningOrder(store, _id, column, { step, maxRecent });
    return { revision: `${status}:${work.ticket}`, open };
  }

  function recall(job: JobRecord, rows: RequestedRows): { name: string; order: Order } | null {
    const opening = chooseOrder(job, rows);
    if (opening === null) return null;
    const name = `${job._id}:${rows.column}`;
    const cached = orders.get(name);
    const order =
      cached?.revision === opening.revision
        ? cached
        : { ...opening, table: null, isWalking: false, isDone: false };
    orders.set(name, order);
    return { name, order };
  }

  /** Walks the index until it is whole; ends early when the order has left the cache. */
  async function walk(name: string, order: Order): Promise<void> {
    const until = Date.now() + DEADLINE_MS;
    const isWanted = () => !isClosed && orders.peek(name) === order && Date.now() < until;
    if (!isWanted()) return;
    order.table ??= await order.open();
    while (order.table !== null && !order.table.isWhole() && isWanted()) await order.table.step();
    order.isDone = order.table?.isWhole() ?? true;
  }

  function begin(name: string, order: Order): void {
    if (order.isWalking || order.isDone) return;
    order.isWalking = true;
    walks = walks
      .then(() => walk(name, order))
      .catch((err: unknown) => {
        log.warn({ err, order: name }, "page anchors could not be found");
        if (orders.peek(name) === order) orders.delete(name);
      })
      .finally(() => {
        order.isWalking = false;
      });
  }

  return {
    findIds: async (job, requestedRows) => {
      const { first, count, total_count, all_count, column } = requestedRows;
      if (isClosed || count === 0 || all_count <= minRows) return null;
      const recalled = recall(job, requestedRows);
      if (recalled === null) return null;
      const { name, order } = recalled;
      begin(name, order);
      const entry = (await order.table?.findEntry(requestedRows)) ?? null;
      if (entry === "outdated") orders.delete(name);
      if (entry === null || entry === "outdated" || entry.skip > total_count - first - count) return null;
      const { from, skip } = entry;
      const range = { index: simulationOrders[column].index, from, to: { job_id: job._id } };
      const rows = await store.simulations.find({}, { range, skip, limit: count }, simulationId);
      return rows.map(({ _id }) => _id);
    },
    settled: () => walks,
    close: async () => {
      isClosed = true;
      await walks;
    },
  };
}

/** Tells whether no row can change any more: not even a late result is awaited. */
const isOver = ({ status, simulation_counts: counts }: JobRecord, all_count: number): boolean =>
  !isActive(status) && counts !== null && counts.complete + counts.failed === all_count;

/** Page anchors where all simulations are over: their rows change only together with the job's revision. */
function openSettledOrder(
  { simulations }: Pick<Store, "simulations">,
  jobId: number,
  column: SimulationColumn,
  step: number,
  count: number,
): TableOrder {
  const { index, place } = simulationOrders[column];
  /** The positions of rows number 0, `step`, `2 step` and so on that have been read so far. */
  const anchors: IndexEntry["from"][] = [{ job_id: jobId }];
  let isWhole = false;
  return {
    step: async () => {
      const range = { index, from: anchors.at(-1) ?? { job_id: jobId }, to: { job_id: jobId } };
      const [row] = await simulations.find({}, { range, skip: step, limit: 1 }, place);
      // None where rows are being deleted: the job's next revision shows it.
      if (row !== undefined) anchors.push(row);
      isWhole = row === undefined || (anchors.length + 1) * step > count;
    },
    isWhole: () => isWhole,
    findEntry: async ({ first }) => {
      const passed = Math.min(Math.floor(first / step), anchors.length - 1);
      const from = anchors[passed];
      return passed === 0 || from === undefined ? null : { from, skip: first - passed * step };
    },
  };
}
