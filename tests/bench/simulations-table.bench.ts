/** The table of a job of a million simulations: any page, in any order, as the page asks for it over HTTP. */
import { loadavg } from "node:os";
import type { SimulationRecord } from "@understudy/server/models/simulation.ts";
import { SIMULATION_SORT_COLUMNS } from "@understudy/shared/api/simulation.ts";
import { addPerson, logInAdmin } from "../api/people.ts";
import { makeSimulations, openTestPlatform, storeRunJob } from "../simulations.ts";
import { startTestServer } from "../stack.ts";
import { bench, type Row } from "./bench.ts";
import { options } from "./options.ts";
import { median, quantile } from "./spread.ts";

const PROMISED_MS = 200;
const ROWS = options.rows;
/** All that is held of them at a time. */
const INSERTED_AT_ONCE = 5_000;
const ASKED = 5;
const PAGE_SIZE = 50;
const ORDERS = ["ascending", "descending"] as const;
const PAGES = { first: 0, middle: 0.5, "nine tenths": 0.9, last: 1 };
/** One in so many has failed. */
const FAILS_EVERY = 50;

/** Numbers from 0 to 1 in no order, the same each time. */
const scattered = (index: number, step: number) => (index * step) % 1;

function over(row: SimulationRecord): SimulationRecord {
  const { index } = row;
  const common = {
    attempt: 1,
    holders: [1],
    resource: { id: 1, name: "lab" },
    running_time: scattered(index, 0.7548776662466927),
    finish_time: new Date(),
  };
  if (index % FAILS_EVERY === 0) return { ...row, ...common, status: "Running Failed", error: "It failed." };
  const score = scattered(index, 0.5698402909980532);
  return { ...row, ...common, status: "Complete", outputs: { sum: score }, score, result_attempt: 1 };
}

bench(
  `A page of ${PAGE_SIZE} of ${ROWS.toLocaleString("en")} simulations (ms over HTTP); promised: ${PROMISED_MS}`,
  async () => {
    const server = await startTestServer();
    const platform = await openTestPlatform(server.config);
    const ada = await addPerson(await logInAdmin(server));
    const failed = Math.ceil(ROWS / FAILS_EVERY);
    const job = await storeRunJob(
      platform,
      { maximum_simulations: ROWS },
      {
        creator: { id: ada.id, name: ada.name },
        status: "Complete",
        simulation_counts: { planned: ROWS, running: 0, complete: ROWS - failed, failed },
      },
    );
    const started = performance.now();
    for (let from = 0; from < ROWS; from += INSERTED_AT_ONCE) {
      const count = Math.min(INSERTED_AT_ONCE, ROWS - from);
      const first = await platform.store.nextId("simulations", count);
      const rows = makeSimulations(first, job._id, count, {}, from).map(over);
      await platform.store.simulations.insertAll(rows);
    }
    console.log(`  ${ROWS} rows were stored in ${Math.round((performance.now() - started) / 1000)} s`);

    const rows: Row[] = [];
    const last = Math.ceil(ROWS / PAGE_SIZE);
    for (const sort_by of SIMULATION_SORT_COLUMNS) {
      for (const sort_order of ORDERS) {
        const row: Row = { sort: sort_by, order: sort_order };
        const all: number[] = [];
        for (const [name, share] of Object.entries(PAGES)) {
          const times: number[] = [];
          for (let again = 0; again < ASKED; again++) {
            const page_number = Math.max(1, Math.round(share * last));
            const query = { sort_by, sort_order, page_number, page_size: PAGE_SIZE };
            const before = performance.now();
            const { items } = await ada.call("listSimulations", { params: { job_id: job._id }, query });
            times.push(performance.now() - before);
            if (items.length === 0) throw new Error(`There is nothing on page ${page_number}.`);
          }
          all.push(...times);
          row[name] = median(times);
        }
        rows.push({ ...row, worst: quantile(all, 1), load: loadavg()[0] ?? 0 });
      }
    }
    return rows;
  },
);
