import { z } from "zod";
import { findFirstOpenIndex } from "../models/first-open-index.ts";
import {
  OVER_STATUSES,
  type SimulationColumn,
  simulationOrders,
  simulationPlace,
  simulationRow,
} from "../models/simulation.ts";
import type { Store } from "../models/store.ts";
import type { TableOrder } from "./table-order.ts";

type Simulations = Pick<Store, "simulations">;
type SortedBy = Exclude<SimulationColumn, "id">;
/** A row's position in an order. */
type Key = { readonly value: number | string | null; readonly index: number };
/** Where an index may be entered: before it, of the rows that were all over, there are so many. */
type PageAnchor = {
  readonly from: Readonly<Record<string, unknown>>;
  readonly key: Key;
  readonly settled: number;
};

const byStatus = simulationOrders.status.index;
const recentRow = simulationRow.pick({
  _id: true,
  index: true,
  status: true,
  score: true,
  running_time: true,
});
const keyValue = z.union([z.number(), z.string(), z.null()]);

/** In MongoDB's order of types. */
function compare(a: Key, b: Key): number {
  if (a.value === b.value) return a.index - b.index;
  if (a.value === null) return -1;
  if (b.value === null) return 1;
  return a.value < b.value ? -1 : 1;
}
const countBefore = (limit: Key, keys: readonly Key[]): number =>
  keys.reduce((sum, key) => sum + (compare(key, limit) < 0 ? 1 : 0), 0);

/** Those that are open lie between these two, as do those that are over and look alike. */
function boundsOfOpen(column: SortedBy, firstOpen: number): { lower: Key; upper: Key } {
  return column === "status"
    ? {
        lower: { value: "Complete", index: Number.POSITIVE_INFINITY },
        upper: { value: "Running Failed", index: -1 },
      }
    : { lower: { value: null, index: firstOpen }, upper: { value: Number.NEGATIVE_INFINITY, index: -1 } };
}

/**
 * Page anchors while servers still add to a table. As long as a job runs, what is over stays as it is; and servers take
 * simulations by rising index, so that of all rows only the last ones change:
 *
 * ```
 *   by index   |====== all over when the walk began ======|- some over, some open -|
 *   by value   |= over, without one =|- open, or over since -|== over, by values ==|
 *                                  lower                   upper
 * ```
 * The walk sees the table as it was at one moment. Before a page anchor there are by now so many rows more as came to be over
 * before it since: these few are known, `maxRecent` at most. No row of the job may have been deleted.
 *
 * @returns null when there is no short way: nothing is open any more, or one that takes long is far behind all others
 */
export async function openRunningOrder(
  store: Simulations & Pick<Store, "moment">,
  jobId: number,
  column: SortedBy,
  { step, maxRecent }: { step: number; maxRecent: number },
): Promise<TableOrder | null> {
  const { simulations } = store;
  const moment = await store.moment();
  const firstOpen = (await findFirstOpenIndex(store, jobId, moment)) ?? Number.POSITIVE_INFINITY;
  const keyOf = (row: Readonly<Record<string, unknown>>): Key => ({
    value: keyValue.parse(row[column]),
    index: z.int().parse(row.index),
  });
  const overFrom = (from: number) => ({
    job_id: jobId,
    status: { $in: [...OVER_STATUSES] },
    index: { $gte: from },
  });
  const then = (
    await simulations.find(overFrom(firstOpen), { hint: byStatus, limit: maxRecent, moment }, recentRow)
  ).map(keyOf);
  if (then.length === maxRecent || firstOpen === Number.POSITIVE_INFINITY) {
    await moment.endSession();
    return null;
  }
  const openThen =
    (await simulations.count({ job_id: jobId, index: { $gte: firstOpen } }, moment)) - then.length;

  const { lower, upper } = boundsOfOpen(column, firstOpen);
  const settledBelow = await simulations.count({
    job_id: jobId,
    [column]: lower.value,
    index: { $lt: firstOpen },
  });
  const below: PageAnchor[] = [{ from: { job_id: jobId }, key: { value: null, index: -1 }, settled: 0 }];
  const aboveOpen = { from: { job_id: jobId, [column]: upper.value }, key: upper, settled: settledBelow };
  const above: PageAnchor[] = [aboveOpen];
  let last: PageAnchor["from"] = { job_id: jobId };
  let walked = 0;
  let isWhole = false;

  /** By id; `from` which index on there may be others. */
  const recent = new Map<number, Key>();
  let from = firstOpen;
  async function findRecent(): Promise<Key[] | null> {
    // Looked for first: what is before it is among those that are then found.
    const next = await findFirstOpenIndex(store, jobId);
    const window = { hint: byStatus, limit: maxRecent };
    const found = await simulations.find(overFrom(from), window, simulationPlace);
    const fresh = found.filter(({ _id }) => !recent.has(_id)).map(({ _id }) => _id);
    if (found.length === maxRecent || recent.size + fresh.length > maxRecent) return null;
    for (const row of await simulations.find({ _id: { $in: fresh } }, {}, recentRow)) {
      recent.set(row._id, keyOf(row));
    }
    if (next !== null) from = next;
    return [...recent.values()];
  }

  return {
    step: async () => {
      const { index, place } = simulationOrders[column];
      const range = { index, from: last, to: { job_id: jobId } };
      const [row] = await simulations.find({}, { range, skip: step, limit: 1, moment }, place);
      isWhole = row === undefined;
      if (row === undefined) return await moment.endSession();
      last = row;
      walked += step;
      const key = keyOf(row);
      const isAbove = compare(key, upper) >= 0;
      // One that is, or was, open does not stay where it is.
      if (!isAbove && compare(key, lower) >= 0) return;
      const others = countBefore(key, then) + (isAbove ? openThen : 0);
      (isAbove ? above : below).push({ from: row, key, settled: walked - others });
    },
    isWhole: () => isWhole,
    wayTo: async ({ first, count, all_count, isOverOnly }) => {
      const keys = await findRecent();
      if (keys === null) return "outdated";
      const open = isOverOnly ? 0 : Math.max(0, all_count - firstOpen - keys.length);
      const overBefore = ({ key, settled }: PageAnchor) => settled + countBefore(key, keys);
      const isAbove = first >= overBefore(aboveOpen) + open;
      // Among those that are over, where others lie between them.
      if (isOverOnly && !isAbove && first + count > settledBelow + countBefore(lower, keys)) return null;
      const rankOf = (anchor: PageAnchor) => overBefore(anchor) + (isAbove ? open : 0);
      return lastBefore(isAbove ? above : below, first, rankOf);
    },
  };
}

/** By bisection: ranks rise. */
function lastBefore(pageAnchors: readonly PageAnchor[], first: number, rankOf: (one: PageAnchor) => number) {
  let [low, high] = [0, pageAnchors.length];
  let way: { from: PageAnchor["from"]; skip: number } | null = null;
  while (low < high) {
    const middle = (low + high) >> 1;
    const anchor = pageAnchors[middle];
    if (anchor === undefined) break;
    const skip = first - rankOf(anchor);
    if (skip < 0) high = middle;
    else {
      way = { from: anchor.from, skip };
      low = middle + 1;
    }
  }
  return way;
}
