/** Jobs from files that cannot be used, and what is answered while there is no emulator. */
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, eventually, suite } from "../harness.ts";
import {
  createJob,
  outputs,
  owner,
  parameters,
  ROW_COUNT,
  rows,
  statusBecomes,
} from "../support/api/file-jobs.ts";

const failing = suite("a job from files that cannot be used", { timeout: 60_000 });
failing("names each problem with its file, row and column, and may be tried again or deleted", async () => {
  const id = await createJob(parameters, outputs.replace(String(rows[3]?.gain), "oops"));
  const failed = await statusBecomes(owner, id, "Validation Failed");
  const text = JSON.stringify(failed.validation_errors);
  assert.match(text, /oops/);
  assert.match(text, /gain/);
  const retried = await owner.call("retryJob", { params: { job_id: id } });
  assert.equal([retried.status, retried.validation_errors, retried.error], ["Validating", null, null]);
  await statusBecomes(owner, id, "Validation Failed");
  await owner.call("deleteJobs", { body: { ids: [id] } });
});
failing(
  "leaves out failed runs once it is asked to, and of runs that failed in part what they lack",
  async () => {
    const lines = outputs.replace(String(rows[3]?.gain), "NaN").split("\n");
    // The grid of its curve alone is no result.
    const failed = (lines[8] ?? "").replace(/^[^,]*,("[^"]*"),.*$/, "NaN,$1,");
    const id = await createJob(parameters, lines.toSpliced(8, 1, failed).join("\n"));
    await statusBecomes(owner, id, "Validation Failed");
    await owner.call("updateJobConfig", {
      params: { job_id: id },
      body: { data_options: { ignore_failed_runs: true, number_duplicate_names: false } },
    });
    await owner.call("retryJob", { params: { job_id: id } });
    await statusBecomes(owner, id, "Awaiting Configuration");
    const config = await owner.call("getJobConfig", { params: { job_id: id } });
    assert.equal([config.ignored_row_count, config.data_set_sizes.combined], [1, ROW_COUNT - 1]);
    assert.equal(config.left_out.rows, [9]);
    assert.equal(config.output_rows, [{ output: "gain", rows: ROW_COUNT - 2 }]);
  },
);

failing("says how its files were read, whoever made it", async () => {
  const id = await createJob(parameters.replaceAll(",", "\t"), outputs);
  await statusBecomes(owner, id, "Awaiting Configuration");
  const { data_notes } = await owner.call("getJobConfig", { params: { job_id: id } });
  const texts = data_notes.flatMap((note) => (note.kind === "reading" ? [`${note.file}: ${note.text}`] : []));
  assert.equal(texts, [
    "Parameters File: The cells are separated by tabs.",
    'Parameters File: Column "colour" is read as a category of 2 texts: "red", "blue".',
  ]);
});

failing("reads its files again once rows with a mark are to be left out of their output", async () => {
  const marked = [3, 9].reduce((text, row) => text.replace(String(rows[row]?.gain), "1e30"), outputs);
  const id = await createJob(parameters, marked);
  await statusBecomes(owner, id, "Awaiting Configuration");
  const params = { job_id: id };
  const before = await owner.call("getJobConfig", { params });
  const [mark] = before.suspected_marks;
  assert.equal([mark?.output, mark?.value, mark?.rows], ["gain", 1e30, [5, 11]]);
  assert.is(before.data_set_sizes.combined, ROW_COUNT);
  const data_options = { ...before.data_options, failed_run_marks: [{ output: "gain", value: 1e30 }] };
  await owner.call("updateJobConfig", { params, body: { data_options } });
  await owner.call("retryJob", { params });
  await statusBecomes(owner, id, "Awaiting Configuration");
  const after = await owner.call("getJobConfig", { params });
  assert.equal([after.output_rows, after.suspected_marks], [[{ output: "gain", rows: ROW_COUNT - 2 }], []]);
  // Their curves are sound.
  assert.equal([after.left_out.marks, after.data_set_sizes.combined], [0, ROW_COUNT]);
});

const sweeps = suite("a job from sweeps in long format", { timeout: 60_000 });
sweeps("becomes curves and rows again, and holds out whole sweeps as chosen", async () => {
  const points = Array.from({ length: 100 }, (_, row) => ({
    plate: [Math.sin(7 * Math.floor(row / 10)), Math.cos(5 * Math.floor(row / 10))],
    s: (row % 10) / 9,
  }));
  const id = await createJob(
    `u,v,s\n${points.map(({ plate, s }) => [...plate, s].join()).join("\n")}\n`,
    `y\n${points.map(({ plate: [u = 0], s }) => u + s).join("\n")}\n`,
  );
  const params = { job_id: id };
  await statusBecomes(owner, id, "Awaiting Configuration");
  const before = await owner.call("getJobConfig", { params });
  assert.equal([before.row_groups?.columns, before.data_set_sizes.validation], [["u", "v"], 20]);
  const groupBy = (group_by: string[] | null) =>
    owner.call("updateJobConfig", { params, body: { training: { group_by } } });
  assert.is((await groupBy([])).row_groups, null);
  assert.equal((await groupBy(["s"])).row_groups?.columns, ["s"]);

  const readWith = async (sweep_curves: { over: string; by: string[] } | null) => {
    await owner.call("updateJobConfig", {
      params,
      body: { data_options: { ...before.data_options, sweep_curves } },
    });
    await owner.call("retryJob", { params });
    const { status } = await eventually("the files to be read", async () => {
      const job = await owner.call("getJob", { params });
      return ["Awaiting Configuration", "Validation Failed"].includes(job.status) ? job : null;
    });
    return { status, config: await owner.call("getJobConfig", { params }) };
  };
  const { config: curves } = await readWith({ over: "s", by: ["u", "v"] });
  assert.equal(
    [
      curves.data_set_sizes.combined,
      curves.inputs.length,
      curves.coordinate_name,
      curves.row_groups,
      curves.training.group_by,
    ],
    [10, 2, "s", null, null],
  );
  assert.is((await readWith({ over: "v", by: ["u"] })).status, "Validation Failed");
  assert.is((await readWith(null)).config.data_set_sizes.combined, 100);
});

const again = suite("a job from another one's data", { timeout: 120_000 });
again(
  "trains at once, with the other's settings, without the rows that its emulator finds wrong",
  async () => {
    const gains: Readonly<Record<number, string>> = { 22: "500", 43: "-800" };
    const lines = outputs.split("\n");
    const wrong = lines.map((line, at) => line.replace(/^[^,]*/, gains[at + 1] ?? "$&")).join("\n");
    const source = await createJob(parameters, wrong);
    await statusBecomes(owner, source, "Awaiting Configuration");
    const training = { train_on: "platform", effort: "quick", validation_percentage: 30 } as const;
    await owner.call("startTraining", { params: { job_id: source }, body: training });
    await statusBecomes(owner, source, "Complete");
    const report = await eventually("the emulator is read", async () => {
      const answer = await owner.call("getEmulatorReport", { params: { job_id: source } });
      return answer.status === "ready" ? answer : null;
    });
    const gain = report?.outputs.find(({ name }) => name === "gain");
    assert.equal(gain?.suspicious, { rows: [22, 43], checked_rows: ROW_COUNT });

    const body = {
      name: "Without two rows",
      source: "job-and-files",
      source_job_id: source,
      data_options: { left_out_rows: gain?.suspicious?.rows ?? [] },
      train_when_read: true,
    } as const;
    const { id } = await owner.call("createJob", { body });
    await statusBecomes(owner, id, "Complete");
    const config = await owner.call("getJobConfig", { params: { job_id: id } });
    assert.equal([config.left_out.by_number, config.left_out.rows], [2, [22, 43]]);
    assert.equal([config.training.effort, config.training.validation_percentage], ["quick", 30]);
    assert.is(config.data_set_sizes.combined, ROW_COUNT - 2);
    await owner.call("deleteJobs", { body: { ids: [id, source] } });
  },
);

const missing = suite("an emulator that is not there");
missing("is 404, with a sentence that names the job", async () => {
  const id = await createJob(parameters, outputs);
  const { status, message } = await owner.refused("predict", { params: { job_id: id }, body: {} });
  assert.equal([status, message], [404, MESSAGES.noEmulator("Amplifier")]);
  const report = await owner.refused("getEmulatorReport", { params: { job_id: id } });
  assert.equal([report.status, report.message], [404, MESSAGES.noEmulator("Amplifier")]);
});
