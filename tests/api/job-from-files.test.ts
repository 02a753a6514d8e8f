/** Jobs from files that cannot be used, and what is answered while there is no emulator. */
import { MESSAGES } from "@understudy/shared/messages.ts";
import { assert, suite } from "../harness.ts";
import {
  createJob,
  outputs,
  owner,
  parameters,
  ROWS,
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
failing("leaves out failed runs once it is asked to", async () => {
  const id = await createJob(parameters, outputs.replace(String(rows[3]?.gain), "NaN"));
  await statusBecomes(owner, id, "Validation Failed");
  await owner.call("updateJobConfig", {
    params: { job_id: id },
    body: { data_options: { ignore_failed_runs: true, number_duplicate_names: false } },
  });
  await owner.call("retryJob", { params: { job_id: id } });
  await statusBecomes(owner, id, "Awaiting Configuration");
  const { ignored_row_count, data_set_sizes } = await owner.call("getJobConfig", { params: { job_id: id } });
  assert.equal([ignored_row_count, data_set_sizes.combined], [1, ROWS - 1]);
});

const missing = suite("an emulator that is not there");
missing("is 404, with a sentence that names the job", async () => {
  const id = await createJob(parameters, outputs);
  const { status, message } = await owner.refused("predict", { params: { job_id: id }, body: {} });
  assert.equal([status, message], [404, MESSAGES.noEmulator("Amplifier")]);
  const report = await owner.refused("getEmulatorReport", { params: { job_id: id } });
  assert.equal([report.status, report.message], [404, MESSAGES.noEmulator("Amplifier")]);
});
