/**
 * A training of many rows beside ten people who move sliders of other emulators, in the product as it is started for real: how
 * long their answers take while it trains, and how much slower it trains.
 */
import { existsSync, readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { type Caller, createCaller } from "../support/api/caller.ts";
import { createJob, fixture, type Tables, trainedJob } from "../support/browser/real-jobs.ts";
import { atEnd } from "../support/cleanup.ts";
import { startWholeProduct, type WholeProduct } from "../support/processes/whole-product.ts";
import { eventually } from "../support/waiting.ts";
import { bench, type Row } from "./bench.ts";
import { home, homeNote } from "./data/sets.ts";
import { machineSeconds } from "./machine.ts";
import type { Took } from "./page-client.ts";
import { readCpuSeconds } from "./processes.ts";
import { type Answers, moveSliders, openPage, type SliderPage } from "./sliders.ts";
import { median, quantile, spread } from "./spread.ts";

const PERSON_COUNT = 10;
/** Each of the alternating spells with people and without lasts this long. */
const SPELL_S = 10;
const SPELL_COUNT = 3;
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

async function startTraining(caller: Caller): Promise<number> {
  const id = await createJob(caller, "Many rows", tables);
  const params = { job_id: id };
  const statusIs = (status: string) =>
    eventually(
      `job ${id} is ${status}`,
      async () => (await caller.call("getJob", { params })).status === status,
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

const MACHINE_PARTS = ["web", "mongodb", "training", "people", "others"] as const;
type Part = (typeof MACHINE_PARTS)[number];

/**
 * The spells taken together: answers, the seconds of CPU that each part of the product took a second, and others on
 * the machine beside it, and how many processes wanted a core.
 */
interface Measured {
  answers: Answers;
  cores: Record<Part, number[]>;
  loads: number[];
}

const nothing = (): Measured => ({
  answers: { point: [], sweep: [], moves: 0 },
  cores: { web: [], mongodb: [], training: [], people: [], others: [] },
  loads: [],
});

function readSeconds(product: WholeProduct): Record<Part, number> {
  const processes = product.processes();
  const { user, system } = process.cpuUsage();
  const ours = {
    web: readCpuSeconds(processes.web ?? 0),
    mongodb: readCpuSeconds(processes.mongodb ?? 0),
    training: readCpuSeconds(processes.runner ?? 0),
    people: (user + system) / 1e6,
  };
  const all = machineSeconds();
  return { ...ours, others: Object.values(ours).reduce((rest, seconds) => rest - seconds, all) };
}

/** Adds what a spell came to. */
async function measure(
  product: WholeProduct,
  { answers, cores, loads }: Measured,
  work: () => Promise<Answers>,
): Promise<void> {
  const before = readSeconds(product);
  const started = performance.now();
  const { point, sweep, moves } = await work();
  const seconds = (performance.now() - started) / 1000;
  const after = readSeconds(product);
  answers.point.push(...point);
  answers.sweep.push(...sweep);
  answers.moves += moves;
  for (const part of MACHINE_PARTS) cores[part].push((after[part] - before[part]) / seconds);
  loads.push(loadavg()[0] ?? 0);
}

/**
 * Summarises the whole time, and the part of it inside the server: the rest is the way there and back, and waiting
 * for the server to begin.
 */
function summarise(answers: readonly Took[]): Row {
  const inside = answers.map((took) => took.inside);
  return {
    ...spread(answers.map(({ totalMs }) => totalMs)),
    "inside, p50": quantile(inside, 0.5),
    "inside, p95": quantile(inside, 0.95),
  };
}

/** One row for each kind of question. */
function makeRows(when: string, { answers, cores, loads }: Measured): Row[] {
  const shares = Object.fromEntries(MACHINE_PARTS.map((part) => [`cores: ${part}`, median(cores[part])]));
  const { point, sweep, moves } = answers;
  return [
    { when, asked: "where the sliders stand", moves, ...summarise(point), ...shares, load: median(loads) },
    { when, asked: "a curve of 102 points", moves: null, ...summarise(sweep) },
    { when, asked: "both together", moves: null, ...summarise([...point, ...sweep]) },
  ];
}

/** Said at once: the whole takes minutes. */
const note = (text: string) => console.log(`  ${text}`);

const nobody = async (): Promise<Answers> => {
  await new Promise<void>((resolve) => setTimeout(resolve, SPELL_S * 1000));
  return { point: [], sweep: [], moves: 0 };
};

bench(
  `Ten people moving sliders (ms for an answer over HTTP), alone and beside a training; promised: p95 ${PROMISED_MS}${homeNote}`,
  async () => {
    const product = await startWholeProduct({ PORT: "0", MONGODB_URL: "", REDIS_URL: "" }, 180_000);
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
    const pages: SliderPage[] = [];
    for (const name of ["engineering1", "ingaas_idvg"]) {
      pages.push(await openPage(caller, await trainedJob(caller, name, fixture(name))));
    }
    note("two emulators are ready");
    const people = Array.from({ length: PERSON_COUNT }, () => createCaller(product.url, caller.cookie()));
    const move = () => moveSliders(people, pages, SPELL_S);

    await moveSliders(people, pages, 2);
    const alone = nothing();
    for (let spell = 0; spell < SPELL_COUNT; spell++) await measure(product, alone, move);
    const rows = makeRows("nothing trains", alone);

    note(`alone: ${JSON.stringify(rows)}`);
    const training = await startTraining(caller);
    note("the training has begun");
    const [duringTraining, without] = [nothing(), nothing()];
    for (let spell = 0; spell < SPELL_COUNT; spell++) {
      await measure(product, without, nobody);
      await measure(product, duringTraining, move);
    }
    const { status } = await caller.call("getJob", { params: { job_id: training } });
    const share = { "training without people": median(without.cores.training), "training is then": status };
    rows.push(
      ...makeRows("beside the training", duringTraining).map((row, at) =>
        at === 0 ? { ...row, ...share } : row,
      ),
    );
    await caller.call("pauseJob", { params: { job_id: training } }).catch(() => null);
    await product.stop();
    return rows;
  },
);
