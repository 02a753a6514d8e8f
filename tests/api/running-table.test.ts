/** Pages of a large table while servers still add to it: the same with page anchors as without, for fewer keys. */
import { createPageAnchors } from "@understudy/server/cache/page-anchors.ts";
import type { SimulationRecord } from "@understudy/server/models/simulation.ts";
import { SIMULATION_SORT_COLUMNS } from "@understudy/shared/api/simulation.ts";
import { assert, suite } from "../harness.ts";
import { fails } from "../support/specs/simulated-jobs.ts";
import {
  ANCHOR_STEP,
  openSimulationTables,
  SIMULATION_COUNT,
  SORT_ORDERS,
  tied,
} from "../support/specs/simulation-tables.ts";

const it = suite("a table of simulations that run");
const { platform, withPageAnchors, plain, list, orders, profiled, storeTable } = await openSimulationTables();
const { store } = platform;

type Stretch = readonly [from: number, until: number];
const OPEN_FIELDS = { status: "Running", finish_time: null, running_time: null, score: null } as const;
/** As a job is whose servers have not come further than this; the others wait. */
async function runUntil(_id: number, over: readonly Stretch[]): Promise<void> {
  await store.simulations.updateAll({ job_id: _id }, { ...OPEN_FIELDS, status: "Pending Running" });
  await goOn(_id, over);
}
/** More of them come to be over. */
async function goOn(_id: number, over: readonly Stretch[]): Promise<void> {
  for (const [from, until] of over) {
    const rows = await store.simulations.find({ job_id: _id, index: { $gte: from, $lt: until } });
    const ended = (row: SimulationRecord) => ({
      ...tied(row),
      status: fails(row.index) ? ("Running Failed" as const) : ("Complete" as const),
      finish_time: new Date(),
    });
    await store.simulations.updateEach(new Map(rows.map((row) => [row._id, ended(row)])));
  }
  const failed = await store.simulations.count({ job_id: _id, status: "Running Failed" });
  const complete = await store.simulations.count({ job_id: _id, status: "Complete" });
  const simulation_counts = { planned: SIMULATION_COUNT, running: 0, complete, failed };
  await store.jobs.update({ _id }, { simulation_counts });
}

it("finds rows that are over while others run, from the index of each order without reading records", async () => {
  const running = await storeTable({ status: "Running" });
  const open = { status: "Running", finish_time: null, running_time: null, score: null } as const;
  const count = await store.simulations.updateAll(
    { job_id: running._id, index: { $gte: SIMULATION_COUNT - ANCHOR_STEP } },
    open,
  );
  const counts = running.simulation_counts;
  if (counts === null) throw new Error("It has counts.");
  const simulation_counts = { ...counts, running: count, complete: SIMULATION_COUNT - count - counts.failed };
  await store.jobs.update({ _id: running._id }, { simulation_counts });
  for (const sort_by of SIMULATION_SORT_COLUMNS) {
    for (const sort_order of SORT_ORDERS) {
      const query = { sort_by, sort_order, include_pending: false, page_number: 4, page_size: 15 };
      const [operation, ...furtherOperations] = await profiled(() => list(plain, running, query));
      // Before the first that is open ids need not be counted.
      if (sort_by === "id") {
        assert.is(operation, undefined);
        continue;
      }
      assert.equal(furtherOperations, []);
      assert.match(operation?.planSummary, `IXSCAN { job_id: 1, ${sort_by}: 1, index: 1`);
      assert.equal([operation?.docsExamined, operation?.hasSortStage], [0, undefined], sort_by);
    }
  }
});

it("change no page of any order while servers go on, whichever simulation is over first", async () => {
  const running = await storeTable({ status: "Running" });
  await runUntil(running._id, [
    [0, 52],
    [55, 61],
  ]);
  const further: Stretch[][] = [
    [],
    [[64, 70]],
    [[52, 54]],
    [
      [54, 55],
      [61, 64],
      [90, 95],
    ],
  ];
  for (const over of further) {
    await goOn(running._id, over);
    for (const isAll of [true, false]) {
      assert.equal(await orders(withPageAnchors, running, isAll, 30), await orders(plain, running, isAll));
    }
    await withPageAnchors.pageAnchors.settled();
  }
});

it("make it short to a page among what is over while servers go on", async () => {
  const running = await storeTable({ status: "Running" });
  await runUntil(running._id, [[0, 80]]);
  const score = { sort_by: "score", sort_order: "ascending", page_number: 6, page_size: 10 } as const;
  for (const include_pending of [true, false]) {
    const query = { ...score, include_pending };
    await list(withPageAnchors, running, query);
    await withPageAnchors.pageAnchors.settled();
    await goOn(running._id, [[80, 84]]);
    const operations = await profiled(() => list(withPageAnchors, running, query));
    assert.equal(
      operations.map(({ command }) => command.min !== undefined),
      [true],
    );
    assert.ok(operations[0]?.keysExamined <= ANCHOR_STEP + 10 + 4, `${operations[0]?.keysExamined} keys`);
  }
});

it("are found anew once more rows have come to be over than are to be remembered", async () => {
  const pageAnchors = createPageAnchors(store, { step: ANCHOR_STEP, minRows: ANCHOR_STEP, maxRecent: 20 });
  const running = await storeTable({ status: "Running" });
  await runUntil(running._id, [[0, 60]]);
  const query = { sort_by: "score", sort_order: "ascending", page_number: 5, page_size: 13 } as const;
  const ids = async (pages: typeof plain) => (await list(pages, running, query)).items.map(({ id }) => id);
  const pageAnchorsUsed = async () =>
    (await profiled(() => list({ store, pageAnchors }, running, query))).map(
      ({ command }) => command.min !== undefined,
    );
  const expected: [over: Stretch[], whether: boolean][] = [
    [[], true],
    [[[60, 70]], true],
    [[[70, 85]], false],
  ];
  await list({ store, pageAnchors }, running, query);
  await pageAnchors.settled();
  for (const [over, whether] of expected) {
    await goOn(running._id, over);
    assert.equal(await pageAnchorsUsed(), [whether]);
    assert.equal(await ids({ store, pageAnchors }), await ids(plain));
    await pageAnchors.settled();
  }
  assert.equal(await pageAnchorsUsed(), [true]);
});

it("are not looked for where rows may change that were over", async () => {
  const waiting = await storeTable({ status: "Interrupted" });
  await runUntil(waiting._id, [[0, 90]]);
  const gone = await storeTable({ status: "Running", simulation_gaps: 1 });
  const query = { sort_by: "score", include_pending: false, page_number: 4, page_size: 15 } as const;
  for (const changing of [waiting, gone]) {
    const operations = await profiled(async () => {
      await list(withPageAnchors, changing, query);
      await withPageAnchors.pageAnchors.settled();
      await list(withPageAnchors, changing, query);
    });
    assert.equal(
      operations.map(({ command }) => command.min),
      [undefined, undefined],
    );
  }
});
