/**
 * Records the progress of trainings by the clock, at the priorities that the product gives them and beside whatever else the machine
 * does: the share of their plan that is done, and what remains of their budget. tests/unit/engine/training/recorded-trainings.test.ts
 * replays the records through what the page states.
 */
import { writeFileSync } from "node:fs";
import { availableParallelism, setPriority } from "node:os";
import { join } from "node:path";
import { createRandom } from "../../engine/math/random.ts";
import { measureSlowdownOfThreads } from "../../engine/runner/child/measure-speed.ts";
import { ORDER_NICENESS } from "../../engine/runner/child/niceness.ts";
import { train } from "../../engine/training/train.ts";
import { countTrainingRows } from "../../shared/domain/cross-validation.ts";
import { isShortTraining, referenceSeconds } from "../../shared/job-config/training-estimate.ts";
import { RECORDS_FILE, type RecordedTraining } from "../support/engine/recorded-trainings.ts";
import { drawValidationRows, FIXTURES, readTable } from "../support/engine/tables.ts";
import { bench } from "./bench.ts";
import { options } from "./options.ts";
import { round } from "./results.ts";

const DATA_SETS = [
  "cardiac2",
  "cardiac6",
  "energy_efficiency",
  "engineering1",
  "ingaas_idvg",
  "opamp_corners",
];
const RECORDED_EFFORTS = ["quick", "standard", "thorough"] as const;
/** Events of a training that are closer together say nothing more. */
const STEP_SECONDS = 1;

/** The size of a training by the reference machine, which decides on its priority. */
async function plan(set: string, effort: (typeof RECORDED_EFFORTS)[number]) {
  const table = await readTable(join(FIXTURES, set));
  const validationRows = drawValidationRows(table);
  const size = {
    rows: countTrainingRows(table.rows, validationRows.length),
    inputs: table.inputs.length,
    outputs: table.outputs.map((output) => output.size),
  };
  const reference = referenceSeconds(size, effort, availableParallelism());
  return { set, effort, table, validationRows, reference };
}

async function record({
  set,
  effort,
  table,
  validationRows,
  reference,
}: Awaited<ReturnType<typeof plan>>): Promise<RecordedTraining> {
  setPriority(isShortTraining(reference) ? ORDER_NICENESS.short : ORDER_NICENESS.long);
  const slowdown = await measureSlowdownOfThreads(availableParallelism());
  const start = performance.now();
  const readSeconds = () => (performance.now() - start) / 1000;
  const steps: [number, number, number][] = [];
  const training = train(
    table,
    { effort, validationRows, findsSuspiciousRows: true },
    {
      random: createRandom(1),
      clock: () => performance.now(),
      cpuTime: () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1000;
      },
      workers: availableParallelism(),
    },
  );
  for await (const event of training) {
    const now = readSeconds();
    if (event.type !== "progress" || now < (steps.at(-1)?.[0] ?? -1) + STEP_SECONDS) continue;
    steps.push([round(now), round(event.fraction, 4), round(event.secondsAtMost, 1)]);
  }
  const label = `${set}, ${effort}`;
  return {
    label,
    reference: round(reference),
    slowdown: round(slowdown),
    seconds: round(readSeconds()),
    steps,
  };
}

bench("Progress of trainings by the clock", async () => {
  const plans = await Promise.all(
    DATA_SETS.flatMap((set) => RECORDED_EFFORTS.map((effort) => plan(set, effort))),
  );
  // A priority can be lowered only.
  const trainings = plans.sort((a, b) => a.reference - b.reference);
  const records: RecordedTraining[] = [];
  for (const training of trainings) records.push(await record(training));
  if (options.write) writeFileSync(RECORDS_FILE, `${JSON.stringify(records)}\n`);
  return records.map(({ label, reference, slowdown, seconds, steps }) => ({
    training: label,
    "estimated s": round(reference * slowdown, 1),
    s: round(seconds, 1),
    ratio: round(seconds / (reference * slowdown)),
    steps: steps.length,
  }));
});
