import {
  type CreateSpecJobBody,
  createSpecJobBody,
  givenScoreInput,
} from "@understudy/shared/api/spec-job.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { checkSpecJob, defaultWalkers } from "@understudy/shared/spec-job/check-spec-job.ts";
import { assert, suite } from "../../harness.ts";
import { givenJob, makeScalar, makeSpecVersion, SINGLE_RUN } from "../../support/specs/spec-jobs.ts";

const it = suite("a job from a spec version");

it("needs at least one variable to vary, unless it is a Single Run", () => {
  const variables = [makeScalar("a", { fixed: true })];
  assert.equal(checkSpecJob(makeSpecVersion({ variables }), givenJob()).errors, {
    variables: [MESSAGES.nothingVaries],
  });
  assert.equal(checkSpecJob(makeSpecVersion({ variables }), givenJob(SINGLE_RUN)).errors, {});
});

it("needs a score function of its objective and each of its inputs where a score guides it", () => {
  const spec = makeSpecVersion();
  const searching: Partial<CreateSpecJobBody> = {
    objective: "Optimization",
    resources: { type: "servers", servers: [{ id: 1 }] },
  };
  const findErrors = (score_function: CreateSpecJobBody["score_function"], objective = searching) =>
    checkSpecJob(spec, givenJob({ ...objective, score_function })).errors;
  assert.equal(findErrors(null), { score_function: ["Score function is required"] });
  assert.equal(findErrors({ name: "Match" }), {
    "score_function.inputs.output": ["An output is required"],
    "score_function.inputs.curve": ["An output is required"],
    "score_function.inputs.target": ["A file is required"],
  });
  const inputs = {
    output: { type: "Output Scalar", output_name: "bode" },
    curve: { type: "Output Vector", output_name: "bode" },
    target: { type: "File", file_id: "f" },
  } as const;
  assert.equal(
    findErrors({ name: "Match", inputs }),
    { "score_function.inputs.output": ["An output is required"] },
    "a curve is no Scalar",
  );
  const allInputs = { ...inputs, output: { type: "Output Scalar", output_name: "gain" } } as const;
  assert.equal(findErrors({ name: "Match", inputs: allInputs }), {});
  assert.equal(givenScoreInput.parse({ type: "Scalar" }), { type: "Scalar", value: 0 });
  const outOfSpec = givenJob({
    ...searching,
    objective: "Out of Spec",
    score_function: { name: "Match", inputs: allInputs },
  });
  assert.equal(checkSpecJob(spec, outOfSpec).errors, { score_function: ["Score function is required"] });
});

it("says where its simulations run, in the field of its objective", () => {
  const findErrors = (fields: Partial<CreateSpecJobBody>) =>
    checkSpecJob(makeSpecVersion(), givenJob(fields)).errors;
  const required = [MESSAGES.resourceRequired];
  assert.equal(findErrors({ simulation_resources: null }), { simulation_resources: required });
  assert.equal(findErrors({ simulation_resources: { type: "emulator" } }), {
    simulation_resources: required,
  });
  assert.equal(findErrors({ ...SINGLE_RUN, resource: null }), { resource: required });
  assert.equal(findErrors({ ...SINGLE_RUN, resource: { type: "emulator" } }), {
    resource: [MESSAGES.emulatorJobRequired],
  });
  assert.equal(findErrors({ simulation_resources: { type: "servers", servers: [{ id: 1 }, { id: 1 }] } }), {
    simulation_resources: [MESSAGES.resourceTwice],
  });
});

it("takes no extra data for a Single Run", () => {
  const { errors } = checkSpecJob(makeSpecVersion(), givenJob({ ...SINGLE_RUN, extra_data_file_id: "f" }));
  assert.equal(errors, { extra_data_file_id: [MESSAGES.noExtraData] });
});

it("keeps its settings within their limits", () => {
  const fields = (changes: object) => {
    const parsed = createSpecJobBody.safeParse({ ...givenJob(), ...changes });
    return parsed.success
      ? []
      : parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  };
  const bounds: [string, number, number, string][] = [
    ["maximum_simulations", 16, 1_000_000, "Must be from 16 to 1,000,000"],
    ["num_walkers", 4, 1000, "Must be from 4 to 1,000"],
    ["stretch_probability", 0, 1, "Must be from 0 to 1"],
  ];
  for (const [name, low, high, text] of bounds) {
    assert.equal([...fields({ [name]: low }), ...fields({ [name]: high })], []);
    assert.equal(
      [low - 1, high + 1].flatMap((value) => fields({ [name]: value })),
      Array(2).fill(`${name}: ${text}`),
    );
  }
  assert.equal(fields({ maximum_simulations: 16.5 }), ["maximum_simulations: Must be a whole number"]);
  const servers = { type: "servers", servers: [{ id: 1, concurrent_simulations: 0 }] };
  assert.equal(fields({ resources: servers }), [
    "resources.servers.0.concurrent_simulations: Must be from 1 to 1,000",
  ]);
  const job = givenJob();
  assert.equal(
    [job.maximum_simulations, job.warm_start, job.num_walkers, job.stretch_probability],
    [100, false, null, 0.5],
  );
});

it("walks with twice as many walkers as it varies variables, within the limits", () => {
  assert.equal([0, 1, 2, 3, 499, 500, 900].map(defaultWalkers), [4, 4, 4, 6, 998, 1000, 1000]);
});
