/** A prediction service shares its threads among many requests. */
import { part, sharers } from "@understudy/engine/prediction/merging.ts";
import { createPredictionService } from "@understudy/engine/prediction/prediction-service.ts";
import { assert, suite } from "../../../harness.ts";
import {
  ample,
  emulator,
  firstFile,
  measureDifference,
  point,
  ROUNDING_TOLERANCE,
} from "../../../support/prediction/served-emulator.ts";

const it = suite("the queue of the prediction service");

it("answers many points in the end, however many ask for one meanwhile", async () => {
  const service = createPredictionService({ ...ample, workers: 1 });
  await service.describe(firstFile);
  const count = 3_000;
  let isOver = false;
  const list = { ...firstFile, points: new Float64Array(2 * count).fill(0.5), count };
  const long = service.predict(list).finally(() => {
    isOver = true;
  });
  const impatient = Array.from({ length: 4 }, async () => {
    while (!isOver) await service.predict({ ...firstFile, ...point(0.5) });
  });
  assert.is((await long).outputs.get("y")?.mean.length, count);
  await Promise.all(impatient);
  await service.close();
});

it("never holds up the caller's event loop", async () => {
  const service = createPredictionService(ample);
  await service.describe(firstFile);
  const count = 100_000;
  const longRequest = service.predict({
    ...firstFile,
    points: new Float64Array(2 * count).fill(0.5),
    count,
    outputs: ["y"],
  });
  let turns = 0;
  let done = false;
  const settled = longRequest.finally(() => {
    done = true;
  });
  while (!done) {
    turns += 1;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  assert.is((await settled).outputs.get("y")?.mean.length, count);
  assert.ok(turns > 3, `${turns}`);
  await service.close();
});

it("answers a long list slice by slice, and whoever asks for one point before the rest of it", async () => {
  const service = createPredictionService({ ...ample, workers: 1 });
  await service.describe(firstFile);
  const count = 50_000;
  const points = Float64Array.from({ length: 2 * count }, (_, i) => (i % 101) / 50);
  let isOver = false;
  const long = service.predict({ ...firstFile, points, count, extrapolation: true }).finally(() => {
    isOver = true;
  });
  await service.predict({ ...firstFile, ...point(0.5) });
  assert.is(isOver, false);
  const { outputs, extrapolation } = await long;
  for (const [name, { mean, lower, upper }] of emulator.predict(points, count)) {
    const answered = outputs.get(name);
    assert.ok(answered !== undefined && measureDifference(answered.mean, mean) < ROUNDING_TOLERANCE);
    assert.ok(
      measureDifference(answered.lower, lower) < ROUNDING_TOLERANCE &&
        measureDifference(answered.upper, upper) < ROUNDING_TOLERANCE,
    );
  }
  assert.equal(extrapolation, emulator.extrapolation(points, count));
  await service.close();
});

it("merges only requests for the same emulator, outputs and coordinates", () => {
  const request = { ...firstFile, ...point(0.5) };
  const curve = { coordinates: { curve: Float64Array.of(1, 2) } };
  const waiting = [
    request,
    { ...request, ...point(0.7) },
    { ...request, key: "two" },
    { ...request, outputs: ["y"] },
    { ...request, ...curve },
    { ...request, points: Float64Array.of(1), count: 1 },
    { ...request, points: new Float64Array(9000), count: 4500 },
  ];
  assert.equal(sharers(waiting), [0, 1]);
  assert.equal(sharers(waiting.slice(4)), [0]);
  const answer = {
    coordinates: Float64Array.of(0, 1),
    mean: Float64Array.of(1, 2, 3, 4),
    lower: Float64Array.of(1, 2, 3, 4),
    upper: Float64Array.of(1, 2, 3, 4),
    coefficientsOfDetermination: Float64Array.of(1, 1),
  };
  assert.equal(sharers([request, { ...request, extrapolation: true }]), [0]);
  const extrapolation = { inputs: Uint8Array.of(0, 1, 1, 0), far: Uint8Array.of(0, 1) };
  const second = part({ outputs: [["curve", answer]], extrapolation }, 1, 1, 2);
  assert.equal(second.outputs.get("curve")?.mean, Float64Array.of(3, 4));
  assert.equal(second.extrapolation, { inputs: Uint8Array.of(1, 0), far: Uint8Array.of(1) });
});
