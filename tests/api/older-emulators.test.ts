/** Verdicts of emulators that were stored before the platform stored them, while emulators cannot be read at once. */
import { type PredictionService, PredictionUnavailable } from "@understudy/engine/prediction/prediction.ts";
import { judgeOlderEmulators } from "@understudy/server/commands/jobs/emulator-quality.ts";
import { MongoNetworkError } from "mongodb";
import { assert, rejects, suite } from "../harness.ts";
import { makeJob } from "../support/factories.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";

const it = suite("an emulator from before verdicts were stored");
const platform = await openTestPlatform();
const { jobs } = platform.store;
const never = new AbortController().signal;
const QUICK_ATTEMPTS = { pauseMs: 1, maxAttempts: 3 };

/** A service that refuses the first readings of each emulator that `refusals` names by the id of its job. */
function createPredictions(refusals: ReadonlyMap<number, number>): PredictionService {
  const left = new Map(refusals);
  return {
    describe: async ({ key }) => {
      const id = Number.parseInt(key, 10);
      const count = left.get(id) ?? 0;
      left.set(id, count - 1);
      if (count > 0) throw new PredictionUnavailable("The prediction failed. Please try again.");
      return { inputs: [], outputs: [] };
    },
    isLoaded: () => true,
    predict: () => Promise.reject(new Error("This test predicts nothing.")),
    close: async () => {},
  };
}

const storeOlderJob = async () =>
  await jobs.insert(
    makeJob({
      _id: await platform.store.nextId("jobs"),
      status: "Complete",
      emulator_version: 1,
      emulator_file: "emulators/a.emulator",
    }),
  );
const readQuality = async (id: number) => (await jobs.findOne({ _id: id }))?.emulator_quality;

it("gets its verdict although it cannot be read for a while, and one that never can keeps no other from it", async () => {
  const first = await storeOlderJob();
  const slow = await storeOlderJob();
  const unreadable = await storeOlderJob();
  const predictions = createPredictions(
    new Map([
      [slow._id, 2],
      [unreadable._id, Number.POSITIVE_INFINITY],
    ]),
  );
  await judgeOlderEmulators({ ...platform, predictions }, never, QUICK_ATTEMPTS);
  assert.is((await readQuality(first._id))?.validation_rows, 0);
  assert.is((await readQuality(slow._id))?.validation_rows, 0);
  assert.is(await readQuality(unreadable._id), null);
});

it("is left for the next try where the database does not answer", async () => {
  const job = await storeOlderJob();
  const unansweringJobs = new Proxy(jobs, {
    get: (collection, name) =>
      name === "findOne"
        ? () => Promise.reject(new MongoNetworkError("The connection was closed."))
        : name === "find"
          ? collection.find.bind(collection)
          : undefined,
  });
  const reading = {
    ...platform,
    store: { ...platform.store, jobs: unansweringJobs },
    predictions: createPredictions(new Map()),
  };
  await rejects(judgeOlderEmulators(reading, never, QUICK_ATTEMPTS), /connection was closed/);
  await judgeOlderEmulators(
    { ...platform, predictions: createPredictions(new Map()) },
    never,
    QUICK_ATTEMPTS,
  );
  assert.is((await readQuality(job._id))?.validation_rows, 0);
});
