/** How long a request may take, and how many may wait. */
import { createAdmission } from "../../engine/prediction/admission.ts";
import { PredictionUnavailable } from "../../engine/prediction/prediction.ts";
import { createPredictionService } from "../../engine/prediction/prediction-service.ts";
import { whileAdvancing } from "../../engine/prediction/while-advancing.ts";
import { assert, rejects, suite } from "../harness.ts";

const DEADLINE = 600;
const limitsOf = (deadline: number) => ({ deadline, closing: new AbortController().signal });
const turnOfTheLoop = () => new Promise((resolve) => setImmediate(resolve));

const time = suite("the time a request may take");

time("has no end while it advances", async () => {
  const begun = performance.now();
  const answer = await whileAdvancing(limitsOf(DEADLINE), async (_, advanced) => {
    while (performance.now() - begun < 2 * DEADLINE) {
      await turnOfTheLoop();
      advanced();
    }
    return "answered";
  });
  assert.is(answer, "answered");
});

time("ends, and its work with it, where it does not advance", async () => {
  const signals: AbortSignal[] = [];
  const never = whileAdvancing(limitsOf(1), (signal) => {
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

crowd("are refused beyond a number, until one of them has been answered", () => {
  const { admit } = createAdmission({ mostRequests: 2, mostPoints: 1e9 });
  const release = admit(1);
  admit(1);
  assert.throws(() => admit(1), /Too many predictions are waiting/);
  release();
  admit(1);
});

crowd("may have so many points together, which keeps nobody from asking for a few", () => {
  const { admit } = createAdmission({ mostRequests: 100, mostPoints: 1_000 });
  const release = admit(5_000);
  assert.throws(() => admit(257), /Too many/);
  admit(256);
  admit(1);
  release();
  admit(600);
  admit(400);
  assert.throws(() => admit(300), /Too many/);
});

crowd("count no more once they failed, or whoever asked has left", async () => {
  const program = new URL("../prediction/hanging-worker.ts", import.meta.url);
  const limits = { deadline: 10_000, patience: 10_000, mostRequests: 1, mostPoints: 10 };
  const service = createPredictionService({ ...limits, workers: 1, memory: 1e9, program });
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
