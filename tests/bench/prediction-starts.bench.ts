/**
 * A stored emulator of many rows and one curve, at several starts of the web process: whatever is asked first of a thread that
 * has just read it, a point is to be answered at the pace of a slider and a long list in about a second.
 */
import { once } from "node:events";
import { loadavg } from "node:os";
import { createRandom, type Random } from "../../engine/math/random.ts";
import { logIn } from "../support/api/people.ts";
import { createJob, type Tables, untilStatus } from "../support/browser/real-jobs.ts";
import { startTestRunner } from "../support/processes/stack.ts";
import { ADMIN_EMAIL, startWebProcess, urlOf, webConfig } from "../support/processes/web-process.ts";
import { eventually } from "../support/waiting.ts";
import { bench, type Row } from "./bench.ts";
import { options } from "./options.ts";
import { type AskOutputs, createAsker } from "./page-client.ts";
import { quantile } from "./spread.ts";

const START_COUNT = 5;
const ROW_COUNT = 4_000;
const INPUT_NAMES = ["amplitude", "frequency", "damping", "delay", "offset", "slope"];
const CURVE_POINTS = 200;
/** Seconds that the curve lasts. */
const CURVE_SECONDS = 4;
const SINGLE_POINT_COUNT = 300;
/** The longest that a training of any effort may take. */
const TRAINING_MS = 40 * 60_000;
const PROMISED_MS = { point: 5, thousand: 1_000 };

/** The answer of a damped oscillator to a step, on a slope. @param point 0 .. 1 each */
function stepResponse(point: readonly number[]): number[] {
  const [amplitude = 0, frequency = 0, damping = 0, delay = 0, offset = 0, slope = 0] = point;
  const ratio = 0.1 + 0.6 * damping;
  const natural = 2 * Math.PI * (0.5 + 1.5 * frequency);
  const damped = natural * Math.sqrt(1 - ratio * ratio);
  return Array.from({ length: CURVE_POINTS }, (_, at) => {
    const time = (CURVE_SECONDS * at) / (CURVE_POINTS - 1);
    const since = Math.max(0, time - delay / 2);
    const swing = Math.cos(damped * since) + ((ratio * natural) / damped) * Math.sin(damped * since);
    const step = (0.5 + 1.5 * amplitude) * (1 - Math.exp(-ratio * natural * since) * swing);
    return step + offset - 0.5 + 0.3 * (slope - 0.5) * time;
  });
}

const pointAt = (random: Random): number[] => INPUT_NAMES.map(() => random.uniform());

function tables(): Tables {
  const random = createRandom(7);
  const points = Array.from({ length: ROW_COUNT }, () => pointAt(random));
  const curve = (point: readonly number[]) => stepResponse(point).map((value) => value.toPrecision(6));
  return {
    parameters: [INPUT_NAMES, ...points].map((cells) => `${cells.join(",")}\n`).join(""),
    outputs: `response\n${points.map((point) => `"[${curve(point).join(", ")}]"\n`).join("")}`,
  };
}

const inputsAt = (random: Random) => {
  const point = pointAt(random);
  return Object.fromEntries(INPUT_NAMES.map((name, at) => [name, point[at] ?? 0]));
};

/** Milliseconds inside the server for a list of so many points. */
async function listTime(ask: AskOutputs, random: Random, count: number): Promise<number> {
  const inputs_list = Array.from({ length: count }, () => inputsAt(random));
  return (await ask(JSON.stringify({ inputs_list }))).inside;
}

async function oneTimes(ask: AskOutputs, random: Random): Promise<number[]> {
  const times: number[] = [];
  while (times.length < SINGLE_POINT_COUNT)
    times.push((await ask(JSON.stringify({ inputs: inputsAt(random) }))).inside);
  return times;
}

bench(
  `A stored emulator of ${ROW_COUNT} rows, ${INPUT_NAMES.length} inputs and a curve of ${CURVE_POINTS} points, at ${START_COUNT} starts of the web process (ms inside the server); promised: one point p95 ${PROMISED_MS.point}, 1,000 points ${PROMISED_MS.thousand}`,
  async () => {
    const config = await webConfig();
    let web = await startWebProcess(config);
    const runner = await startTestRunner(config);
    const caller = await logIn(urlOf(config), ADMIN_EMAIL);
    const id = await createJob(caller, "Step responses", tables());
    await untilStatus(caller, id, "Awaiting Configuration");
    const training = { train_on: "platform", effort: options.effort } as const;
    await caller.call("startTraining", { params: { job_id: id }, body: training });
    const isTrained = async () =>
      (await caller.call("getJob", { params: { job_id: id } })).status === "Complete";
    await eventually("the training is over", isTrained, TRAINING_MS, 1_000);
    await runner.close();

    const rows: Row[] = [];
    for (let start = 1; start <= START_COUNT; start++) {
      const ended = once(web, "exit");
      web.kill("SIGTERM");
      await ended;
      web = await startWebProcess(config);
      // Asks nothing of the emulator but whether it has been read.
      const isReady = async () =>
        (await caller.call("getEmulatorReport", { params: { job_id: id } })).status === "ready";
      await eventually("the emulator is loaded", isReady, 60_000);
      const ask = createAsker(caller, id);
      const random = createRandom(start);
      const first = await listTime(ask, random, 100);
      const thousand = await listTime(ask, random, 1_000);
      const ones = await oneTimes(ask, random);
      rows.push({
        start,
        effort: options.effort,
        "first 100 points": first,
        "1,000 points": thousand,
        "one point, p50": quantile(ones, 0.5),
        "one point, p95": quantile(ones, 0.95),
        "100 points": await listTime(ask, random, 100),
        "1,000 points again": await listTime(ask, random, 1_000),
        load: loadavg()[0] ?? 0,
      });
    }
    return rows;
  },
);
