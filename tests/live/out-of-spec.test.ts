/** Designs that an emulator predicts out of spec, created over HTTP, verified by a real worker client that runs them as processes. */
import { assert, eventually, suite } from "../harness.ts";
import { addPerson, logInAdmin } from "../support/api/people.ts";
import { startClientHere } from "../support/live/client-here.ts";
import { storeTinyJob } from "../support/live/worker-client.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";
import { storeTrainedSpecJob } from "../support/specs/trained-spec-job.ts";

const server = await startTestServer();
await startTestRunner(server.config);
const platform = await openTestPlatform(server.config);
const ada = await addPerson(await logInAdmin(server));
const { client_key: key } = await ada.call("getWorkerClientKey");

/** By this much the model gives more than the emulator was trained on. */
const MODEL_BIAS = 0.15;
const BIASED_MODEL = `
  const sum = Math.sin(3 * x) + y * y + ${MODEL_BIAS};
  writeFileSync("outputs.json", JSON.stringify({ sum, decay: [1, 1, 1] }));
  process.exit(0);
`;
const [LOWER, UPPER] = [0.1, 1.5];

const it = suite("predicted failures that a connected server verifies", { timeout: 240_000 });
it("correct the emulator, and tell its false alarms and misses", async () => {
  const client = await startClientHere({ url: server.url, key, name: "farm", concurrency: 4 });
  const { job } = await storeTinyJob(platform, {
    owner: ada,
    resourceId: client.resourceId,
    count: 0,
    before: BIASED_MODEL,
  });
  const creator = { id: ada.id, name: ada.name };
  const trained = await storeTrainedSpecJob(platform, { creator, spec_id: job.spec_id });
  const { id } = await ada.call("createSpecJob", {
    params: { spec_version_id: job.spec_version_id ?? 0 },
    body: {
      name: "Where the sum fails",
      objective: "Out of Spec",
      maximum_simulations: 60,
      emulator_job_id: trained._id,
      score_function: {
        name: "Within limits",
        inputs: {
          output: { type: "Output Scalar", output_name: "sum" },
          lower: { type: "Scalar", value: LOWER },
          upper: { type: "Scalar", value: UPPER },
        },
      },
      resources: { type: "servers", servers: [{ id: client.resourceId, concurrent_simulations: 4 }] },
    },
  });
  const params = { job_id: id };
  const statuses = new Set<string>();
  await eventually(
    "its end",
    async () => {
      const { status, error } = await ada.call("getJob", { params });
      if (error !== null) throw new Error(error);
      statuses.add(status);
      return status === "Complete";
    },
    200_000,
  );
  assert.ok(statuses.has("Verifying"), [...statuses].join());
  const { is_verified, false_alarms, shares, regions, emulator, points } = await ada.call("getOutOfSpec", {
    params,
  });
  assert.equal([is_verified, emulator?.job_id], [true, trained._id]);
  const { items, total_count } = await ada.call("listSimulations", { params, query: { page_size: 200 } });
  const of = (predicted: boolean, fails: boolean) =>
    items.filter(({ outputs, in_spec }) => {
      // The emulator is all but exact for the sum without the bias.
      const emulated = Number(outputs?.sum?.value) - MODEL_BIAS;
      return (emulated < LOWER || emulated > UPPER) === predicted && in_spec === !fails;
    }).length;
  assert.ok(items.every((row) => row.verified_in_or_out_of_spec && row.resource?.name === "farm"));
  assert.is(items.length, total_count);
  const counts = [of(true, true), of(true, false), of(false, true), of(false, false)];
  const reported = false_alarms ?? { confirmed: 0, false_alarms: 0, misses: 0, confirmed_in_spec: 0 };
  const toldCounts = [reported.confirmed, reported.false_alarms, reported.misses, reported.confirmed_in_spec];
  const difference = counts.reduce((sum, count, i) => sum + Math.abs(count - (toldCounts[i] ?? 0)), 0);
  assert.ok(difference <= 4, `${toldCounts} told, ${counts} counted`);
  assert.ok(reported.false_alarms > 0 && reported.misses > 0, `${toldCounts}`);
  const share = Number(shares?.predicted.value);
  assert.ok(
    Math.abs(share / shareOutOfSpec(MODEL_BIAS) - 1) < 0.1,
    `${share} of ${shareOutOfSpec(MODEL_BIAS)}`,
  );
  assert.ok(Math.abs(share / shareOutOfSpec(0) - 1) > 0.1, "the emulator alone was wrong");
  assert.ok(Number(regions[0]?.confirmed) > 0);
  assert.ok(points.some((point) => point.class === "out-of-spec-unverified"));
});

function shareOutOfSpec(bias: number): number {
  let failing = 0;
  const side = 500;
  for (let i = 0; i < side; i++) {
    for (let j = 0; j < side; j++) {
      const sum = Math.sin((3 * (i + 0.5)) / side) + ((j + 0.5) / side) ** 2 + bias;
      if (sum < LOWER || sum > UPPER) failing++;
    }
  }
  return failing / side ** 2;
}
