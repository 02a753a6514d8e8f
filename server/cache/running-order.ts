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
/** A position at which an index may be entered, with the number of rows before it that were all over. */
type PageAnchor = {
  readonly from: Readonly<Record<string, unknown>>;
  readonly key: Key;
  readonly settled: number;
};

const statusIndex = simulationOrders.status.index;
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
function boundOpenRows(column: SortedBy, firstOpen: number): { lower: Key; upper: Key } {
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
  const readKey = (row: Readonly<Record<string, unknown>>): Key => ({
    value: keyValue.parse(row[column]),
    index: z.int().parse(row.index),
  });
  const overFrom = (from: number) => ({
    job_id: jobId,
    status: { $in: [...OVER_STATUSES] },
    index: { $gte: from },
  });
  const keysAtWalkStart = (
    await simulations.find(overFrom(firstOpen), { hint: statusIndex, limit: maxRecent, moment }, recentRow)
  ).map(readKey);
  if (keysAtWalkStart.length === maxRecent || firstOpen === Number.POSITIVE_INFINITY) {
    await moment.endSession();
    return null;
  }
  const openCountAtWalkStart =
    (await simulations.count({ job_id: jobId, index: { $gte: firstOpen } }, moment)) - keysAtWalkStart.length;

  const { lower, upper } = boundOpenRows(column, firstOpen);
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

  /**
   * The positions of the rows that ended since the walk began, by id; `from` is the first index that may still hold
   * others.
   */
  const recent = new Map<number, Key>();
  let from = firstOpen;
  async function findRecent(): Promise<Key[] | null> {
    // The first open index is read first: every row before it is among the rows that are found after it.
    const nextFrom = await findFirstOpenIndex(store, jobId);
    const window = { hint: statusIndex, limit: maxRecent };
    const places = await simulations.find(overFrom(from), window, simulationPlace);
    const newIds = places.filter(({ _id }) => !recent.has(_id)).map(({ _id }) => _id);
    if (places.length === maxRecent || recent.size + newIds.length > maxRecent) return null;
    for (const row of await simulations.find({ _id: { $in: newIds } }, {}, recentRow)) {
      recent.set(row._id, readKey(row));
    }
    if (nextFrom !== null) from = nextFrom;
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
      const key = readKey(row);
      const isAbove = compare(key, upper) >= 0;
      // A row that is or was open does not keep its position.
      if (!isAbove && compare(key, lower) >= 0) return;
      const openAtWalkStart = countBefore(key, keysAtWalkStart) + (isAbove ? openCountAtWalkStart : 0);
      (isAbove ? above : below).push({ from: row, key, settled: walked - openAtWalkStart });
    },
    isWhole: () => isWhole,
    findEntry: async ({ first, count, all_count, isOverOnly }) => {
      const keys = await findRecent();
      if (keys === null) return "outdated";
      const openCount = isOverOnly ? 0 : Math.max(0, all_count - firstOpen - keys.length);
      const overBefore = ({ key, settled }: PageAnchor) => settled + countBefore(key, keys);
      const isAbove = first >= overBefore(aboveOpen) + openCount;
      // The page may hold rows that are over while rows that are open lie between them.
      if (isOverOnly && !isAbove && first + count > settledBelow + countBefore(lower, keys)) return null;
      const computeRank = (anchor: PageAnchor) => overBefore(anchor) + (isAbove ? openCount : 0);
      return findLastAnchor(isAbove ? above : below, first, computeRank);
    },
  };
}

/** Finds the last anchor whose rank is at most `first`, by bisection: ranks rise with the position. */
function findLastAnchor(
  pageAnchors: readonly PageAnchor[],
  first: number,
  computeRank: (anchor: PageAnchor) => number,
) {
  let [low, high] = [0, pageAnchors.length];
  let entry: { from: PageAnchor["from"]; skip: number } | null = null;
  while (low < high) {
    const middle = (low + high) >> 1;
    const anchor = pageAnchors[middle];
    if (anchor === undefined) break;
    const skip = first - computeRank(anchor);
    if (skip < 0) high = middle;
    else {
      entry = { from: anchor.from, skip };
      low = middle + 1;
    }
  }
  return entry;
}
