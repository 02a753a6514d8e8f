/** Networks that stand for an emulator in a circuit: fitted once, whatever is made of them. */
import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { NETWORK_FILE } from "@understudy/server/exports/messages.ts";
import type { JobRecord } from "@understudy/server/models/job.ts";
import type { EmulatorExport, ExportOptions } from "@understudy/shared/api/emulator-export.ts";
import type { ExportFormat } from "@understudy/shared/domain/export-format.ts";
import { assert, eventually, suite } from "../harness.ts";
import {
  complete,
  exportRequest,
  PROCESSES_FILE,
  platform,
  processJob,
  writeEmulator,
} from "../support/api/exported-jobs.ts";
import { owner, params, store } from "../support/api/stored-jobs.ts";

const it = suite("the networks of an export", { timeout: 120_000 });

/** A share that is reached within seconds. */
const NETWORK_OPTIONS = {
  ...{ outputs: ["wave"], with_bounds: false, wanted_share: 1 },
  // Its own equations are short enough without being asked for.
  equations: "network" as const,
};

const ask = (job: JobRecord, format: ExportFormat, options: Partial<ExportOptions> = {}) =>
  owner.call("createExport", {
    ...params(job),
    body: { format, options: { ...NETWORK_OPTIONS, ...options } },
  });

const networkPath = (job: JobRecord, { id }: EmulatorExport): string =>
  join(platform.storage.exportDir(job._id, id), NETWORK_FILE);

/** A file has a number of its own: networks that were fitted again are in a new one. */
const readFileNumber = (job: JobRecord, made: EmulatorExport): number => statSync(networkPath(job, made)).ino;

it("are fitted once for all formats, also for those that are asked for at the same time", async () => {
  const job = await processJob();
  const begun = await Promise.all([ask(job, "verilog-a"), ask(job, "spice")]);
  const [verilogA, spice] = await Promise.all(begun.map((exported) => complete(owner, job, exported)));
  if (verilogA === undefined || spice === undefined) throw new Error("They were not made.");
  assert.ok(verilogA.result?.network);
  assert.is(readFileNumber(job, spice), readFileNumber(job, verilogA));
  assert.equal(spice.result?.outputs, verilogA.result.outputs);
  const other = await complete(owner, job, await ask(job, "spice", { clips: false }));
  assert.is.not(other.id, spice.id);
  assert.is(readFileNumber(job, other), readFileNumber(job, spice));
  await owner.call("deleteExport", exportRequest(job, verilogA));
  assert.ok(!existsSync(networkPath(job, verilogA)));
});

it("are fitted again where another accuracy is asked for, or the emulator is another one", async () => {
  const job = await processJob();
  const first = await complete(owner, job, await ask(job, "verilog-a"));
  const finer = await complete(owner, job, await ask(job, "spice", { wanted_share: 0.9 }));
  assert.is.not(readFileNumber(job, finer), readFileNumber(job, first));
  const next = "emulators/b.emulator";
  writeEmulator(job, next, PROCESSES_FILE);
  await store.jobs.update({ _id: job._id }, { emulator_file: next, emulator_version: 2 });
  const retrained = await complete(owner, job, await ask(job, "spice"));
  assert.is.not(readFileNumber(job, retrained), readFileNumber(job, first));
});

it("are fitted again where their file is damaged", async () => {
  const job = await processJob();
  const first = await complete(owner, job, await ask(job, "verilog-a"));
  const was = readFileNumber(job, first);
  writeFileSync(networkPath(job, first), "damaged");
  const second = await complete(owner, job, await ask(job, "spice"));
  assert.is.not(readFileNumber(job, second), was);
  assert.ok(statSync(networkPath(job, second)).size > 1000);
});

it("are not needed where the emulator's own equations are short, along a curve as well", async () => {
  const job = await processJob();
  const made = await complete(owner, job, await ask(job, "verilog-a", { equations: "automatic" }));
  assert.is(made.result?.network, null);
  const [wave] = made.result?.outputs ?? [];
  assert.ok(wave?.is_own && (wave.largest_difference ?? 1) < 1e-9 * (wave.range ?? 0));
});

it("may be declined for equations that a format does not take, which then says so", async () => {
  const job = await processJob();
  const options = { equations: "own" as const, outputs: null, with_bounds: true };
  const begun = await ask(job, "spice", options);
  await eventually("it says how long they are", async () => {
    const { state, text } = await owner.call("getExport", exportRequest(job, begun));
    return state === "failed" && /own equations have [\d,]+ terms/.test(text);
  });
  const made = await complete(owner, job, await ask(job, "verilog-a", options));
  assert.equal([made.result?.network, made.result?.has_bounds], [null, true]);
});
