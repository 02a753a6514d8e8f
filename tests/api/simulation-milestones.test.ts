/** Pages of a large table that start from a milestone: the same pages as by skipping from an end, for fewer keys. */
import { listSimulations } from "@understudy/server/api/simulations/list-simulations.ts";
import { createSimulationMilestones } from "@understudy/server/cache/simulation-milestones.ts";
import { deleteSimulations } from "@understudy/server/commands/run/delete-simulations.ts";
import type { JobRecord } from "@understudy/server/models/job.ts";
import type { SimulationRecord } from "@understudy/server/models/simulation.ts";
import { SIMULATION_SORT_COLUMNS } from "@understudy/shared/api/simulation.ts";
import { MongoClient } from "mongodb";
import { atEnd } from "../cleanup.ts";
import { assert, suite } from "../harness.ts";
import { fails, storeSimulatedJob } from "../simulated-jobs.ts";
import { openTestPlatform } from "../simulations.ts";

const COUNT = 100;
const STEP = 10;
const PAGE_SIZE = 15;
const ORDERS = ["ascending", "descending"] as const;

const platform = await openTestPlatform();
const { store } = platform;
const mongo = new MongoClient(platform.config.mongodbUrl);
atEnd("the profiler", () => mongo.close());
const database = mongo.db();

const withMilestones = { store, milestones: createSimulationMilestones(store, { step: STEP, fewest: STEP }) };
const plain = { store, milestones: createSimulationMilestones(store, { fewest: Number.POSITIVE_INFINITY }) };

type Pages = typeof plain;
type Query = Parameters<typeof listSimulations>[2];

const list = async (pages: Pages, { _id }: JobRecord, query: Query) => {
  const job = await store.jobs.findOne({ _id });
  if (job === null) throw new Error(`There is no job ${_id}.`);
  return await listSimulations(pages, { job, audience: "manager" }, query);
};

/** The ids of every order of the table, page by page. */
async function allPages(pages: Pages, job: JobRecord, page_size = PAGE_SIZE): Promise<number[][]> {
  const found: number[][] = [];
  for (const sort_by of SIMULATION_SORT_COLUMNS)
    for (const sort_order of ORDERS) {
      const ids: number[] = [];
      for (let page_number = 1; page_number <= Math.ceil(COUNT / page_size); page_number++) {
        const query = { sort_by, sort_order, include_pending: page_number % 2 === 0, page_number, page_size };
        ids.push(...(await list(pages, job, query)).items.map(({ id }) => id));
      }
      found.push(ids);
    }
  return found;
}
/** As they are from the first on. */
const wholeOrders = (job: JobRecord) => allPages(plain, job, COUNT);

/** What MongoDB did to find places, and no records, while `during` ran. */
async function profiled(during: () => Promise<unknown>) {
  await database.command({ profile: 2 });
  await during();
  await database.command({ profile: 0 });
  const operations = await database.collection("system.profile").find({ op: "query" }).toArray();
  await database.collection("system.profile").drop();
  return operations.filter(({ ns, command }) => /\.simulations$/.test(ns) && command.skip !== undefined);
}

/** Few values, many times each; those that failed have no score. */
const tied = ({ index }: SimulationRecord): Partial<SimulationRecord> => ({
  score: fails(index) ? null : (index * 7) % 5,
  running_time: (index * 3) % 4,
});

async function storeTable(fields: Partial<JobRecord> = {}): Promise<JobRecord> {
  const { job, simulations } = await storeSimulatedJob(platform, COUNT, fields);
  await store.simulations.updateEach(new Map(simulations.map((row) => [row._id, tied(row)])));
  return job;
}

const it = suite("milestones in a table of simulations");
const job = await storeTable();

it("change no page of any order, before they are found, after, and once rows were deleted", async () => {
  const expected = await wholeOrders(job);
  assert.equal(await allPages(withMilestones, job), expected);
  await withMilestones.milestones.settled();
  assert.equal(await allPages(withMilestones, job), expected);

  const rows = await store.simulations.find({ job_id: job._id, index: { $in: [0, 33, 34, 60, COUNT - 1] } });
  const loaded = { job: (await store.jobs.findOne({ _id: job._id })) ?? job, audience: "manager" as const };
  await deleteSimulations(
    platform,
    loaded,
    rows.map(({ _id }) => _id),
  );
  const left = await wholeOrders(job);
  assert.not.equal(left, expected);
  assert.equal(await allPages(withMilestones, job), left);
  await withMilestones.milestones.settled();
  assert.equal(await allPages(withMilestones, job), left);
});

it("let a page be found in the index of its order alone, for fewer keys than a step and the page have", async () => {
  for (const sort_by of SIMULATION_SORT_COLUMNS) {
    // The one index without ids: the page's own rows are read for them.
    const [read, column] = sort_by === "id" ? [PAGE_SIZE, ""] : [0, `${sort_by}: 1, `];
    for (const sort_order of ORDERS) {
      const query = { sort_by, sort_order, page_number: 4, page_size: PAGE_SIZE };
      await list(withMilestones, job, query);
      await withMilestones.milestones.settled();
      const [operation, ...others] = await profiled(() => list(withMilestones, job, query));
      assert.equal(others, []);
      assert.ok(operation?.keysExamined <= STEP + PAGE_SIZE, `${sort_by}: ${operation?.keysExamined}`);
      assert.equal([operation?.docsExamined, operation?.hasSortStage], [read, undefined], sort_by);
      assert.match(operation?.planSummary, `IXSCAN { job_id: 1, ${column}index: 1`);
      const [skipped] = await profiled(() => list(plain, job, query));
      assert.ok(skipped?.keysExamined > operation?.keysExamined, `${sort_by}: ${skipped?.keysExamined}`);
    }
  }
});

it("are not needed to find what is over while others run: the index of each order tells, without a record", async () => {
  const running = await storeTable({ status: "Running" });
  const open = { status: "Running", finish_time: null, running_time: null, score: null } as const;
  const count = await store.simulations.updateAll(
    { job_id: running._id, index: { $gte: COUNT - STEP } },
    open,
  );
  const counts = running.simulation_counts;
  if (counts === null) throw new Error("It has counts.");
  const simulation_counts = { ...counts, running: count, complete: COUNT - count - counts.failed };
  await store.jobs.update({ _id: running._id }, { simulation_counts });
  for (const sort_by of SIMULATION_SORT_COLUMNS) {
    for (const sort_order of ORDERS) {
      const query = { sort_by, sort_order, include_pending: false, page_number: 4, page_size: PAGE_SIZE };
      const [operation, ...others] = await profiled(() => list(withMilestones, running, query));
      assert.equal(others, []);
      const column = sort_by === "id" ? "status" : sort_by;
      assert.match(operation?.planSummary, `IXSCAN { job_id: 1, ${column}: 1, index: 1`);
      assert.equal([operation?.docsExamined, operation?.hasSortStage], [0, undefined], sort_by);
    }
  }
});

it("are not looked for while rows may still change", async () => {
  const running = await storeTable({ status: "Running" });
  const waiting = await storeTable({ status: "Interrupted" });
  const [one] = await store.simulations.find({ job_id: waiting._id, status: "Complete" }, { limit: 1 });
  await store.simulations.update({ _id: one?._id ?? 0 }, { status: "Interrupted", finish_time: null });
  const counts = waiting.simulation_counts;
  if (counts !== null)
    await store.jobs.update(
      { _id: waiting._id },
      { simulation_counts: { ...counts, complete: counts.complete - 1 } },
    );
  const query = { sort_by: "score", include_pending: false, page_number: 4, page_size: PAGE_SIZE } as const;
  for (const changing of [running, waiting]) {
    const operations = await profiled(async () => {
      await list(withMilestones, changing, query);
      await withMilestones.milestones.settled();
      await list(withMilestones, changing, query);
    });
    assert.equal(
      operations.map(({ command }) => command.min),
      [undefined, undefined],
    );
  }
});

it("end with the process", async () => {
  const milestones = createSimulationMilestones(store, { step: 1, fewest: STEP });
  const query = { sort_by: "score", page_number: 4, page_size: PAGE_SIZE } as const;
  const other = await storeTable();
  await list({ store, milestones }, other, query);
  await milestones.close();
  const operations = await profiled(async () => {
    await list({ store, milestones }, other, query);
    await milestones.settled();
  });
  assert.equal(
    operations.map(({ command }) => command.min),
    [undefined],
  );
});
