/** The limits of requests: the time that one may take, and the number that may wait. */
import { createAdmission, measureRequest } from "@understudy/engine/prediction/admission.ts";
import { PredictionUnavailable } from "@understudy/engine/prediction/prediction.ts";
import { createPredictionService } from "@understudy/engine/prediction/prediction-service.ts";
import { whileAdvancing } from "@understudy/engine/prediction/while-advancing.ts";
import { assert, rejects, suite } from "../../../harness.ts";
import { continuous, functionEmulator } from "../../../support/engine/function-emulators.ts";

const DEADLINE_MS = 600;
const makeLimits = (deadline: number) => ({ deadline, closing: new AbortController().signal });
const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve));

const time = suite("the time a request may take");

time("has no end while it advances", async () => {
  const begun = performance.now();
  const answer = await whileAdvancing(makeLimits(DEADLINE_MS), async (_, advanced) => {
    while (performance.now() - begun < 2 * DEADLINE_MS) {
      await turnOfTheLoop();
      advanced();
    }
    return "answered";
  });
  assert.is(answer, "answered");
});

time("ends, and its work with it, where it does not advance", async () => {
  const signals: AbortSignal[] = [];
  const never = whileAdvancing(makeLimits(1), (signal) => {
    signals.push(signal);
    return new Promise(() => {});
  });
  assert.instance(await rejects(never, /took too long/), PredictionUnavailable);
  assert.equal(
    signals.map(({ aborted }) => aborted),
    [true],
  );
});

const crowd = suite("the requests that wait");

const singlePoint = { points: 1, values: 1 };

crowd("are refused beyond a number, until one of them has been answered", () => {
  const { admit } = createAdmission({ maxRequests: 2, maxPoints: 1e9, maxValues: 1e9 });
  const release = admit(singlePoint);
  admit(singlePoint);
  assert.throws(() => admit(singlePoint), /Too many predictions are waiting/);
  release();
  admit(singlePoint);
});

crowd("may have so many points and values together, which keeps nobody from asking for a few", () => {
  const many = { points: 600, values: 600 };
  const wide = { points: 1, values: 40_000 };
  const { admit } = createAdmission({ maxRequests: 100, maxPoints: 1_000, maxValues: 50_000 });
  const release = admit({ points: 5_000, values: 5_000 });
  assert.throws(() => admit(many), /Too many/);
  admit({ points: 256, values: 20_000 });
  admit(singlePoint);
  release();
  admit(many);
  assert.throws(() => admit(many), /Too many/);
  admit(wide);
  assert.throws(() => admit(wide), /Too many/);
});

crowd("are as large as the outputs and the coordinates that they ask for", () => {
  const { outputs } = functionEmulator([continuous("x")], () => Array.from({ length: 200 }, () => 0));
  const description = { inputs: [], outputs };
  const request = { key: "k", path: "", points: new Float64Array(3), count: 3 };
  assert.equal(measureRequest(request, description), { points: 3, values: 600 });
  assert.equal(measureRequest({ ...request, outputs: [] }, description).values, 0);
  const coordinates = { y: new Float64Array(2_000) };
  assert.equal(measureRequest({ ...request, coordinates }, description).values, 6_000);
  assert.equal(measureRequest(request, null), { points: 3, values: 0 });
});

crowd("count no more once they failed, or whoever asked has left", async () => {
  const program = new URL("../../../support/prediction/hanging-worker.ts", import.meta.url);
  const limits = { maxRequests: 1, maxPoints: 10, maxValues: 10 };
  const times = { deadline: 10_000, timeLimitMs: 10_000 };
  const service = createPredictionService({ ...times, workers: 1, memory: 1e9, limits, program });
  const request = { key: "hangs at load", path: "", points: new Float64Array(1), count: 1 };
  for (let visit = 0; visit < 3; visit++) {
    const departure = new AbortController();
    const left = rejects(service.predict(request, departure.signal), /has left/);
    assert.instance(await rejects(service.predict(request), /Too many/), PredictionUnavailable);
    departure.abort(new Error("The person has left."));
    await left;
  }
  await service.close();
});
