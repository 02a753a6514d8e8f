/** Predictions: one point, many points, and a request of many outputs to the server as it is started for real. */
import { loadavg } from "node:os";
import { ROW_INDEX } from "@understudy/shared/api/emulator.ts";
import { collectPoints, gatherRows } from "../../engine/dataset/table.ts";
import { createRandom } from "../../engine/math/random.ts";
import type { Emulator } from "../../engine/models/emulator.ts";
import { type Caller, createCaller } from "../support/api/caller.ts";
import { type Tables, trainedJob } from "../support/browser/real-jobs.ts";
import { startWholeProduct } from "../support/processes/whole-product.ts";
import { bench, type Row } from "./bench.ts";
import { benchSets, homeNote } from "./data/sets.ts";
import { trainOn } from "./ours.ts";
import { createAsker, type Took } from "./page-client.ts";
import { openPage } from "./sliders.ts";
import { quantile, spread } from "./spread.ts";

const SET_NAMES = ["engineering1", "spectre_lna", "ingaas_idvg"];
const MANY_POINTS = 100_000;
/** Values that are predicted at once: more would only fill the memory. */
const BATCH_VALUES = 400_000;
const SINGLE_POINT_COUNT = 500;
const REQUEST_COUNT = 300;
/** Requests after which the server's code is compiled. */
const WARM_UP = 100;
const PROMISED_MS = 5;

function measureSpeed(emulator: Emulator, points: Float64Array): Row {
  const width = emulator.inputs.length;
  const rows = points.length / width;
  const times = Array.from({ length: SINGLE_POINT_COUNT + 100 }, (_, at) => {
    const point = points.subarray((at % rows) * width, ((at % rows) + 1) * width);
    const before = performance.now();
    emulator.predict(point, 1);
    return performance.now() - before;
  }).slice(100);
  const size = emulator.outputs.reduce((sum, output) => sum + output.size, 0);
  const batch = Math.min(MANY_POINTS, Math.floor(BATCH_VALUES / size));
  const many = gatherRows(
    points,
    width,
    Int32Array.from({ length: batch }, (_, at) => at % rows),
  );
  emulator.predict(many.subarray(0, 10 * width), 10);
  const cpu = process.cpuUsage();
  for (let done = 0; done < MANY_POINTS; done += batch) emulator.predict(many, batch);
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (user + system) / 1e6;
  return {
    "one point, p50 (ms)": quantile(times, 0.5),
    "one point, p95 (ms)": quantile(times, 0.95),
    [`${MANY_POINTS} points (CPU s)`]: seconds,
    "points a CPU second": Math.round(MANY_POINTS / seconds),
  };
}

bench(`Predictions with bounds, in one thread${homeNote}`, async () => {
  const rows: Row[] = [];
  for (const set of benchSets().filter(({ name }) => SET_NAMES.includes(name))) {
    const split = await set.split(1);
    const { emulator } = await trainOn(split);
    const values = emulator.outputs.reduce((sum, { size }) => sum + size, 0);
    rows.push({ emulator: set.name, values, ...measureSpeed(emulator, collectPoints(split.unseen)) });
  }
  return rows;
});

interface Wide {
  emulator: string;
  rows: number;
  inputs: number;
  /** Values stored of the curve. */
  stored: number;
  /**
   * The size of a second harmonic: what is smooth and has few inputs suits Gaussian processes, what bends suits
   * networks.
   */
  bends: number;
}

const WIDE_EMULATORS: readonly Wide[] = [
  { emulator: "few rows", rows: 120, inputs: 4, stored: 2000, bends: 0 },
  { emulator: "many rows", rows: 6000, inputs: 8, stored: 40, bends: 1 },
];
const CURVE_POINTS = 2000;

/** Eight outputs, one of them a curve. */
function wideTables({ rows, inputs, stored, bends }: Wide): Tables {
  const random = createRandom(1);
  const points = Array.from({ length: rows }, () => Array.from({ length: inputs }, () => random.uniform()));
  const bent = (point: readonly number[]) =>
    bends * point.reduce((sum, value, at) => sum + Math.abs(value - (point[(at + 1) % inputs] ?? 0)), 0);
  const scalars = (point: readonly number[]) =>
    Array.from(
      { length: 7 },
      (_, at) => Math.sin((at + 1) * (point[0] ?? 0)) + (point[at % inputs] ?? 0) ** 2 + bent(point),
    );
  const curve = (point: readonly number[]) =>
    Array.from({ length: stored }, (_, at) => {
      const [a = 0, b = 0, c = 0] = point;
      const along = (at * 2000) / stored;
      const value = Math.exp(-a * (along / 500)) * Math.sin(b * 4 + along / 300) + c + bent(point);
      return value.toPrecision(6);
    });
  const line = (cells: readonly (string | number)[]) => `${cells.join(",")}\n`;
  return {
    parameters: line(points[0]?.map((_, at) => `x${at}`) ?? []) + points.map((point) => line(point)).join(""),
    outputs:
      line([1, 2, 3, 4, 5, 6, 7].map((at) => `scalar ${at}`).concat("curve")) +
      points.map((point) => line([...scalars(point), `"[${curve(point).join(", ")}]"`])).join(""),
  };
}

/** The families that speak of its outputs, the one that counts most first. */
async function listFamilies(caller: Caller, job_id: number): Promise<string> {
  const { outputs } = await caller.call("getEmulatorReport", { params: { job_id } });
  const weights = new Map<string, number>();
  for (const { family, weight } of outputs.flatMap(({ families }) => families))
    weights.set(family, (weights.get(family) ?? 0) + weight);
  const spoken = [...weights].filter(([, weight]) => weight > 0.05).sort((a, b) => b[1] - a[1]);
  return spoken.map(([family]) => family).join(", ");
}

async function wideRows(caller: Caller, wide: Wide): Promise<Row[]> {
  const id = await trainedJob(caller, `Eight outputs, ${wide.emulator}`, wideTables(wide));
  await openPage(caller, id);
  const families = await listFamilies(caller, id);
  const ask = createAsker(caller, id);
  const random = createRandom(2);
  const along = Array.from(
    { length: CURVE_POINTS },
    (_, at) => (at * (wide.stored - 1)) / (CURVE_POINTS - 1),
  );
  const took: Took[] = [];
  for (let request = 0; request < WARM_UP + REQUEST_COUNT; request++) {
    const names = Array.from({ length: wide.inputs }, (_, at) => `x${at}`);
    const inputs = Object.fromEntries(names.map((name) => [name, random.uniform()]));
    // At its knots where they are as many.
    const coordinates = wide.stored === CURVE_POINTS ? {} : { [ROW_INDEX]: along };
    took.push(await ask(JSON.stringify({ inputs, coordinates })));
  }
  const times = took.slice(WARM_UP);
  const load = loadavg()[0] ?? 0;
  return [
    {
      emulator: wide.emulator,
      families,
      where: "inside",
      ...spread(times.map(({ inside }) => inside)),
      load,
    },
    {
      emulator: wide.emulator,
      families,
      where: "over HTTP",
      ...spread(times.map(({ totalMs }) => totalMs)),
      load,
    },
  ];
}

bench(
  `A request of 8 outputs, one a curve of 2,000 points, one after the other (ms); promised: p95 ${PROMISED_MS} inside the server`,
  async () => {
    const product = await startWholeProduct({ PORT: "0" }, 180_000);
    if (product.admin === null) throw new Error("no administrator was made");
    const { email, password } = product.admin;
    const caller = createCaller(product.url);
    await caller.call("logIn", { body: { email, password } });
    const rows: Row[] = [];
    for (const wide of WIDE_EMULATORS) rows.push(...(await wideRows(caller, wide)));
    await product.stop();
    return rows;
  },
);
