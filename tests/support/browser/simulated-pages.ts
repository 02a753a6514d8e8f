/** Jobs with simulations of every kind that a page shows, and somebody who looks at them. */
import { startTestServer } from "../processes/stack.ts";
import { storeSimulatedJob } from "../specs/simulated-jobs.ts";
import { openTestPlatform } from "../specs/simulations.ts";
import { makeSpec } from "../specs/specs.ts";
import { storeTrainedSpecJob } from "../specs/trained-spec-job.ts";
import { newPage } from "./browser.ts";
import { addPerson } from "./people.ts";

/** Simulations of `jobs.training`. */
export const SIMULATION_COUNT = 120;

const round = (simulations: number, sum: number, decay: number) => ({
  simulations,
  coefficients_of_determination: { sum, decay },
  placed: 15,
});

const { url, config } = await startTestServer();
export const baseURL = url;
export const ada = await addPerson(config, "Ada Lovelace");
export const platform = await openTestPlatform(config);
const creator = { id: ada.id, name: ada.name };
type Stored = Parameters<typeof storeSimulatedJob>;
const store = async (count: number, fields: Stored[2], run: Stored[3] = {}) =>
  (await storeSimulatedJob(platform, count, { creator, ...fields }, run)).job._id;

const emulator = await storeTrainedSpecJob(platform, { creator, name: "Trained divider" });
const latest_version_id = emulator.spec_version_id ?? 0;
await platform.store.specs.insert(makeSpec({ _id: 1, name: "A sum", creator, latest_version_id }));

/** Their ids. */
export const jobs = {
  training: await store(SIMULATION_COUNT, {
    name: "A divider, sampled",
    run_rounds: [round(40, 0.91, 0.975), round(55, 0.964, 0.992), round(90, 0.9935, 0.9991)],
  }),
  outOfSpec: await store(40, { name: "Where the divider fails", objective: "Out of Spec" }),
  running: await store(20, { name: "Still running", status: "Running" }),
  emulator: emulator._id,
  single: await store(1, { name: "One divider", objective: "Single Run" }),
  check: await store(1, { name: "Check", objective: "Single Run" }, { emulator_job_id: emulator._id }),
};
export const page = await newPage({ baseURL, as: ada });

export const table = () => page.getByRole("table", { name: "Simulations" });
export const rows = () => table().locator("tbody tr");
