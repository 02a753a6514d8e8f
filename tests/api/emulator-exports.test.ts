/** Emulators as files: who gets them, what is made once, and what ends. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { claimAbandoned } from "@understudy/server/exports/abandoned-exports.ts";
import { removeEarlierExports } from "@understudy/server/exports/remove-exports.ts";
import { createDatabaseClock } from "@understudy/server/models/database-clock.ts";
import { EXPORT_LIMITS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, eventually, suite } from "../harness.ts";
import {
  complete,
  emulatorPath,
  exportedJob,
  exportRequest,
  platform,
  writeEmulator,
  writeRows,
} from "../support/api/exported-jobs.ts";
import { addPerson } from "../support/api/people.ts";
import { admin, colleague, owner, params, store, storeJob } from "../support/api/stored-jobs.ts";
import { temporaryFolder } from "../support/cleanup.ts";
import { makeConfig } from "../support/factories.ts";
import { pythonWithNumpy } from "../support/processes/simulators.ts";

const it = suite("an export of an emulator", { timeout: 60_000 });

it("is made, states how true it is, and passes the self-test that travels with it", async () => {
  const job = await exportedJob('../../etc "quoted" \\ /* Ω');
  const begun = await owner.call("createExport", { ...params(job), body: { format: "python" } });
  const { file, result, model } = await complete(owner, job, begun);
  assert.is(file?.name, "etc_quoted_ohm-python.zip");
  assert.is(model, null);
  assert.is(result?.network, null);
  assert.ok(result?.has_bounds && result.compared_points > 0);
  assert.equal(
    result.outputs.map(({ name, largest_difference }) => [name, largest_difference < 1e-9]),
    [
      ["slope", true],
      ["wave", true],
    ],
  );
  const response = await owner.fetch(file?.href ?? "");
  assert.match(response.headers.get("content-disposition") ?? "", file?.name ?? "-");
  const folder = temporaryFolder("export");
  const zip = join(folder, "a.zip");
  writeFileSync(zip, Buffer.from(await response.arrayBuffer()));
  const python = await pythonWithNumpy();
  spawnSync(python, ["-m", "zipfile", "-e", zip, folder]);
  const cwd = join(folder, "etc_quoted_ohm");
  assert.ok(existsSync(join(cwd, "test-vectors.csv")));
  const [, ...command] = result.self_test.split(" ");
  const { status, stdout } = spawnSync(python, command, { cwd, encoding: "utf8" });
  assert.is(status, 0, stdout);
});

it("is made once: the same request is answered by what there is, for everybody who sees the job", async () => {
  const job = await exportedJob();
  const body = { format: "c" as const, options: { outputs: ["wave"], with_bounds: false } };
  const begun = await owner.call("createExport", { ...params(job), body });
  const done = await complete(owner, job, begun);
  assert.equal(
    done.result?.outputs.map(({ name }) => name),
    ["wave"],
  );
  const again = await colleague.call("createExport", { ...params(job), body });
  assert.equal([again.id, again.state, again.creation_time], [done.id, "complete", done.creation_time]);
  const { items } = await colleague.call("listExports", params(job));
  assert.equal(
    items.map(({ id }) => id),
    [done.id],
  );
  // A header names the units: with others it is another file.
  const config = makeConfig({
    emulator_outputs: ["slope", "wave"],
    outputs: job.config.outputs.map((output) => ({ ...output, unit: "A" })),
  });
  await store.jobs.update({ _id: job._id }, { config });
  const other = await owner.call("createExport", { ...params(job), body });
  assert.is.not(other.id, done.id);
  await owner.call("deleteExport", exportRequest(job, other));
});

it("of Verilog-A is the file that the config names", async () => {
  const job = await exportedJob("Bias current");
  assert.is((await owner.call("getJobConfig", params(job))).has_verilog_a_file, false);
  const options = { with_bounds: false };
  const begun = await owner.call("createExport", { ...params(job), body: { format: "verilog-a", options } });
  const { model } = await complete(owner, job, begun);
  const { has_verilog_a_file, verilog_a_file_name } = await owner.call("getJobConfig", params(job));
  assert.equal(
    [has_verilog_a_file, verilog_a_file_name, model?.name],
    [true, "bias_current.va", "bias_current.va"],
  );
  const response = await owner.fetch(`/static/work_dirs/${job._id}/${verilog_a_file_name}`);
  assert.is(response.status, 200);
  assert.match(await response.text(), /module bias_current\(/);
  assert.is((await owner.fetch(`/static/work_dirs/${job._id}/another.va`)).status, 404);
});

/** The job of the next two tests, and what they ask for. */
const shared = await exportedJob();
const body = { format: "c" as const };
it("is for restricted people only where an admin allows it", async () => {
  const job = shared;
  const guest = await addPerson(admin, { restricted: true, accessible_job_ids: [job._id] });
  const { file } = await complete(owner, job, await owner.call("createExport", { ...params(job), body }));
  assert.is((await guest.refused("createExport", { ...params(job), body })).status, 404);
  assert.is((await guest.refused("listExports", params(job))).status, 404);
  assert.is((await guest.fetch(file?.href ?? "")).status, 404);
  assert.is((await guest.call("getUser")).may_download_models, false);
  await admin.call("updateUser", { params: { user_id: guest.id }, body: { may_download_models: true } });
  assert.is((await guest.call("getUser")).may_download_models, true);
  assert.is((await guest.call("createExport", { ...params(job), body })).state, "complete");
  assert.is((await guest.fetch(file?.href ?? "")).status, 200);
  const elsewhere = await exportedJob();
  assert.is((await guest.refused("createExport", { ...params(elsewhere), body })).status, 404);
});

it("with training rows is for people alone who may download rows", async () => {
  const job = shared;
  await writeRows(job);
  const page = { format: "page" as const, options: { with_rows: true } };
  const pageExport = await complete(
    owner,
    job,
    await owner.call("createExport", { ...params(job), body: page }),
  );
  const fields = { restricted: true, accessible_job_ids: [job._id] };
  const guest = await addPerson(admin, fields);
  await admin.call("updateUser", { params: { user_id: guest.id }, body: { may_download_models: true } });
  const refused = await guest.refused("createExport", { ...params(job), body: page });
  assert.equal([refused.status, refused.message], [403, MESSAGES.exportWithoutRows]);
  assert.is((await guest.refused("getExport", exportRequest(job, pageExport))).status, 404);
  assert.is((await guest.fetch(pageExport.file?.href ?? "")).status, 404);
  assert.is((await guest.fetch(pageExport.model?.href ?? "")).status, 404);
  const { items } = await guest.call("listExports", params(job));
  assert.ok(items.every(({ id }) => id !== pageExport.id));
  const without = await guest.call("createExport", { ...params(job), body: { format: "page" } });
  const { model } = await complete(guest, job, without);
  assert.is(model?.name, "amplifier.html");
  assert.is((await guest.fetch(model?.href ?? "")).status, 200);
});

it("goes with the emulator that it was made of", async () => {
  const job = shared;
  const { file, id } = await complete(owner, job, await owner.call("createExport", { ...params(job), body }));
  const next = "emulators/b.emulator";
  writeEmulator(job, next);
  await store.jobs.update({ _id: job._id }, { emulator_file: next, emulator_version: 2 });
  assert.equal((await owner.call("listExports", params(job))).items, []);
  assert.is((await owner.fetch(file?.href ?? "")).status, 404);
  await removeEarlierExports(platform, job._id, next);
  assert.ok(!existsSync(platform.storage.exportDir(job._id, id)));
  const newer = await owner.call("createExport", { ...params(job), body });
  assert.equal([newer.emulator_version, newer.id === id], [2, false]);
});

it("can be cancelled by who asked for it, and leaves nothing", async () => {
  const job = await exportedJob();
  const begun = await colleague.call("createExport", { ...params(job), body: { format: "c" } });
  const stranger = await addPerson(admin);
  assert.is(
    (await stranger.refused("deleteExport", exportRequest(job, begun))).message,
    MESSAGES.notYourExport,
  );
  await colleague.call("deleteExport", exportRequest(job, begun));
  assert.is((await owner.refused("getExport", exportRequest(job, begun))).status, 404);
  const folder = join(platform.storage.workDir(job._id), "exports");
  await eventually("its files are gone", async () => !existsSync(folder) || readdirSync(folder).length === 0);
});

it("is begun again when the process that makes it has gone, but not for ever", async () => {
  const job = await exportedJob();
  const goneAfter = async (restarts: number) => {
    const body = { format: "c" as const, options: { with_bounds: restarts === 0 } };
    const begun = await owner.call("createExport", { ...params(job), body });
    const left = { token: "of a process that is gone", lease_until: new Date(1), state: "running" } as const;
    await store.emulatorExports.update({ _id: `${job._id}:${begun.id}` }, { ...left, restarts, made: null });
    return begun;
  };
  const left = await goneAfter(0);
  const daysAhead = createDatabaseClock(store, () => Date.now() + 2 * 86_400_000);
  assert.equal(
    await claimAbandoned(
      { ...platform, databaseClock: daysAhead },
      { count: 10, isAhead: false, except: [] },
    ),
    [],
    "its clock is wrong",
  );
  await complete(owner, job, left);
  const begun = await goneAfter(2);
  await eventually("it is given up", async () => {
    const { state, text } = await owner.call("getExport", exportRequest(job, begun));
    return state === "failed" && text === MESSAGES.exportInterrupted;
  });
});

it("is refused where the emulator has no such output, and where there is no emulator", async () => {
  const job = await exportedJob();
  const options = { outputs: ["nonsense"] };
  const refused = await owner.refused("createExport", { ...params(job), body: { format: "c", options } });
  assert.equal(refused.errors, { "options.outputs": [MESSAGES.noSuchColumn("nonsense")] });
  const shape = { kind: "device" as const, output: "nonsense" };
  const device = await owner.refused("createExport", {
    ...params(job),
    body: { format: "spice", options: { shape } },
  });
  assert.equal(Object.keys(device.errors), ["options.shape.output"]);
  const untrained = await storeJob();
  assert.is(
    (await owner.refused("createExport", { ...params(untrained), body: { format: "c" } })).status,
    404,
  );
});

it("says in a sentence why it failed, and is tried again when asked for again", async () => {
  const job = await exportedJob();
  writeFileSync(emulatorPath(job), "no emulator");
  const body = { format: "c" as const };
  const begun = await owner.call("createExport", { ...params(job), body });
  await eventually("it has failed", async () => {
    const { state, text } = await owner.call("getExport", exportRequest(job, begun));
    return state === "failed" && text.endsWith(".");
  });
  writeEmulator(job);
  await complete(owner, job, await owner.call("createExport", { ...params(job), body }));
});

it("is the same whatever is chosen that means nothing to its format", async () => {
  const job = await exportedJob();
  const requestExport = async (options: { wanted_share?: number; clips?: boolean; with_bounds?: boolean }) =>
    (await owner.call("createExport", { ...params(job), body: { format: "c", options } })).id;
  const id = await requestExport({});
  assert.is(await requestExport({ wanted_share: 0.5, clips: false }), id);
  assert.is.not(await requestExport({ with_bounds: false }), id);
});

it("waits where a person has asked for too many", async () => {
  const job = await exportedJob();
  const person = await addPerson(admin);
  const shares = Array.from({ length: EXPORT_LIMITS.ofPerson + 1 }, (_, i) => 0.1 + i / 10);
  const answers: number[] = [];
  for (const wanted_share of shares) {
    const body = { format: "spice" as const, options: { wanted_share } };
    answers.push((await person.attempt("createExport", { ...params(job), body })).status);
  }
  assert.equal(answers, [...shares.slice(1).map(() => 200), 429]);
});
