/**
 * The share of the time in which a slot of a server waits for a simulation to be chosen: an optimization of the op-amp, 100
 * simulations in 8 slots, by a runner and a web process as they run alone. `--seeds 5` (the default) chooses how many.
 */
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { logIn } from "../support/api/people.ts";
import { uploadTexts } from "../support/api/upload.ts";
import { startRunnerProcess } from "../support/processes/runner-process.ts";
import { ADMIN_EMAIL, startWebProcess, urlOf, webConfig } from "../support/processes/web-process.ts";
import { specFixtureFolder, textsIn } from "../support/specs/spec-fixtures.ts";
import { eventually } from "../support/waiting.ts";
import { bench, type Row } from "./bench.ts";
import { SPEED_FOR_POWER, simulator } from "./data/op-amp.ts";
import { machineSeconds } from "./machine.ts";
import { options } from "./options.ts";
import { median } from "./spread.ts";
import { startStubClient } from "./stub-client.ts";

const SLOT_COUNT = 8;
const SIMULATION_COUNT = 100;
/** A simulator elsewhere, that computes so long at least (s). */
const ELSEWHERE_MIN_S = 1;
const PROMISED_IDLE_PERCENTAGE = 5;

const config = await webConfig();
await startWebProcess(config);
startRunnerProcess(config);
const person = await logIn(urlOf(config), ADMIN_EMAIL);
const { client_key: key } = await person.call("getWorkerClientKey");
const outputsAt = await simulator();
const file = await uploadTexts(person, textsIn(specFixtureFolder("opamp")));
const labels = { verbose_name: "Op-amp", help_text: "For the bench" };
const { spec_version_id } = await person.call("createSpec", { body: { ...labels, file } });

type Interval = { readonly from: number; readonly to: number };

/** When each simulation of a job ran (ms). @param least seconds that one takes at least */
async function run(name: string, least: number): Promise<Interval[]> {
  const intervals: Interval[] = [];
  const { resourceId, close } = await startStubClient({
    url: urlOf(config),
    key,
    name,
    allowed: SLOT_COUNT,
    outputs: async (inputs) => {
      const from = performance.now();
      const [outputs] = await Promise.all([outputsAt(inputs), sleep(1_000 * least)]);
      intervals.push({ from, to: performance.now() });
      if (outputs === null) throw new Error("A simulation has failed.");
      return outputs;
    },
  });
  const body = {
    name,
    objective: "Optimization" as const,
    score_function: SPEED_FOR_POWER,
    maximum_simulations: SIMULATION_COUNT,
    resources: {
      type: "servers" as const,
      servers: [{ id: resourceId, concurrent_simulations: SLOT_COUNT }],
    },
  };
  const { id: job_id } = await person.call("createSpecJob", { params: { spec_version_id }, body });
  const status = async () => (await person.call("getJob", { params: { job_id } })).status;
  await eventually("the optimization is over", async () => (await status()) === "Complete", 600_000, 500);
  close();
  return intervals;
}

/** From when all slots run until the last simulation begins: then there is nothing left to choose. */
function idleShare(intervals: readonly Interval[]): number {
  const begins = intervals.map(({ from }) => from).sort((a, b) => a - b);
  const [first = 0, last = 0] = [begins[SLOT_COUNT - 1], begins.at(-1)];
  const within = (time: number) => Math.min(last, Math.max(first, time));
  const busy = intervals.reduce((sum, { from, to }) => sum + within(to) - within(from), 0);
  return 1 - busy / (SLOT_COUNT * (last - first));
}

bench(
  `The op-amp, ${SIMULATION_COUNT} simulations in ${SLOT_COUNT} slots: idle; promised: ${PROMISED_IDLE_PERCENTAGE}%`,
  async () => {
    const rows: Row[] = [];
    for (const [place, least] of [
      ["on this machine", 0],
      [`elsewhere, ${ELSEWHERE_MIN_S} s or more`, ELSEWHERE_MIN_S],
    ] as const) {
      const shares: number[] = [];
      const seconds: number[] = [];
      const wallSeconds: number[] = [];
      const busy: number[] = [];
      for (let seed = 1; seed <= options.seeds; seed++) {
        const [before, since] = [machineSeconds(), performance.now()];
        const intervals = await run(`op-amp-${least}-${seed}`, least);
        const elapsed = (performance.now() - since) / 1000;
        busy.push((100 * (machineSeconds() - before)) / (elapsed * availableParallelism()));
        shares.push(100 * idleShare(intervals));
        const [begin, end] = [intervals.map(({ from }) => from), intervals.map(({ to }) => to)];
        wallSeconds.push((Math.max(...end) - Math.min(...begin)) / 1000);
        seconds.push(...intervals.map(({ from, to }) => (to - from) / 1000));
      }
      rows.push({
        ngspice: place,
        "s a simulation": median(seconds),
        "s a run": median(wallSeconds),
        "processors busy (%)": median(busy),
        "slots idle (%)": median(shares),
        "each run": shares.map((share) => share.toFixed(1)).join(" "),
      });
    }
    return rows;
  },
);
