/** Pages of a large table that start from a page anchor: the same pages as by skipping from an end, for fewer keys. */
import { createPageAnchors } from "@understudy/server/cache/page-anchors.ts";
import { deleteSimulations } from "@understudy/server/commands/simulations/delete-simulations.ts";
import { SIMULATION_SORT_COLUMNS } from "@understudy/shared/api/simulation.ts";
import { assert, suite } from "../harness.ts";
import {
  ANCHOR_STEP,
  openSimulationTables,
  SIMULATION_COUNT,
  SORT_ORDERS,
} from "../support/specs/simulation-tables.ts";

const PAGE_SIZE = 15;

const it = suite("page anchors in a table of simulations");
const { platform, withPageAnchors, plain, list, orders, profiled, storeTable } = await openSimulationTables();
const { store } = platform;
const job = await storeTable();

it("change no page of any order, before they are found, after, and once rows were deleted", async () => {
  const pages = () => orders(withPageAnchors, job, true, PAGE_SIZE);
  const expected = await orders(plain, job, true);
  assert.equal(await pages(), expected);
  await withPageAnchors.pageAnchors.settled();
  assert.equal(await pages(), expected);
  assert.equal(await orders(withPageAnchors, job, false, PAGE_SIZE), expected);

  const rows = await store.simulations.find({
    job_id: job._id,
    index: { $in: [0, 33, 34, 60, SIMULATION_COUNT - 1] },
  });
  const loaded = { job: (await store.jobs.findOne({ _id: job._id })) ?? job, access: "manager" as const };
  await deleteSimulations(
    platform,
    loaded,
    rows.map(({ _id }) => _id),
  );
  const left = await orders(plain, job, true);
  assert.not.equal(left, expected);
  assert.equal(await pages(), left);
  await withPageAnchors.pageAnchors.settled();
  assert.equal(await pages(), left);
});

it("let a page be found in the index of its order alone, for fewer keys than a step and the page have", async () => {
  for (const sort_by of SIMULATION_SORT_COLUMNS) {
    // The one index without ids: the page's own rows are read for them.
    const [read, column] = sort_by === "id" ? [PAGE_SIZE, ""] : [0, `${sort_by}: 1, `];
    for (const sort_order of SORT_ORDERS) {
      const query = { sort_by, sort_order, page_number: 4, page_size: PAGE_SIZE };
      await list(withPageAnchors, job, query);
      await withPageAnchors.pageAnchors.settled();
      const [operation, ...furtherOperations] = await profiled(() => list(withPageAnchors, job, query));
      assert.equal(furtherOperations, []);
      assert.ok(operation?.keysExamined <= ANCHOR_STEP + PAGE_SIZE, `${sort_by}: ${operation?.keysExamined}`);
      assert.equal([operation?.docsExamined, operation?.hasSortStage], [read, undefined], sort_by);
      assert.match(operation?.planSummary, `IXSCAN { job_id: 1, ${column}index: 1`);
      const [skipped] = await profiled(() => list(plain, job, query));
      assert.ok(skipped?.keysExamined > operation?.keysExamined, `${sort_by}: ${skipped?.keysExamined}`);
    }
  }
});

it("end with the process", async () => {
  const pageAnchors = createPageAnchors(store, { step: 1, minRows: ANCHOR_STEP });
  const query = { sort_by: "score", page_number: 4, page_size: PAGE_SIZE } as const;
  const other = await storeTable();
  await list({ store, pageAnchors }, other, query);
  await pageAnchors.close();
  const operations = await profiled(async () => {
    await list({ store, pageAnchors }, other, query);
    await pageAnchors.settled();
  });
  assert.equal(
    operations.map(({ command }) => command.min),
    [undefined],
  );
});
