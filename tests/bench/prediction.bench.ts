/** Predictions: one point, many points, and a request of many outputs to the server as it is started for real. */

import { gatherRows, pointsOf } from "../../engine/data/table.ts";
import type { Emulator } from "../../engine/emulators/emulator.ts";
import { createRandom } from "../../engine/math/random.ts";
import { createCaller } from "../api/caller.ts";
import { type Tables, trainedJob } from "../browser/real-jobs.ts";
import { startWholeProduct } from "../whole-product.ts";
import { bench, type Row } from "./bench.ts";
import { benchSets, homeNote } from "./data/sets.ts";
import { trainOn } from "./ours.ts";
import { openPage } from "./sliders.ts";
import { quantile, spread } from "./spread.ts";

const SETS = ["engineering1", "spectre_lna", "ingaas_idvg"];
const MANY = 100_000;
/** Values that are predicted at once: more would only fill the memory. */
const BATCH_VALUES = 400_000;
const ONES = 500;
const REQUESTS = 300;
const PROMISED_MS = 5;

function speedOf(emulator: Emulator, points: Float64Array): Row {
  const width = emulator.inputs.length;
  const rows = points.length / width;
  const times = Array.from({ length: ONES + 100 }, (_, at) => {
    const point = points.subarray((at % rows) * width, ((at % rows) + 1) * width);
    const before = performance.now();
    emulator.predict(point, 1);
    return performance.now() - before;
  }).slice(100);
  const size = emulator.outputs.reduce((sum, output) => sum + output.size, 0);
  const batch = Math.min(MANY, Math.floor(BATCH_VALUES / size));
  const many = gatherRows(
    points,
    width,
    Int32Array.from({ length: batch }, (_, at) => at % rows),
  );
  emulator.predict(many.subarray(0, 10 * width), 10);
  const cpu = process.cpuUsage();
  for (let done = 0; done < MANY; done += batch) emulator.predict(many, batch);
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (user + system) / 1e6;
  return {
    "one point, p50 (ms)": quantile(times, 0.5),
    "one point, p95 (ms)": quantile(times, 0.95),
    [`${MANY} points (CPU s)`]: seconds,
    "points a CPU second": Math.round(MANY / seconds),
  };
}

bench(`Predictions with bounds, in one thread${homeNote}`, async () => {
  const rows: Row[] = [];
  for (const set of benchSets().filter(({ name }) => SETS.includes(name))) {
    const split = await set.split(1);
    const { emulator } = await trainOn(split);
    const values = emulator.outputs.reduce((sum, { size }) => sum + size, 0);
    rows.push({ emulator: set.name, values, ...speedOf(emulator, pointsOf(split.unseen)) });
  }
  return rows;
});

/** Eight outputs, one of them a curve of 2,000 points. */
function wideTables(): Tables {
  const random = createRandom(1);
  const points = Array.from({ length: 120 }, () => Array.from({ length: 4 }, () => random.uniform()));
  const scalars = (point: readonly number[]) =>
    Array.from({ length: 7 }, (_, at) => Math.sin((at + 1) * (point[0] ?? 0)) + (point[at % 4] ?? 0) ** 2);
  const curve = ([a = 0, b = 0, c = 0]: readonly number[]) =>
    Array.from({ length: 2000 }, (_, at) =>
      (Math.exp(-a * (at / 500)) * Math.sin(b * 4 + at / 300) + c).toPrecision(6),
    );
  const line = (cells: readonly (string | number)[]) => `${cells.join(",")}\n`;
  return {
    parameters: line(["a", "b", "c", "d"]) + points.map((point) => line(point)).join(""),
    outputs:
      line([1, 2, 3, 4, 5, 6, 7].map((at) => `scalar ${at}`).concat("curve")) +
      points.map((point) => line([...scalars(point), `"[${curve(point).join(", ")}]"`])).join(""),
  };
}

/** What the server's own log says of each request, whole milliseconds. */
function loggedTimes(output: string): number[] {
  return output.split("\n").flatMap((line) => {
    if (!line.includes("emulator/outputs")) return [];
    const ms = /"ms":(\d+)/.exec(line)?.[1];
    return ms === undefined ? [] : [Number(ms)];
  });
}

bench(
  `A request of 8 outputs, one a curve of 2,000 points (ms); promised: p95 ${PROMISED_MS} inside the server`,
  async () => {
    const product = await startWholeProduct({ PORT: "0", LOG_LEVEL: "info" }, 180_000);
    if (product.admin === null) throw new Error("no administrator was made");
    const { email, password } = product.admin;
    const caller = createCaller(product.url);
    await caller.call("logIn", { body: { email, password } });
    const id = await trainedJob(caller, "Eight outputs", wideTables());
    await openPage(caller, id);
    const random = createRandom(2);
    const times: number[] = [];
    const before = loggedTimes(product.output()).length;
    for (let request = 0; request < REQUESTS; request++) {
      const inputs = { a: random.uniform(), b: random.uniform(), c: random.uniform(), d: random.uniform() };
      const started = performance.now();
      const response = await caller.attempt("predict", { params: { job_id: id }, body: { inputs } });
      await response.arrayBuffer();
      times.push(performance.now() - started);
    }
    const inside = loggedTimes(product.output()).slice(before);
    await product.stop();
    return [
      { where: "inside the server", ...spread(inside) },
      { where: "over HTTP, one after the other", ...spread(times) },
    ];
  },
);
