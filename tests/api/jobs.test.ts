import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isActive, jobStatus, nextStatus } from "@understudy/shared/domain/job.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { assert, suite } from "../harness.ts";
import type { Caller } from "../support/api/caller.ts";
import { addPerson } from "../support/api/people.ts";
import { admin, colleague, owner, params, server, store, storeJob } from "../support/api/stored-jobs.ts";
import { uploadText } from "../support/api/upload.ts";
import { generatedName, makeConfig, makeInput } from "../support/factories.ts";

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
  const one = { ...body, source_job_id: source._id, input_file_id };
  assert.equal((await owner.refused("createJob", { body: one })).errors, {
    output_file: [MESSAGES.bothFiles],
  });
});

const listing = suite("the job list");
listing.before(async () => {
  await store.jobs.remove({});
  const names = ["job 2", "Job 10", "amplifier", "mixer"];
  for (const [i, name] of names.entries()) {
    const creator = i % 2 === 0 ? { id: owner.id, name: "Ada" } : { id: colleague.id, name: "Zoe" };
    await storeJob({ name, creator, tags: name === "mixer" ? ["RF front end"] : [] });
  }
});
const namesBy = async (query: Parameters<typeof owner.call<"listJobs">>[1]) =>
  (await owner.call("listJobs", query)).items.map(({ name }) => name);
listing("is sorted by id, the newest first, unless asked otherwise", async () => {
  const page = await owner.call("listJobs");
  assert.equal(
    page.items.map(({ name }) => name),
    ["mixer", "amplifier", "Job 10", "job 2"],
  );
  assert.equal([page.total_count, page.page_size], [4, 25]);
  assert.equal(await namesBy({ query: { sort_by: "name", sort_order: "ascending" } }), [
    "amplifier",
    "job 2",
    "Job 10",
    "mixer",
  ]);
});
listing("breaks ties by id", async () => {
  assert.equal(await namesBy({ query: { sort_by: "creator", sort_order: "ascending" } }), [
    "job 2",
    "amplifier",
    "Job 10",
    "mixer",
  ]);
});
listing("is cut into pages", async () => {
  const page = await owner.call("listJobs", { query: { page_number: 2, page_size: 3 } });
  assert.equal(
    page.items.map(({ name }) => name),
    ["job 2"],
  );
  assert.equal([page.total_count, page.page_size], [4, 3]);
  assert.equal((await owner.call("listJobs", { query: { page_number: 9 } })).items, []);
});
listing(
  "is without Single Run jobs, of one objective, or of jobs that can be imported, where that is asked for",
  async () => {
    const own = "kinds of jobs";
    const columns = makeConfig({ inputs: [makeInput("x")] });
    await storeJob({ name: `${own}: run`, objective: "Single Run", is_data_driven: false });
    await storeJob({ name: `${own}: read`, is_data_driven: true, config: columns });
    await storeJob({ name: `${own}: unread`, is_data_driven: true, config: makeConfig({ inputs: [] }) });
    await storeJob({ name: `${own}: simulated`, is_data_driven: false, config: columns });
    type Options = NonNullable<Parameters<typeof owner.call<"listJobs">>[1]>;
    const kinds = async (query: NonNullable<Options["query"]>) => {
      const found = await namesBy({ query: { filter: own, sort_order: "ascending", ...query } });
      return found.map((name) => name.slice(own.length + 2));
    };
    assert.equal(await kinds({}), ["run", "read", "unread", "simulated"]);
    assert.equal(await kinds({ one_off: true }), ["run", "read", "unread", "simulated"]);
    assert.equal(await kinds({ one_off: false }), ["read", "unread", "simulated"]);
    assert.equal(await kinds({ objective: "Single Run" }), ["run"]);
    assert.equal(await kinds({ importable: true }), ["read"]);
    await store.jobs.remove({ name: /^kinds of jobs/ });
  },
);
listing("is filtered by name or tag in any case, and by the whole id", async () => {
  assert.equal(await namesBy({ query: { filter: "JOB" } }), ["Job 10", "job 2"]);
  assert.equal(await namesBy({ query: { filter: "rf FRONT" } }), ["mixer"]);
  const [mixer] = (await owner.call("listJobs", { query: { filter: "mixer" } })).items;
  assert.equal(await namesBy({ query: { filter: String(mixer?.id) } }), ["mixer"]);
  assert.equal(await namesBy({ query: { filter: ".*" } }), [], "a filter is text, not a pattern");
});
listing("says what may be deleted by whom", async () => {
  const { items } = await owner.call("listJobs");
  assert.equal(
    items.map(({ can_be_deleted }) => can_be_deleted),
    [false, true, false, true],
  );
  assert.ok((await admin.call("listJobs")).items.every(({ can_be_deleted }) => can_be_deleted));
});
listing("refuses columns, orders and pages that do not exist", async () => {
  const queries = [
    "sort_by=password_hash",
    "sort_order=up",
    "page_size=1000",
    "page_number=0",
    "page_number=x",
  ];
  for (const query of [...queries, "page_number=1&page_number=2"]) {
    const response = await owner.fetch(`/api/internal/jobs/?${query}`);
    const { errors } = JSON.parse(await response.text());
    assert.equal([response.status, Object.keys(errors)], [400, [query.split("=")[0]]], query);
  }
});
listing("shows restricted users the jobs they were given, by id and name", async () => {
  const [newest] = (await owner.call("listJobs")).items;
  const guest = await addPerson(admin, { restricted: true, accessible_job_ids: [newest?.id ?? 0] });
  const { items, total_count } = await guest.call("listJobs");
  assert.is(total_count, 1);
  assert.equal(
    items.map(({ name, creator, tags, can_be_deleted }) => ({ name, creator, tags, can_be_deleted })),
    [{ name: "mixer", creator: { name: "" }, tags: [], can_be_deleted: false }],
  );
});

const actions = suite("the buttons of a job", { timeout: 60_000 });
actions("do what the table of arrows says, and answer 409 for every pair that is no arrow", async () => {
  const buttons = {
    pauseJob: "pause",
    resumeJob: "resume",
    retryJob: "retry",
    extendJob: "extend",
  } as const;
  for (const status of jobStatus.options) {
    for (const name of ["pauseJob", "resumeJob", "retryJob", "extendJob"] as const) {
      const interrupted_status = status === "Interrupted" ? "Training" : null;
      const job = await storeJob({ status, interrupted_status });
      const expected = nextStatus(status, buttons[name], {
        objective: "Training",
        isDataDriven: true,
        hasBeenConfigured: false,
        trainsWhenDone: false,
        interruptedStatus: interrupted_status,
      });
      if (expected === null) {
        const refusal = await owner.refused(name, params(job));
        assert.equal(
          [refusal.status, refusal.message],
          [409, MESSAGES.jobHasMoved(status)],
          `${name} ${status}`,
        );
      } else {
        const after = await owner.call(name, params(job));
        assert.is(after.status, expected, `${name} in ${status}`);
        assert.is(after.revision, job.revision + 1);
      }
    }
  }
});
actions("pressed by two people at once work for one; the other is told where the job now is", async () => {
  const job = await storeJob({ status: "Training" });
  const answers = await Promise.all([
    owner.attempt("pauseJob", params(job)),
    admin.attempt("pauseJob", params(job)),
  ]);
  assert.equal(answers.map(({ status }) => status).sort(), [200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  assert.equal(await refused?.json(), { message: MESSAGES.jobHasMoved("Interrupted") });
  assert.is((await store.jobs.findOne({ _id: job._id }))?.revision, job.revision + 1);
});
actions("remember what a pause ended, and give the work to the runners anew", async () => {
  const job = await storeJob({
    status: "Training",
    work: { ticket: 1, claim_id: "old", more: false, retry: false },
  });
  const paused = await owner.call("pauseJob", params(job));
  assert.equal([paused.interrupted_while_training, paused.can_be_paused], [true, false]);
  const resumed = await owner.call("resumeJob", params(job));
  assert.is(resumed.status, "Pending Training");
  const record = await store.jobs.findOne({ _id: job._id });
  assert.equal(record?.work, {
    ticket: resumed.revision,
    claim_id: null,
    more: false,
    retry: false,
  });
});
actions("train from the last checkpoint when a complete job is resumed", async () => {
  const job = await storeJob({ status: "Complete", emulator_version: 1, emulator_file: "emulators/a" });
  const resumed = await owner.call("resumeJob", params(job));
  assert.equal([resumed.status, resumed.emulator_status], ["Pending Training", "available"]);
  assert.is((await store.jobs.findOne({ _id: job._id }))?.work.more, true);
});

const training = suite("starting the training");
training("stores the choices and queues the job", async () => {
  const job = await storeJob();
  const body = { train_on: "platform" as const, effort: "quick" as const, validation_percentage: 30 };
  const started = await owner.call("startTraining", { ...params(job), body });
  assert.equal([started.status, started.has_been_configured], ["Pending Training", true]);
  const config = await owner.call("getJobConfig", params(job));
  assert.equal(config.training, { ...body, resource_id: null });
});
training("is refused where nothing can be trained, naming why", async () => {
  const fixed = await storeJob({
    config: makeConfig({ inputs: [makeInput("a", { fixed: true })], emulator_outputs: [] }),
  });
  const { status, errors } = await owner.refused("startTraining", {
    ...params(fixed),
    body: { train_on: "provision" },
  });
  assert.equal(
    [status, errors],
    [
      400,
      {
        train_on: [MESSAGES.noTrainingResources],
        inputs: [MESSAGES.nothingVaries],
        outputs: [MESSAGES.nothingToEmulate],
      },
    ],
  );
});
training("is refused from every state but the one that awaits it", async () => {
  for (const status of jobStatus.options.filter((one) => one !== "Awaiting Configuration")) {
    const job = await storeJob({ status });
    const refusal = await owner.refused("startTraining", { ...params(job), body: { train_on: "platform" } });
    assert.is(refusal.status, 409, status);
  }
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
