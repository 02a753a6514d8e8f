/** Focus regions of a job from files, from what is saved to what its emulator answers. */
import { assert, suite } from "../harness.ts";
import {
  configureAndTrain,
  createJob,
  FREQUENCIES,
  outputs,
  owner,
  parameters,
  predict,
  statusBecomes,
} from "../support/api/file-jobs.ts";

const it = suite("focus regions", { timeout: 120_000 });

it("decide where along the coordinate the emulator answers", async () => {
  const job_id = await createJob(parameters, outputs);
  await statusBecomes(owner, job_id, "Awaiting Configuration");
  const regions = [{ range: [2, 4] as [number, number], number_of_sections: 6 }];
  const saved = await owner.call("updateFocusRegions", { params: { job_id }, body: { regions } });
  assert.equal(saved, { regions, max_sections: FREQUENCIES.length - 1 });
  await configureAndTrain(job_id);
  await statusBecomes(owner, job_id, "Complete");
  const { response } = (await predict(job_id, { outputs: ["response"] })).outputs;
  const places = response?.coordinate_values?.map((value) => Number(value.toFixed(9)));
  const inside = [2, 2.333333333, 2.666666667, 3, 3.333333333, 3.666666667, 4];
  assert.equal(places, [1, ...inside, 5, 6, 7, 8]);
});
