import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isActive, jobStatus } from "@understudy/shared/domain/job.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, suite } from "../harness.ts";
import type { Caller } from "../support/api/caller.ts";
import { addPerson } from "../support/api/people.ts";
import { admin, colleague, owner, server, store, storeJob } from "../support/api/stored-jobs.ts";
import { uploadText } from "../support/api/upload.ts";
import { generatedName, makeConfig } from "../support/factories.ts";

const workDirs = join(server.config.dataDir, "work_dirs");

async function createFromFiles(caller: Caller, name = "New"): Promise<number> {
  const input_file_id = await uploadText(caller, generatedName("my-parameters.csv"), "a\n1\n");
  const output_file_id = await uploadText(caller, generatedName("outputs.csv"), "b\n2\n");
  const body = { name, source: "files" as const, input_file_id, output_file_id };
  return (await caller.call("createJob", { body })).id;
}

const creating = suite("creating a job");
creating("from two files takes them over, under a short id of its own", async () => {
  const id = await createFromFiles(owner, "  Gate length  ");
  const job = await owner.call("getJob", { params: { job_id: id } });
  assert.is(job.name, "Gate length");
  assert.is(job.status, "Validating");
  assert.is(job.creator.name, "Ada");
  assert.is(readFileSync(join(workDirs, String(id), "parameters.csv"), "utf8"), "a\n1\n");
  assert.is(readFileSync(join(workDirs, String(id), "outputs.csv"), "utf8"), "b\n2\n");
  const record = await store.jobs.findOne({ _id: id });
  assert.equal(record?.file_names, { parameters: "my-parameters.csv", outputs: "outputs.csv" });
  assert.is(await createFromFiles(owner), id + 1);
});
creating("names every field that is missing or wrong", async () => {
  const nothing = await owner.refused("createJob", { body: { name: " ", source: "files" } });
  assert.equal([nothing.status, nothing.errors], [400, { name: [MESSAGES.nameRequired] }]);
  const noFiles = await owner.refused("createJob", { body: { name: "New", source: "files" } });
  assert.equal(noFiles.errors, {
    input_file: [MESSAGES.inputFileRequired],
    output_file: [MESSAGES.outputFileRequired],
  });
  const noSource = await owner.refused("createJob", { body: { name: "New", source: "job-and-files" } });
  assert.equal(noSource.errors, { source_job_id: [MESSAGES.sourceJobRequired] });
});
creating("refuses files that do not exist, are not whole, or are somebody else's", async () => {
  const theirs = await uploadText(colleague, generatedName("a.csv"), "a\n1\n");
  const name = generatedName("half.csv");
  await owner.attempt("upload", {
    params: { generated_file_name: name },
    body: new Blob(["a"]),
    headers: { "content-range": "bytes 0-0/9" },
  });
  const half = await store.uploads.findOne({ generated_file_name: name });
  for (const id of ["0".repeat(32), "../../etc/passwd", theirs, half?._id ?? ""]) {
    const body = { name: "New", source: "files" as const, input_file_id: id, output_file_id: id };
    const { errors } = await owner.refused("createJob", { body });
    assert.equal(errors, { input_file: [MESSAGES.fileNotFound], output_file: [MESSAGES.fileNotFound] }, id);
  }
});
creating("from another job needs one that has data, and both files or neither", async () => {
  const source = await storeJob();
  const empty = await storeJob({ config: makeConfig({ inputs: [] }) });
  const body = { name: "Again", source: "job-and-files" as const };
  const { id } = await colleague.call("createJob", { body: { ...body, source_job_id: source._id } });
  assert.is((await colleague.call("getJob", { params: { job_id: id } })).source_job_id, source._id);
  const noData = await owner.refused("createJob", { body: { ...body, source_job_id: empty._id } });
  assert.equal(noData.errors, { source_job_id: [MESSAGES.sourceJobHasNoData] });
  const input_file_id = await uploadText(owner, generatedName("a.csv"), "a\n1\n");
  const bodyWithSource = { ...body, source_job_id: source._id, input_file_id };
  assert.equal((await owner.refused("createJob", { body: bodyWithSource })).errors, {
    output_file: [MESSAGES.bothFiles],
  });
});

const deleting = suite("deleting a job");
deleting("removes its record, its files and its curves", async () => {
  const id = await createFromFiles(owner);
  assert.ok(existsSync(join(workDirs, String(id))));
  await owner.call("deleteJobs", { body: { ids: [id] } });
  assert.is((await owner.refused("getJob", { params: { job_id: id } })).status, 404);
  assert.not.ok(existsSync(join(workDirs, String(id))));
});
deleting("that is gone already is no error: two people may press at once", async () => {
  const job = await storeJob();
  await Promise.all([1, 2].map(() => owner.call("deleteJobs", { body: { ids: [job._id] } })));
});
deleting("works in every state", async () => {
  const jobs = await Promise.all(jobStatus.options.filter(isActive).map((status) => storeJob({ status })));
  await owner.call("deleteJobs", { body: { ids: jobs.map(({ _id }) => _id) } });
  assert.is(await store.jobs.count({ _id: { $in: jobs.map(({ _id }) => _id) } }), 0);
});
deleting("takes it from the restricted users it was opened to", async () => {
  const job = await storeJob();
  const guest = await addPerson(admin, { restricted: true, accessible_job_ids: [job._id, 99_999] });
  await owner.call("deleteJobs", { body: { ids: [job._id] } });
  assert.equal((await guest.call("getUser")).accessible_job_ids, [99_999]);
});
