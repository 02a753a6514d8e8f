/** A job whose files lack one output in half of the rows: the other output keeps all of its rows. */
import { assert, eventually, suite } from "../harness.ts";
import { owner, parameters, predict, ROW_COUNT, rows, statusBecomes } from "../support/api/file-jobs.ts";
import { uploadText } from "../support/api/upload.ts";
import { generatedName } from "../support/factories.ts";

const it = suite("a job that lacks an output in half of its rows", { timeout: 120_000 });

const lacksMargin = (row: number): boolean => row % 2 === 1;
const outputs = `gain,margin\n${rows
  .map(({ gain, x, y }, row) => `${gain},${lacksMargin(row) ? "" : x * x + y}`)
  .join("\n")}\n`;
const { id: job_id } = await owner.call("createJob", {
  body: {
    name: "Half a margin",
    source: "files",
    input_file_id: await uploadText(owner, generatedName("parameters.csv"), parameters),
    output_file_id: await uploadText(owner, generatedName("outputs.csv"), outputs),
    data_options: { ignore_failed_runs: true },
  },
});
const params = { params: { job_id } };
await statusBecomes(owner, job_id, "Awaiting Configuration");

it("counts its rows for each output", async () => {
  const config = await owner.call("getJobConfig", params);
  assert.equal([config.data_set_sizes.combined, config.ignored_row_count], [ROW_COUNT, 0]);
  assert.equal(config.output_rows, [{ output: "margin", rows: ROW_COUNT / 2 }]);
});

it("trains both outputs, each on its own rows, and says on how many", async () => {
  await owner.call("startTraining", {
    ...params,
    body: { train_on: "platform", effort: "quick", validation_percentage: 25 },
  });
  await statusBecomes(owner, job_id, "Complete");
  await predict(job_id, {});
  const report = await owner.call("getEmulatorReport", params);
  assert.equal([report.training_rows, report.validation_rows], [ROW_COUNT, ROW_COUNT]);
  const [gain, margin] = report.outputs;
  assert.equal([gain?.training_rows, gain?.validation_method], [ROW_COUNT, "cross-validation"]);
  assert.equal([margin?.training_rows, margin?.validation_rows], [ROW_COUNT / 2, ROW_COUNT / 2]);
  assert.ok((gain?.coefficient_of_determination ?? 0) > 0.99);
});

it("compares each output with the rows that have it", async () => {
  const missing = rows.findIndex((_, row) => lacksMargin(row));
  const row = { params: { job_id, data_set: "combined" as const, row_index: missing } };
  const { data } = await owner.call("getDataRow", row);
  assert.equal([data.gain, data.margin], [rows[missing]?.gain, null]);
  const answer = await eventually("the comparison", async () => {
    const set = { params: { job_id, data_set: "combined" as const } };
    const answer = await owner.call("getScalarEmulatorOutputs", set);
    return answer.status === "ready" ? answer : null;
  });
  assert.equal(
    answer?.outputs.margin?.actual.map((value) => value === null),
    rows.map((_, at) => lacksMargin(at)),
  );
  assert.not.ok(answer?.outputs.gain?.actual.includes(null));
  const misfits = await owner.call("getRowMisfits", { params: { job_id, data_set: "combined" } });
  assert.is(misfits.compared, ROW_COUNT);
  assert.ok(misfits.rows.every(({ index, output }) => output === "gain" || !lacksMargin(index)));
});

it("can be imported into another job, which lacks the same", async () => {
  const body = { name: "Again", source: "job-and-files" as const, source_job_id: job_id };
  const { id } = await owner.call("createJob", { body });
  await statusBecomes(owner, id, "Awaiting Configuration");
  const { output_rows } = await owner.call("getJobConfig", { params: { job_id: id } });
  assert.equal(output_rows, [{ output: "margin", rows: ROW_COUNT / 2 }]);
});
