/**
 * A training of many rows beside ten people who move sliders of other emulators, in the product as it is started for real: how
 * long their answers take while it trains, and how much slower it trains.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Caller, createCaller } from "../api/caller.ts";
import { createJob, fixture, type Tables, trainedJob } from "../browser/real-jobs.ts";
import { atEnd } from "../cleanup.ts";
import { eventually } from "../waiting.ts";
import { startWholeProduct, type WholeProduct } from "../whole-product.ts";
import { bench, type Row } from "./bench.ts";
import { home, homeNote } from "./data/sets.ts";
import { cpuSecondsOf } from "./processes.ts";
import { emulatorReady, moveSliders, type SliderJob } from "./sliders.ts";
import { median, spread } from "./spread.ts";

const PEOPLE = 10;
/** Of each of the alternating spells with people and without. */
const SPELL_S = 10;
const SPELLS = 3;
const PROMISED_MS = 50;
const LONG_MS = 600_000;

const folder = join(home, "spectre_lna");
/** The largest fixture stands in where the set is missing. */
const tables: Tables = existsSync(folder)
  ? {
      parameters: readFileSync(join(folder, "parameters.csv"), "utf8"),
      outputs: readFileSync(join(folder, "outputs.csv"), "utf8"),
    }
  : fixture("cardiac2");

async function sliderJob(caller: Caller, name: string): Promise<SliderJob> {
  const id = await trainedJob(caller, name, fixture(name));
  const config = await caller.call("getJobConfig", { params: { job_id: id } });
  const inputs = config.inputs.map(({ name, min, max }) => ({ name, low: min ?? 0, high: max ?? 0 }));
  await emulatorReady(caller, id);
  return { id, inputs };
}

async function startTraining(caller: Caller): Promise<number> {
  const id = await createJob(caller, "Many rows", tables);
  const params = { job_id: id };
  const statusIs = (wanted: string) =>
    eventually(
      `job ${id} is ${wanted}`,
      async () => (await caller.call("getJob", { params })).status === wanted,
      LONG_MS,
      200,
    );
  await statusIs("Awaiting Configuration");
  await caller.call("startTraining", { params, body: { train_on: "platform", effort: "thorough" } });
  await eventually(
    "the training has begun",
    async () => (await caller.call("getTrainingProgress", { params })).loss.length > 1,
    LONG_MS,
    200,
  );
  return id;
}

/** Cores that the runner and its children keep busy while `work` is under way. */
async function coresOf<T>(
  product: WholeProduct,
  work: () => Promise<T>,
): Promise<{ cores: number; answer: T }> {
  const runner = product.processes().runner ?? 0;
  const before = cpuSecondsOf(runner);
  const started = performance.now();
  const answer = await work();
  return { cores: (cpuSecondsOf(runner) - before) / ((performance.now() - started) / 1000), answer };
}

/** Said at once: the whole takes minutes. */
const note = (text: string) => console.log(`  ${text}`);

const quiet = () => new Promise<void>((resolve) => setTimeout(resolve, SPELL_S * 1000));

bench(
  `Ten people moving sliders (ms for an answer over HTTP), alone and beside a training; promised: p95 ${PROMISED_MS}${homeNote}`,
  async () => {
    const product = await startWholeProduct({ PORT: "0" }, 180_000);
    note(`the product is at ${product.url}`);
    atEnd("what the product said", () => {
      const problems = product
        .output()
        .split("\n")
        .filter((line) => /"level":"?(error|50)/.test(line));
      for (const problem of problems.slice(-5)) note(problem);
    });
    const caller = createCaller(product.url);
    if (product.admin === null) throw new Error("no administrator was made");
    const { email, password } = product.admin;
    await caller.call("logIn", { body: { email, password } });
    const jobs = [await sliderJob(caller, "engineering1"), await sliderJob(caller, "ingaas_idvg")];
    note("two emulators are ready");
    const people = Array.from({ length: PEOPLE }, () => createCaller(product.url, caller.cookie()));

    await moveSliders(people, jobs, 2);
    const alone = await moveSliders(people, jobs, SPELL_S);
    const rows: Row[] = [{ when: "nothing trains", ...spread(alone) }];

    note(`alone: ${JSON.stringify(spread(alone))}`);
    const training = await startTraining(caller);
    note("the training has begun");
    const times: number[] = [];
    const cores: { with: number[]; without: number[] } = { with: [], without: [] };
    for (let spell = 0; spell < SPELLS; spell++) {
      cores.without.push((await coresOf(product, quiet)).cores);
      const beside = await coresOf(product, () => moveSliders(people, jobs, SPELL_S));
      cores.with.push(beside.cores);
      times.push(...beside.answer);
    }
    const { status } = await caller.call("getJob", { params: { job_id: training } });
    const share = { "cores training": median(cores.with), "without people": median(cores.without) };
    rows.push({ when: "beside the training", ...spread(times), ...share, "training is then": status });
    await caller.call("pauseJob", { params: { job_id: training } }).catch(() => null);
    await product.stop();
    return rows;
  },
);
