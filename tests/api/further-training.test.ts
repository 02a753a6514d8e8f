/** The effect of a further training of a job on its emulator. */
import { assert, suite } from "../harness.ts";
import { createJob, owner, parameters, rows, statusBecomes, store } from "../support/api/file-jobs.ts";

const further = suite("a further training", { timeout: 180_000 });
further("keeps the better of two emulators with the same request, and reports it", async () => {
  const wavy = rows.map(({ x, y, steps }) => Math.sin(40 * x) * Math.cos(50 * y) + steps * x);
  const id = await createJob(parameters, `wave,line\n${wavy.map((wave, i) => `${wave},${i}`).join("\n")}\n`);
  const of = { params: { job_id: id } };
  await statusBecomes(owner, id, "Awaiting Configuration");
  await owner.call("startTraining", { ...of, body: { train_on: "platform", effort: "quick" } });
  const before = await statusBecomes(owner, id, "Complete");
  assert.is(before.emulator_quality?.change, null);
  assert.is.not(before.emulator_verdict, null);
  // As if the emulator were better than any training of these rows makes one.
  const storedQuality = (await store.jobs.findOne({ _id: id }))?.emulator_quality;
  if (storedQuality == null) throw new Error("no quality was stored");
  const outputs = storedQuality.outputs.map((output) => ({ ...output, coefficient_of_determination: 1 }));
  await store.jobs.update({ _id: id }, { emulator_quality: { ...storedQuality, outputs } });
  await owner.call("resumeJob", of);
  const job = await statusBecomes(owner, id, "Complete");
  assert.is(job.emulator_version, before.emulator_version);
  assert.is(job.emulator_quality?.change?.kept, true);
  assert.is((await owner.call("predict", { ...of, body: {} })).emulator_version, before.emulator_version);

  // Pages may not change it any more.
  await store.jobs.update({ _id: id }, { focus_regions: [{ range: [0, 0.5], number_of_sections: 1 }] });
  await owner.call("resumeJob", of);
  const replaced = await statusBecomes(owner, id, "Complete");
  assert.is(replaced.emulator_version, before.emulator_version + 1);
  assert.is(replaced.emulator_quality?.change?.kept, false);
  assert.is(replaced.emulator_quality?.change?.outputs[0]?.before, 1);
});
