/** A Training from a spec that has its emulator already: trained here, without a runner, on what the model says. */
import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { JobRecord } from "@understudy/server/models/job.ts";
import type { Platform } from "@understudy/server/platform/platform.ts";
import { createRandom } from "../../../engine/math/random.ts";
import { train } from "../../../engine/training/train.ts";
import { drawValidationRows, finish, syntheticTable } from "../engine/tables.ts";
import { simulate, storeRunJob } from "./simulations.ts";

const ROW_COUNT = 40;

/** Its inputs are x and y, its outputs `sum` and the curve `decay` over time, as the model's. */
export async function storeTrainedSpecJob(
  platform: Platform,
  fields: Partial<JobRecord> = {},
): Promise<JobRecord> {
  const emulator_file = join("emulators", `${randomUUID()}.emulator`);
  const job = await storeRunJob(
    platform,
    { maximum_simulations: ROW_COUNT },
    { status: "Complete", emulator_version: 1, emulator_file, ...fields },
  );
  const path = join(platform.storage.workDir(job._id), emulator_file);
  mkdirSync(dirname(path), { recursive: true });
  emulator ??= trainEmulator();
  writeFileSync(path, await emulator);
  return job;
}

/** All jobs of a test file have the same one. */
let emulator: Promise<Uint8Array> | null = null;

async function trainEmulator(): Promise<Uint8Array> {
  const simulatePoint = ([x = 0, y = 0]: readonly number[]) => simulate({ x, y });
  const { inputs, ...rest } = syntheticTable(ROW_COUNT, 2, {
    sum: (point) => Number(simulatePoint(point).sum),
    decay: (point) => [simulatePoint(point).decay ?? []].flat(),
    time: () => [0, 0.5, 1],
  });
  const table = { ...rest, inputs: inputs.map((input, at) => ({ ...input, name: at === 0 ? "x" : "y" })) };
  const result = await finish(
    train(
      table,
      {
        effort: "quick",
        validationRows: drawValidationRows(table),
        curves: { decay: { coordinate: "time" } },
        ignoredOutputs: ["time"],
      },
      {
        random: createRandom(1),
        clock: () => performance.now(),
        cpuTime: () => process.threadCpuUsage().user / 1000,
      },
    ),
  );
  return result.emulator.serialise();
}
