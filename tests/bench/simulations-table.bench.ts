/**
 * Measures how long a page of the simulations table takes over HTTP, for a job of a million simulations: pages
 * anywhere, sorted by each column.
 */
import { loadavg } from "node:os";
import { SIMULATION_SORT_COLUMNS } from "@understudy/shared/api/simulation.ts";
import { MongoClient } from "mongodb";
import { addPerson, logInAdmin } from "../support/api/people.ts";
import { atEnd } from "../support/cleanup.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { openProfiler } from "../support/profiler.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";
import { bench, type Row } from "./bench.ts";
import { runAgain, storeLargeJob } from "./large-table.ts";
import { options } from "./options.ts";
import { quantile } from "./spread.ts";

const PROMISED_MS = 200;
const ROW_COUNT = options.rows;
/** So often, or for so long (ms). */
const REPETITION_LIMITS = { times: 9, within: 5_000 };
const PAGE_SIZE = 50;
const SORT_ORDERS = ["ascending", "descending"] as const;
const PAGE_POSITIONS = { first: 0, middle: 0.5, "nine tenths": 0.9, last: 1 };
/** As many as there are while servers are busy with a large job. */
const OPEN_COUNTS = { pending: Math.min(5_000, ROW_COUNT / 10), running: 100 };

const server = await startTestServer();
const profiler = openProfiler(server.config.mongodbUrl);
const platform = await openTestPlatform(server.config);
const mongo = new MongoClient(server.config.mongodbUrl);
atEnd("the profiler", () => mongo.close());
const database = mongo.db();
const ada = await addPerson(await logInAdmin(server));

const started = performance.now();
const job = await storeLargeJob(platform, { id: ada.id, name: ada.name }, ROW_COUNT);
console.log(`  ${ROW_COUNT} rows were stored in ${Math.round((performance.now() - started) / 1000)} s`);

type Query = {
  sort_by: (typeof SIMULATION_SORT_COLUMNS)[number];
  sort_order: (typeof SORT_ORDERS)[number];
  include_pending: boolean;
  page_number: number;
};

/** @returns how long it took (ms) */
async function ask(query: Query): Promise<number> {
  const before = performance.now();
  const params = { job_id: job._id };
  const { items } = await ada.call("listSimulations", { params, query: { ...query, page_size: PAGE_SIZE } });
  if (items.length === 0) throw new Error(`There is nothing on page ${query.page_number}.`);
  return performance.now() - before;
}

/** Counts the keys and records that MongoDB read for one page. */
async function examined(query: Query): Promise<{ keys: number; records: number }> {
  const operations = await profiler.during(() => ask(query));
  const sum = (field: string) =>
    operations.reduce((total, operation) => total + Number(operation[field] ?? 0), 0);
  return { keys: sum("keysExamined"), records: sum("docsExamined") };
}

async function measure(include_pending: boolean): Promise<Row[]> {
  const rows: Row[] = [];
  for (const sort_by of SIMULATION_SORT_COLUMNS) {
    for (const sort_order of SORT_ORDERS) {
      const row: Row = { sort: sort_by, order: sort_order };
      const query = { sort_by, sort_order, include_pending, page_number: 1 };
      const shown = include_pending ? ROW_COUNT : ROW_COUNT - OPEN_COUNTS.pending - OPEN_COUNTS.running;
      const numbers = Object.entries(PAGE_POSITIONS).map(([name, share]) => ({
        name,
        page_number: Math.max(1, Math.round((share * shown) / PAGE_SIZE)),
      }));
      // Before anything is known of the order.
      const firstTime = await ask({ ...query, page_number: Math.round(ROW_COUNT / PAGE_SIZE / 2) - 7 });
      await settled();
      const all: number[] = [];
      let most = { keys: 0, records: 0 };
      for (const { name, page_number } of numbers) {
        const times: number[] = [];
        const until = performance.now() + REPETITION_LIMITS.within;
        while (times.length < REPETITION_LIMITS.times && performance.now() < until) {
          times.push(await ask({ ...query, page_number }));
        }
        all.push(...times);
        row[name] = quantile(times, 0.5);
        const readCounts = await examined({ ...query, page_number });
        if (readCounts.keys > most.keys) most = readCounts;
      }
      const { keys, records } = most;
      const load = loadavg()[0] ?? 0;
      rows.push({ ...row, p95: quantile(all, 0.95), "first time": firstTime, keys, records, load });
    }
  }
  return rows;
}

/** Once an answer takes no longer because another order is looked through in the background. */
async function settled(): Promise<void> {
  const busy = async () => {
    const { inprog } = await database.admin().command({ currentOp: 1, active: true, ns: /\.simulations$/ });
    return inprog.length > 0;
  };
  let quiet = 0;
  while (quiet < 10) {
    quiet = (await busy()) ? 0 : quiet + 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

const title = `${PAGE_SIZE} of ${ROW_COUNT.toLocaleString("en")} simulations (ms over HTTP); promised: ${PROMISED_MS}`;
bench(`A page of ${title}`, () => measure(true));
bench(`The same while the job runs: all simulations`, async () => {
  await runAgain(platform, job, OPEN_COUNTS);
  return measure(true);
});
bench(`The same while the job runs: those that are over`, () => measure(false));
