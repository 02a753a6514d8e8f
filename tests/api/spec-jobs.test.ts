import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import type { CreateSpecJobBody } from "@understudy/shared/api/spec-job.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, suite } from "../harness.ts";
import {
  create,
  type Fields,
  farm,
  fetchCreationErrors,
  request,
  single,
  stored,
  training,
  version,
  workDir,
} from "../support/api/created-spec-jobs.ts";
import { addPerson } from "../support/api/people.ts";
import { admin, colleague, owner, store, storeJob } from "../support/api/stored-jobs.ts";
import { storeServer, storeSpecVersion } from "../support/api/stored-specs.ts";
import { uploadText } from "../support/api/upload.ts";
import { generatedName, makeConfig } from "../support/factories.ts";
import { makeFile, makeScalar } from "../support/specs/spec-jobs.ts";

const it = suite("a job created from a spec version");
it("waits to be run, with all that was given and the spec's defaults for the rest", async () => {
  const id = await create(
    training({
      name: "  First design ",
      tags: [{ name: "RF" }, { name: "New tag" }],
      maximum_simulations: 200,
      variables: { w1: { type: "Scalar", lbound: 1e-5, ubound: 3e-5, initval: 2e-5 } },
    }),
  );
  const job = await owner.call("getJob", { params: { job_id: id } });
  assert.equal(
    [job.name, job.status, job.objective, job.is_data_driven, job.spec_id],
    ["First design", "Pending Running", "Training", false, version.spec_id],
  );
  assert.equal(job.tags, [{ name: "RF" }, { name: "New tag" }]);
  assert.ok(
    (await owner.call("listTags")).items.some(({ name }) => name === "New tag"),
    "missing tags are made",
  );
  const { run, spec_version_id } = await stored(id);
  assert.is(spec_version_id, version._id);
  assert.equal(run?.resources, [{ id: farm._id, concurrent_simulations: 4 }]);
  assert.is(run?.maximum_simulations, 200);
  assert.equal(Object.keys(run?.variables ?? {}), ["w1", "fingers", "temp_c", "corner"]);
  assert.equal(run?.variables.w1, {
    type: "Scalar",
    lbound: 1e-5,
    ubound: 3e-5,
    initval: 2e-5,
    fixed: false,
    is_integer: false,
  });
  assert.ok(existsSync(workDir(id)));
});
it("has a config from the start, so that its training can be configured while it runs", async () => {
  const id = await create(training());
  const config = await owner.call("getJobConfig", { params: { job_id: id } });
  assert.equal(
    config.inputs.map(({ name, min, max, fixed }) => [name, min, max, fixed]),
    [
      ["w1", 5e-6, 6e-5, false],
      ["fingers", 1, 8, false],
      ["temp_c", 27, 27, true],
      ["corner", null, null, false],
    ],
  );
  assert.equal(config.emulator_outputs, ["gain", "bode"]);
  assert.equal(config.data_set_sizes, { combined: 0, training: 0, validation: 0 });
});
it("runs once on one server when it is a Single Run", async () => {
  const id = await create(single({ variables: { w1: { type: "Scalar", initval: 3e-5 } } }));
  const { run } = await stored(id);
  assert.equal(run?.resources, [{ id: farm._id, concurrent_simulations: 1 }]);
  assert.is(run?.maximum_simulations, 1);
  assert.ok(
    Object.values(run?.variables ?? {}).every((variable) => !("fixed" in variable) || variable.fixed),
  );
  assert.is(run?.variables.w1?.type === "Scalar" && run.variables.w1.initval, 3e-5);
});
it("names the spec version that it was made from", async () => {
  const id = await create(training());
  const specVersion = await colleague.call("getJobSpecVersion", { params: { job_id: id } });
  assert.equal([specVersion.id, specVersion.name, specVersion.variables.length], [version._id, "Op-amp", 4]);
  const other = await storeJob({ config: makeConfig({ inputs: [] }) });
  const refusal = await owner.refused("getJobSpecVersion", { params: { job_id: other._id } });
  assert.equal([refusal.status, refusal.message], [404, MESSAGES.specVersionNotFound]);
});
it("may be made by every full user, on servers of their own", async () => {
  const colleaguesServer = await storeServer({ user_id: colleague.id });
  const servers: Fields["resources"] = { type: "servers", servers: [{ id: colleaguesServer._id }] };
  await create(training({ simulation_resources: servers }), version._id, colleague);
  assert.equal(await fetchCreationErrors(training(), version._id, colleague), {
    simulation_resources: [MESSAGES.noSuchResource(farm._id)],
  });
  const guest = await addPerson(admin, { restricted: true });
  assert.is((await guest.refused("createSpecJob", request(training()))).status, 404);
});
it("takes over the files that were uploaded for it", async () => {
  const variables = [makeScalar("a"), makeFile("deck"), makeFile("extra", { optional: true })];
  const { _id } = await storeSpecVersion({ variables, variable_groups: [] });
  const file_id = await uploadText(owner, generatedName("models.lib"), "* models\n");
  const id = await create(training({ variables: { deck: { type: "File", file_id } } }), _id);
  const { run } = await stored(id);
  const path = "variable_files/deck/models.lib";
  const sha256 = createHash("sha256").update("* models\n").digest("hex");
  assert.equal(run?.variables.deck, { type: "File", file: { path, size: 9, sha256 } });
  assert.equal(run?.variables.extra, { type: "File", file: null });
  assert.is(readFileSync(workDir(id, path), "utf8"), "* models\n");
  assert.is(await store.uploads.findOne({ _id: file_id }), null);
});

it("remembers the emulator that it is to be compared with, one of the same spec", async () => {
  const { spec_id } = version;
  const trained = await storeJob({ name: "Trained", emulator_version: 1, spec_id });
  await storeJob({ name: "Not trained yet", spec_id });
  await storeJob({ name: "Of another spec", emulator_version: 1, spec_id: 99_999 });
  const query = { emulates_spec_id: spec_id };
  const { items } = await colleague.call("listJobs", { query });
  assert.equal(
    items.map(({ id }) => id),
    [trained._id],
  );
  const id = await create(single({ emulator_job_id: trained._id }));
  assert.is((await owner.call("getJob", { params: { job_id: id } })).emulator_job_id, trained._id);
  const guest = await addPerson(admin, { restricted: true, accessible_job_ids: [id] });
  assert.is((await guest.call("getJob", { params: { job_id: id } })).emulator_job_id, null);
  const shown = await guest.call("listJobs", { query: { emulates_spec_id: 99_999 } });
  assert.equal(
    shown.items.map((item) => item.id),
    [id],
    "which spec a job is of is not told by a search either",
  );
});

const extra = suite("extra data");
const rows = (...lines: string[]) => ["w1,fingers,corner,gain,bode", ...lines].join("\n");
const curve = '"[1,2,3,4,5]"';
extra("lie in the work directory once each row holds all variable and output values", async () => {
  const text = rows(`1e-5,2,ss,60,${curve}`);
  const extra_data_file_id = await uploadText(owner, generatedName("known rows.csv".replace(" ", "-")), text);
  const id = await create(training({ extra_data_file_id }));
  assert.is((await stored(id)).run?.extra_data, "extra_data.csv");
  assert.is(readFileSync(workDir(id, "extra_data.csv"), "utf8"), text);
});
extra("are refused with row and column where they do not, and stay uploaded", async () => {
  const text = rows(`1e-5,2,ss,60,${curve}`, `1e-5,x,sf,,"[1,2]"`);
  const extra_data_file_id = await uploadText(owner, generatedName("bad.csv"), text);
  const { extra_data_file_id: problems = [] } = await fetchCreationErrors(training({ extra_data_file_id }));
  assert.is(problems.length, 4);
  assert.ok(problems.every((problem) => problem.startsWith("bad.csv, row 3, column ")));
  assert.is(await store.uploads.count({ _id: extra_data_file_id }), 1);
});
extra("with very many problems name the first ones and how many more there are", async () => {
  const text = rows(...Array<string>(50).fill(`1e-5,2,ss,,${curve}`));
  const extra_data_file_id = await uploadText(owner, generatedName("bad.csv"), text);
  const { extra_data_file_id: problems = [] } = await fetchCreationErrors(training({ extra_data_file_id }));
  assert.equal([problems.length, problems.at(-1)], [11, "and 40 more"]);
});

extra("keep a relation that the designs of the job keep too, unless they need not", async () => {
  const names = ["resin", "filler", "solvent"];
  const { _id } = await storeSpecVersion({
    variables: names.map((name) => makeScalar(name)),
    variable_groups: [],
  });
  const lines = Array.from({ length: 12 }, (_, at) => {
    const [resin, filler] = [0.05 + 0.04 * at, 0.1 + 0.03 * ((5 * at) % 12)];
    return `${resin},${filler},${1 - resin - filler},60,${curve}`;
  });
  const text = [`${names.join(",")},gain,bode`, ...lines].join("\n");
  const upload = () => uploadText(owner, generatedName("shares.csv"), text);
  const createWith = async (fields: Fields) => {
    const id = await create(training({ extra_data_file_id: await upload(), ...fields }), _id);
    return await owner.call("getSpecJobSettings", { params: { job_id: id } });
  };
  const { kept_relation } = await createWith({});
  assert.equal(
    [kept_relation?.sum, kept_relation?.terms.map(({ input, coefficient }) => [input, coefficient])],
    [1, names.map((name) => [name, 1])],
  );
  assert.ok(names.includes(kept_relation?.follower ?? ""));
  assert.is((await createWith({ respect_relation: false })).kept_relation, null);
  const impossible = training({
    extra_data_file_id: await upload(),
    variables: Object.fromEntries(names.map((name) => [name, { type: "Scalar", lbound: 0.5, ubound: 0.9 }])),
  });
  const { respect_relation = [] } = await fetchCreationErrors(impossible, _id);
  assert.match(respect_relation.join(), /resin \+ filler \+ solvent = 1 in every row, but the ranges/);
});

const again = suite("another job like one from a spec version");
again("is created from what that one was created with", async () => {
  const variables: CreateSpecJobBody["variables"] = {
    w1: { type: "Scalar", lbound: 1e-5, ubound: 3e-5, initval: 2e-5 },
    corner: { type: "MultiSelect", options: ["ss", "ff"] },
    fingers: { type: "Scalar", initval: 5, fixed: true },
  };
  const id = await create(training({ variables, maximum_simulations: 321 }));
  const settings = await colleague.call("getSpecJobSettings", { params: { job_id: id } });
  assert.is(settings.maximum_simulations, 321);
  const second = await create({ ...training(), ...settings });
  assert.equal((await stored(second)).run?.variables, (await stored(id)).run?.variables);
  const job = await owner.call("getJob", { params: { job_id: id } });
  assert.is(job.spec_version_id, version._id);
});
again("begins with the columns of a job from data, as the emulator of that can be asked", async () => {
  const { _id } = await storeJob();
  const { variables, maximum_simulations } = await owner.call("getSpecJobSettings", {
    params: { job_id: _id },
  });
  assert.equal(Object.keys(variables), ["length", "width"]);
  assert.is(maximum_simulations, 100);
  const unread = await storeJob({ config: makeConfig({ inputs: [] }) });
  const refusal = await owner.refused("getSpecJobSettings", { params: { job_id: unread._id } });
  assert.equal([refusal.status, refusal.message], [404, MESSAGES.specVersionNotFound]);
});
