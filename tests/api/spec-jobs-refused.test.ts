/** Jobs from spec versions that cannot be created, and what is said of them. */
import type { CreateSpecJobBody } from "@understudy/shared/api/spec-job.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, suite } from "../harness.ts";
import {
  type Fields,
  farm,
  fetchCreationErrors,
  request,
  single,
  training,
  version,
} from "../support/api/created-spec-jobs.ts";
import { colleague, owner, store, storeJob } from "../support/api/stored-jobs.ts";
import { storeServer, storeSpecVersion } from "../support/api/stored-specs.ts";
import { uploadText } from "../support/api/upload.ts";
import { generatedName } from "../support/factories.ts";
import { makeFile, makeScalar, makeText } from "../support/specs/spec-jobs.ts";

const refused = suite("a job that is refused");
refused("names everything that is wrong with it at once, by field", async () => {
  const errors = await fetchCreationErrors(
    training({
      variables: {
        w1: { type: "Scalar", lbound: 0, ubound: 1, initval: 2e-5 },
        fingers: { type: "Scalar", lbound: 1.5, ubound: 8 },
        corner: { type: "MultiSelect", options: ["sf"] },
        w9: { type: "String" },
      },
      extra_data_file_id: "0".repeat(32),
      emulator_job_id: 99_999,
      simulation_resources: null,
    }),
  );
  assert.equal(errors, {
    "variables.w1.lbound": [MESSAGES.initialValueRange("1 to 200 µm")],
    "variables.w1.ubound": [MESSAGES.initialValueRange("1 to 200 µm")],
    "variables.fingers.lbound": [MESSAGES.wholeNumber],
    "variables.corner.options": [MESSAGES.initialValueChoice],
    "variables.w9": [MESSAGES.noSuchVariable("w9")],
    extra_data_file_id: [MESSAGES.fileNotFound],
    emulator_job_id: [MESSAGES.jobNotFound],
    simulation_resources: [MESSAGES.resourceRequired],
  });
});
refused("has settings out of their limits, no name, or tags that cannot be", async () => {
  const errors = await fetchCreationErrors(
    training({
      name: " ",
      maximum_simulations: 15,
      num_walkers: 3,
      stretch_probability: 1.5,
      tags: [{ name: "a,b" }],
      simulation_resources: { type: "servers", servers: [{ id: farm._id, concurrent_simulations: 0 }] },
    }),
  );
  assert.equal(Object.keys(errors).sort(), [
    "maximum_simulations",
    "name",
    "num_walkers",
    "simulation_resources.servers.0.concurrent_simulations",
    "stretch_probability",
    "tags.0.name",
  ]);
});
refused("needs something to vary unless it is a Single Run", async () => {
  const fixed = { type: "Scalar", fixed: true } as const;
  const corner = { type: "MultiSelect" as const, options: ["ff"] };
  const variables = { w1: fixed, fingers: fixed, corner };
  assert.equal(await fetchCreationErrors(training({ variables })), { variables: [MESSAGES.nothingVaries] });
});
refused("names servers that are not there, not connected, or not for simulations", async () => {
  const offlineServer = await storeServer({ name: "away", connection_id: null });
  const trainer = await storeServer({ name: "trainer", role: "Training" });
  const servers = [offlineServer, trainer, farm].map(({ _id }) => ({ id: _id }));
  assert.equal(await fetchCreationErrors(training({ simulation_resources: { type: "servers", servers } })), {
    simulation_resources: [MESSAGES.resourceOffline("away"), MESSAGES.resourceForTraining("trainer")],
  });
  assert.equal(await fetchCreationErrors(single({ resource: { type: "server", id: 99_999 } })), {
    resource: [MESSAGES.noSuchResource(99_999)],
  });
});
refused("names a server that was started for other specs", async () => {
  const demo = await storeServer({ name: "demo", only: ["0".repeat(64)] });
  assert.equal(await fetchCreationErrors(single({ resource: { type: "server", id: demo._id } })), {
    resource: [MESSAGES.resourceForOtherSpecs("demo")],
  });
});
refused("needs the files of its variables, whole and one's own", async () => {
  const variables = [makeScalar("a"), makeFile("deck"), makeText("title")];
  const { _id } = await storeSpecVersion({ variables, variable_groups: [] });
  assert.equal(await fetchCreationErrors(training(), _id), {
    "variables.deck.file_id": ["A file is required"],
    "variables.title.initval": [MESSAGES.valueRequired],
  });
  const theirs = await uploadText(colleague, generatedName("models.lib"), "*");
  const colleaguesVariables = {
    deck: { type: "File", file_id: theirs },
    title: { type: "String", initval: "x" },
  } as const;
  assert.equal(await fetchCreationErrors(training({ variables: colleaguesVariables }), _id), {
    "variables.deck.file_id": [MESSAGES.fileNotFound],
  });
});
refused("is made from no version, or from one of a spec that was deleted", async () => {
  const none = await owner.refused("createSpecJob", request(training(), 99_999));
  assert.equal([none.status, none.message], [404, MESSAGES.specVersionNotFound]);
  const gone = await storeSpecVersion({}, { deleted_time: new Date() });
  const refusal = await owner.refused("createSpecJob", request(training(), gone._id));
  assert.equal(
    [refusal.status, refusal.message, refusal.errors],
    [400, MESSAGES.specDeleted, { spec_version_id: [MESSAGES.specDeleted] }],
  );
});
refused("runs on an emulator of another spec, or of none", async () => {
  const plain = await storeJob({ name: "Plain" });
  assert.equal(await fetchCreationErrors(single({ emulator_job_id: plain._id })), {
    emulator_job_id: [MESSAGES.noEmulator("Plain")],
  });
  const other = await storeJob({ name: "Other", emulator_version: 1, spec_id: 99_999 });
  assert.equal(await fetchCreationErrors(single({ emulator_job_id: other._id })), {
    emulator_job_id: [MESSAGES.emulatorOfOtherSpec("Other")],
  });
});
refused("needs a score function, or is a single run on an emulator; nothing is left of it", async () => {
  const resources: Fields["resources"] = { type: "servers", servers: [{ id: farm._id }] };
  const before = await store.jobs.count({});
  const body: CreateSpecJobBody = { name: "Best", objective: "Out of Spec", resources };
  assert.equal(await fetchCreationErrors(body), { score_function: ["Score function is required"] });
  const emulator = await storeJob({ emulator_version: 1, spec_id: version.spec_id });
  const onEmulator = single({ resource: { type: "emulator" }, emulator_job_id: emulator._id });
  assert.equal(await fetchCreationErrors(onEmulator), { resource: [MESSAGES.emulatorNotRun] });
  assert.is(await store.jobs.count({}), before + 1);
});
