import { readFileSync } from "node:fs";
import { join } from "node:path";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, suite } from "../harness.ts";
import { admin, colleague, owner, params, server, store, storeJob } from "../support/api/stored-jobs.ts";
import { uploadText } from "../support/api/upload.ts";
import { generatedName } from "../support/factories.ts";

const editing = suite("the name and description of a job");

editing("are changed alone or together, whatever the job does", async () => {
  const job = await storeJob({ name: "Old", description: "Before", status: "Training" });
  const named = await owner.call("editJob", { ...params(job), body: { name: "  New " } });
  assert.equal([named.name, named.description], ["New", "Before"]);
  const described = await owner.call("editJob", { ...params(job), body: { description: "After" } });
  assert.equal([described.name, described.description, described.status], ["New", "After", "Training"]);
  assert.ok(described.revision > named.revision);
});
editing("need a name, and are not a colleague's to change", async () => {
  const job = await storeJob({ name: "Mine" });
  const nameless = await owner.refused("editJob", { ...params(job), body: { name: " " } });
  assert.equal(nameless.errors, { name: [MESSAGES.nameRequired] });
  assert.is((await colleague.refused("editJob", { ...params(job), body: { name: "Ours" } })).status, 403);
  assert.is((await store.jobs.findOne({ _id: job._id }))?.name, "Mine");
});
editing(
  "are never saved over newer ones that were not seen: the answer says those, and who wrote them",
  async () => {
    const job = await storeJob({ name: "Old" });
    const edit = (name: string, readName: string) => ({
      ...params(job),
      body: { name, base: { name: readName } },
    });
    await admin.call("editJob", edit("Theirs", "Old"));
    const { items } = await owner.call("listJobActivity", params(job));
    const blind = await owner.refused("editJob", edit("Mine", "Old"));
    const text = MESSAGES.aboutChanged(items[0]?.user?.name ?? "", "name", "“Theirs”");
    assert.equal([blind.status, blind.message, blind.errors], [409, text, { name: [text] }]);
    assert.is((await owner.call("editJob", edit("Theirs", "Old"))).name, "Theirs");
    assert.is((await owner.call("editJob", edit("Mine", "Theirs"))).name, "Mine");
  },
);

const replacing = suite("replacing the files of a job whose validation failed");
const readFile = (job: number, name: string): string =>
  readFileSync(join(server.config.dataDir, "work_dirs", String(job), name), "utf8");
const upload = (text: string, name = "parameters.csv"): Promise<string> =>
  uploadText(owner, generatedName(name), text);

async function failedJob(): Promise<number> {
  const input_file_id = await upload("a\n1\n");
  const output_file_id = await upload("b\nbroken\n", "outputs.csv");
  const body = {
    name: "Kept",
    description: "As it was",
    source: "files" as const,
    input_file_id,
    output_file_id,
    data_options: { ignore_failed_runs: true },
  };
  const { id } = await owner.call("createJob", { body });
  await store.jobs.update(
    { _id: id },
    { status: "Validation Failed", validation_errors: { "Outputs File": ["wrong"] } },
  );
  return id;
}

replacing("takes the new one, keeps the other with name and settings, and validates again", async () => {
  const id = await failedJob();
  const output_file_id = await upload("b\n2\n", "corrected.csv");
  const body = { input_file_id: null, output_file_id };
  const job = await owner.call("replaceJobFiles", { params: { job_id: id }, body });
  assert.equal([job.status, job.validation_errors, job.name], ["Validating", null, "Kept"]);
  assert.equal([readFile(id, "parameters.csv"), readFile(id, "outputs.csv")], ["a\n1\n", "b\n2\n"]);
  const record = await store.jobs.findOne({ _id: id });
  assert.equal(record?.file_names, { parameters: "parameters.csv", outputs: "corrected.csv" });
  assert.is(record?.config.data_options.ignore_failed_runs, true);
  assert.is(await store.uploads.findOne({ _id: output_file_id }), null);
});
replacing("needs a file, one of one's own, and a job that failed", async () => {
  const id = await failedJob();
  const request = (input_file_id: string | null) => ({
    params: { job_id: id },
    body: { input_file_id, output_file_id: null },
  });
  const none = await owner.refused("replaceJobFiles", request(null));
  assert.equal(
    [none.status, none.errors],
    [400, { input_file: [MESSAGES.fileRequired], output_file: [MESSAGES.fileRequired] }],
  );
  const theirs = await uploadText(colleague, generatedName("a.csv"), "a\n1\n");
  const refused = await owner.refused("replaceJobFiles", request(theirs));
  assert.equal(refused.errors, { input_file: [MESSAGES.fileNotFound] });
  await store.jobs.update({ _id: id }, { status: "Training" });
  assert.is((await owner.refused("replaceJobFiles", request(await upload("a\n3\n")))).status, 409);
  assert.is(readFile(id, "parameters.csv"), "a\n1\n");
});
