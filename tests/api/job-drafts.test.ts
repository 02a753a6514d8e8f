/** Forms of new jobs that several people fill in together: stored field by field, pushed, and completed by one job. */
import type { DraftValue } from "@understudy/shared/api/job-draft.ts";
import type { CreateSpecJobBody } from "@understudy/shared/api/spec-job.ts";
import { JOB_DRAFT_LIMITS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { MongoClient } from "mongodb";
import { assert, eventually, suite } from "../harness.ts";
import { type Caller, createCaller } from "../support/api/caller.ts";
import { create, type Fields, request, training, version } from "../support/api/created-spec-jobs.ts";
import { addPerson } from "../support/api/people.ts";
import { admin, colleague, owner, server, store } from "../support/api/stored-jobs.ts";
import { storeSpecVersion } from "../support/api/stored-specs.ts";
import { atEnd } from "../support/cleanup.ts";
import { makeJobDraft } from "../support/factories.ts";
import { openSocket } from "../support/live/browser-socket.ts";
import { insertServer } from "../support/specs/spec-records.ts";

const it = suite("the form of a new job", { timeout: 60_000 });

const zoesServer = await insertServer(store, colleague.id, { name: "Zoe's" });

type Values = Record<string, DraftValue>;
const ada = { id: owner.id, name: "Ada" };
const zoe = { id: colleague.id, name: "Zoe" };
const begin = (fields: Values = { name: "", "variables.w1.min": "5u" }, by = owner) =>
  by.call("createJobDraft", {
    body: { spec_version_id: version._id, search: "objective=Training", fields },
  });
const beginOfFiles = (fields: Values) =>
  owner.call("createJobDraft", { body: { spec_version_id: null, search: "", fields } });
/** A Training on a server of its creator. */
const makeTraining = (by: Caller, fields: Fields): CreateSpecJobBody =>
  by === owner
    ? training(fields)
    : training({
        ...fields,
        simulation_resources: {
          type: "servers",
          servers: [{ id: zoesServer._id, concurrent_simulations: 1 }],
        },
      });
const at = (draft_id: number) => ({ params: { draft_id } });
const change = (id: number, fields: Values, base: Values, by = owner) =>
  by.call("updateJobDraft", { ...at(id), body: { fields, base } });
const readValues = async (id: number, by = owner): Promise<Values> => {
  const { fields } = await by.call("getJobDraft", at(id));
  return Object.fromEntries(fields.map(({ key, value }) => [key, value]));
};

it("is begun by one person, read by a colleague, and changed field by field under the eyes of both", async () => {
  const { id, ...draft } = await begin();
  assert.equal(
    [draft.search, draft.creator, draft.revision, draft.created_job, draft.spec_version_id],
    ["objective=Training", ada, 1, null, version._id],
  );
  const socket = await openSocket(owner);
  assert.ok(await socket.watch({ kind: "job-draft", draft_id: id }));
  const answer = await change(id, { name: "Filter" }, { name: "" }, colleague);
  const { change: pushed } = await socket.next("job-draft");
  assert.equal(pushed, answer, "the answer and the push are the same");
  assert.equal(
    pushed.fields.map(({ key, value, by, revision }) => [key, value, by, revision]),
    [["name", "Filter", zoe, 2]],
  );
  await change(id, { "variables.w1.min": "6u" }, { "variables.w1.min": "5u" });
  assert.equal(await readValues(id, colleague), { name: "Filter", "variables.w1.min": "6u" });
});
it("is not changed by a change that says what is there already", async () => {
  const { id, revision } = await begin({ name: "Filter" });
  const answer = await change(id, { name: "Filter" }, { name: "Filter" });
  assert.equal([answer.revision, answer.fields], [revision, []]);
});
it("takes changes of different fields by several people at once", async () => {
  const values = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`field${i}`, String(i)]));
  const { id } = await begin({});
  const changes = Object.entries(values).map(([key, value], i) =>
    change(id, { [key]: value }, {}, i % 2 === 0 ? owner : colleague),
  );
  await Promise.all(changes);
  assert.equal(await readValues(id), values);
});
it("saves nothing over a newer value that was not seen, and says which and whose", async () => {
  const { id } = await begin({ name: "", "variables.w1.min": "5u" });
  await change(id, { name: "Zoe's" }, { name: "" }, colleague);
  const refused = await owner.refused("updateJobDraft", {
    ...at(id),
    body: {
      fields: { name: "Ada's", "variables.w1.min": "7u" },
      base: { name: "", "variables.w1.min": "5u" },
    },
  });
  assert.equal(
    [refused.status, refused.message, refused.errors],
    [
      409,
      MESSAGES.fieldsChangedMeanwhile,
      { "fields.name": [MESSAGES.fieldChanged("Zoe", "name", "“Zoe's”")] },
    ],
  );
  assert.equal(await readValues(id), { name: "Zoe's", "variables.w1.min": "5u" });
  await change(id, { name: "Ada's" }, { name: "Zoe's" });
  assert.equal(await readValues(id), { name: "Ada's", "variables.w1.min": "5u" });
});
it("is completed by one job, of however many people create it at the same time", async () => {
  const { id } = await begin();
  const socket = await openSocket(colleague);
  await socket.watch({ kind: "job-draft", draft_id: id });
  const attempts = await Promise.all(
    [owner, colleague, owner].map((by) =>
      by.attempt("createSpecJob", request(makeTraining(by, { name: "Together", draft_id: id }))),
    ),
  );
  assert.equal(attempts.map(({ status }) => status).sort(), [201, 409, 409]);
  const { change: pushed } = await socket.next("job-draft");
  const jobs = await store.jobs.find({ name: "Together" });
  assert.equal(
    jobs.map(({ _id }) => _id),
    [pushed.created_job?.id],
  );
  const by = pushed.created_job?.by.name ?? "";
  const refused = await owner.refused("updateJobDraft", { ...at(id), body: { fields: { name: "Late" } } });
  assert.equal([refused.status, refused.message], [409, MESSAGES.draftUsed(by, jobs[0]?._id ?? 0)]);
});
it("stays open where its job is refused", async () => {
  const { id } = await begin();
  const refused = await owner.refused("createSpecJob", request(training({ name: " ", draft_id: id })));
  assert.is(refused.status, 400);
  const unfit = training({ draft_id: id, simulation_resources: null });
  assert.is((await owner.refused("createSpecJob", request(unfit))).status, 400);
  await change(id, { name: "Filter" }, { name: "" }, colleague);
  await create(makeTraining(colleague, { draft_id: id }), version._id, colleague);
  assert.equal((await owner.call("getJobDraft", at(id))).created_job?.by, zoe);
});
it("completes no job of another spec version, and none once it is deleted", async () => {
  const { id } = await begin();
  const { _id: otherVersion } = await storeSpecVersion();
  const other = await owner.refused("createSpecJob", request(training({ draft_id: id }), otherVersion));
  assert.equal([other.status, other.errors], [400, { draft_id: [MESSAGES.draftOfOtherSpec] }]);
  await owner.call("deleteJobDraft", at(id));
  const gone = await owner.refused("createSpecJob", request(training({ draft_id: id })));
  assert.equal([gone.status, gone.errors], [400, { draft_id: [MESSAGES.draftNotFound] }]);
});
it("is deleted by the person who began it and by admins alone, and the pages that have it open are told", async () => {
  const { id } = await begin();
  const socket = await openSocket(colleague);
  await socket.watch({ kind: "job-draft", draft_id: id });
  const refused = await colleague.refused("deleteJobDraft", at(id));
  assert.equal([refused.status, refused.message], [403, MESSAGES.notYourDraft]);
  await admin.call("deleteJobDraft", at(id));
  assert.is((await socket.next("job-draft")).change.is_deleted, true);
  for (const { status, message } of [
    await owner.refused("getJobDraft", at(id)),
    await owner.refused("updateJobDraft", { ...at(id), body: { fields: { name: "Late" } } }),
  ])
    assert.equal([status, message], [404, MESSAGES.draftNotFound]);
});
it("is for those who may create its job: nobody else reads, changes or watches it", async () => {
  const { id } = await begin();
  const guest = await addPerson(admin, { restricted: true });
  assert.is((await createCaller(server.url).refused("getJobDraft", at(id))).status, 401);
  assert.is((await guest.refused("getJobDraft", at(id))).status, 404);
  assert.is((await guest.refused("updateJobDraft", { ...at(id), body: { fields: {} } })).status, 404);
  const socket = await openSocket(guest);
  assert.is(await socket.watch({ kind: "job-draft", draft_id: id }), false);
  const unknown = { body: { spec_version_id: 99_999, search: "", fields: {} } };
  assert.is((await owner.refused("createJobDraft", unknown)).status, 404);
});
it("refuses what no form holds: foreign values, long keys, too much of it", async () => {
  const { id } = await begin({});
  const attempt = (body: unknown) =>
    owner.fetch(`/api/internal/job_drafts/${id}/fields`, {
      method: "PUT",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    });
  const longKey = "k".repeat(JOB_DRAFT_LIMITS.keyLength + 1);
  for (const fields of [{ name: { nested: true } }, { [longKey]: "" }, [], { name: [["a"]] }, null])
    assert.is((await attempt({ fields })).status, 400, JSON.stringify(fields).slice(0, 80));
  const part = "x".repeat(JOB_DRAFT_LIMITS.textLength);
  for (const key of ["a", "b", "c"]) await change(id, { [key]: part }, {});
  const refused = await owner.refused("updateJobDraft", { ...at(id), body: { fields: { d: part } } });
  assert.equal([refused.status, refused.message], [400, MESSAGES.draftTooLarge]);
});
it("is one of a limited number that a person has begun", async () => {
  const person = await addPerson(admin);
  const creator = { id: person.id, name: person.name };
  const first = 5_000;
  const ids = Array.from({ length: JOB_DRAFT_LIMITS.perPerson }, (_, i) => first + i);
  await store.jobDrafts.insertAll(
    ids.map((_id) => makeJobDraft({ _id, creator, spec_version_id: version._id })),
  );
  const body = { spec_version_id: version._id, search: "", fields: {} };
  const refused = await person.refused("createJobDraft", { body });
  assert.equal([refused.status, refused.message], [400, MESSAGES.noMoreDrafts(JOB_DRAFT_LIMITS.perPerson)]);
  await person.call("deleteJobDraft", at(first));
  await begin({}, person);
});
it("of files makes a job from files, and no other", async () => {
  const { id, spec_version_id } = await beginOfFiles({ name: "Truss", header_units: true });
  assert.is(spec_version_id, null);
  await change(id, { name: "Cantilever" }, { name: "Truss" }, colleague);
  const ofSpec = await owner.refused("createSpecJob", request(training({ draft_id: id })));
  assert.equal([ofSpec.status, ofSpec.errors], [400, { draft_id: [MESSAGES.draftOfOtherSpec] }]);
  const body = { name: "Cantilever", source: "job-and-files", source_job_id: 99_999, draft_id: id } as const;
  const unfit = await colleague.refused("createJob", { body });
  assert.equal([unfit.status, Object.keys(unfit.errors)], [400, ["source_job_id"]]);
  const { input_file_id, output_file_id } = await colleague.call("uploadSample", {
    params: { key: (await colleague.call("listSamples")).items[0]?.key ?? "" },
  });
  const files = { name: "Cantilever", source: "files", input_file_id, output_file_id, draft_id: id } as const;
  const { id: jobId } = await colleague.call("createJob", { body: files });
  assert.equal((await owner.call("getJobDraft", at(id))).created_job, { id: jobId, by: zoe });
  const late = await owner.refused("createJob", { body: files });
  assert.equal([late.status, late.message], [409, MESSAGES.draftUsed("Zoe", jobId)]);
});

const list = suite("the list of forms", { timeout: 60_000 });
const readList = async (by = owner) => (await by.call("listJobDrafts")).items;
const findListed = async (id: number, by = owner) => (await readList(by)).find((draft) => draft.id === id);

list("shows to full users alone which forms there are, the one that was changed last first", async () => {
  const [first, second] = [await begin({ name: "First" }), await beginOfFiles({ name: "" })];
  assert.equal(
    (await readList(colleague)).slice(0, 2).map(({ id }) => id),
    [second.id, first.id],
  );
  await change(first.id, { name: "Filter" }, { name: "First" }, colleague);
  const [listed, other] = await readList();
  assert.equal(
    [listed?.id, listed?.name, listed?.changed_by, listed?.creator, listed?.search, listed?.revision],
    [first.id, "Filter", zoe, ada, "objective=Training", 2],
  );
  const { _id, name, number } = version;
  assert.equal([listed?.spec_version, other?.spec_version], [{ id: _id, name, number }, null]);
  assert.ok(Math.abs(Date.parse(listed?.changed_time ?? "") - Date.now()) < 60_000);
  const guest = await addPerson(admin, { restricted: true });
  assert.is((await guest.refused("listJobDrafts")).status, 404);
});
list("is told of what changes: forms that begin, change, are deleted or completed", async () => {
  const socket = await openSocket(colleague);
  await socket.watch({ kind: "job-drafts" });
  const { id } = await begin({ name: "" });
  await socket.next("listed-drafts");
  await change(id, { name: "Filter" }, { name: "" });
  const { draft } = await socket.next("listed-draft");
  const { id: _, ...listed } = (await findListed(id)) ?? { id };
  assert.equal({ ...listed, ...draft }, { ...listed, id });
  assert.equal([draft.id, draft.name, draft.revision], [id, "Filter", 2]);
  await owner.call("deleteJobDraft", at(id));
  await eventually("two pushes", () => socket.of("listed-drafts").length === 2);
  assert.is(await findListed(id), undefined);
  const { id: completedId } = await begin({ name: "Done" });
  await create(training({ draft_id: completedId }));
  await eventually("four pushes", () => socket.of("listed-drafts").length === 4);
  assert.is(await findListed(completedId), undefined);
});
list("leaves out the forms of a spec that is gone, and those beyond the limit, which it counts", async () => {
  const { _id, spec_id } = await storeSpecVersion();
  const { id } = await owner.call("createJobDraft", {
    body: { spec_version_id: _id, search: "", fields: { name: "Gone" } },
  });
  assert.is((await findListed(id))?.name, "Gone");
  await store.specs.remove({ _id: spec_id });
  assert.is(await findListed(id), undefined);
  await owner.refused("getJobDraft", at(id));
  const ids = Array.from({ length: JOB_DRAFT_LIMITS.listed }, (_, i) => 7_000 + i);
  const expires = new Date(Date.now() + 2 * JOB_DRAFT_LIMITS.keptMs);
  await store.jobDrafts.insertAll(
    ids.map((draftId) => makeJobDraft({ _id: draftId, spec_version_id: version._id, expires })),
  );
  const { items, further_count } = await owner.call("listJobDrafts");
  assert.equal(
    items.map((draft) => draft.id).sort((a, b) => a - b),
    ids,
  );
  assert.is(further_count, (await store.jobDrafts.count({ created_job: null })) - ids.length);
});

it("is removed by MongoDB 30 days after its last change", async () => {
  const { id } = await begin();
  const early = new Date(Date.now() + 60_000);
  await store.jobDrafts.update({ _id: id }, { expires: early });
  await change(id, { name: "Filter" }, { name: "" });
  const expires = new Date((await owner.call("getJobDraft", at(id))).expires).getTime();
  assert.ok(Math.abs(expires - Date.now() - JOB_DRAFT_LIMITS.keptMs) < 60_000, String(expires));
  const client = new MongoClient(server.config.mongodbUrl);
  atEnd("the looking client", () => client.close());
  const indexes = await client.db().collection("job_drafts").indexes();
  const expiry = indexes.find(({ key }) => "expires" in key);
  assert.is(expiry?.expireAfterSeconds, 0);
});
