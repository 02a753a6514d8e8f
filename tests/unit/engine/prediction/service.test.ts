import { createPredictionService } from "@understudy/engine/prediction/prediction-service.ts";
import { assert, rejects, suite } from "../../../harness.ts";
import {
  ample,
  emulator,
  files,
  firstFile,
  point,
  ROUNDING_TOLERANCE,
} from "../../../support/prediction/served-emulator.ts";

const it = suite("the prediction service");

it("answers what the emulator itself would", async () => {
  const service = createPredictionService(ample);
  const points = Float64Array.of(0.1, 0.2, 0.3, 0.4);
  const { outputs: answer, extrapolation } = await service.predict({ ...firstFile, points, count: 2 });
  assert.is(extrapolation, null);
  const expected = emulator.predict(points, 2);
  assert.equal([...answer.keys()], ["y", "curve"]);
  for (const [name, { mean, lower, upper }] of expected) {
    const answered = answer.get(name);
    assert.equal([answered?.mean, answered?.lower, answered?.upper], [mean, lower, upper]);
  }
  const { inputs, outputs } = await service.describe(firstFile);
  assert.equal([inputs, outputs], [emulator.inputs, emulator.outputs]);
  await service.close();
});

it("gives only the outputs asked for, curves at the coordinates asked for", async () => {
  const service = createPredictionService(ample);
  const coordinates = { curve: Float64Array.of(0, 2.5, 10) };
  const request = { ...firstFile, ...point(0.3), outputs: ["curve"], coordinates };
  const { outputs: answer } = await service.predict(request);
  const curve = answer.get("curve");
  assert.is(answer.size, 1);
  assert.equal(curve?.coordinates, coordinates.curve);
  assert.is(curve?.coefficientsOfDetermination.length, 3);
  const knots = emulator.predict(Float64Array.of(0.3, 0.5), 1, ["curve"]).get("curve")?.mean;
  assert.is(curve?.mean[0], knots?.[0]);
  assert.is(curve?.mean[2], knots?.[10]);
  assert.ok(Math.abs((curve?.mean[1] ?? 0) - Math.sin(0.3 + 2.5 / 3)) < 0.05);
  await service.close();
});

it("answers for rows that the emulator was fitted to with what models predict without them", async () => {
  const service = createPredictionService(ample);
  const { rows: storedRows = new Int32Array(), mean: stored = [] } = emulator.outOfSample("y") ?? {};
  assert.ok(storedRows.length > 1);
  // So many points are evaluated in slices; other rows have no stored predictions.
  const count = 600;
  const rows = Int32Array.from(
    { length: count },
    (_, at) => (at % 2 === 0 ? storedRows[at % storedRows.length] : -1) ?? -1,
  );
  const points = new Float64Array(2 * count).fill(0.5);
  const request = { ...firstFile, points, count, outputs: ["y"] };
  const [answer, plain] = await Promise.all([
    service.predict({ ...request, rows }),
    service.predict(request),
  ]);
  const ownMean = emulator.predict(points.subarray(0, 2), 1).get("y")?.mean[0] ?? Number.NaN;
  const expected = Array.from(rows, (row) =>
    row < 0 ? ownMean : (stored[storedRows.indexOf(row)] ?? Number.NaN),
  );
  answer.outputs.get("y")?.mean.forEach((mean, at) => {
    assert.ok(Math.abs(mean - (expected[at] ?? Number.NaN)) < ROUNDING_TOLERANCE, `${at}: ${mean}`);
  });
  assert.ok(plain.outputs.get("y")?.mean.every((mean) => Math.abs(mean - ownMean) < ROUNDING_TOLERANCE));
  await service.close();
});

it("keeps the answers of many requests apart", async () => {
  const service = createPredictionService(ample);
  const values = Array.from({ length: 200 }, (_, i) => i / 200);
  const answers = await Promise.all(
    values.map((a, i) => service.predict({ ...(files[i % 3] ?? firstFile), ...point(a), outputs: ["y"] })),
  );
  answers.forEach((answer, i) => {
    const expected = emulator.predict(Float64Array.of(values[i] ?? 0, 0.5), 1).get("y")?.mean[0] ?? 0;
    assert.ok(Math.abs((answer.outputs.get("y")?.mean[0] ?? Number.NaN) - expected) < ROUNDING_TOLERANCE);
  });
  await service.close();
});

it("says on request where each of the points that share an evaluation leaves the training data", async () => {
  const service = createPredictionService({ ...ample, workers: 1 });
  await service.describe(firstFile);
  const request = { ...firstFile, outputs: ["y"], extrapolation: true };
  const [inside, outside] = await Promise.all([
    service.predict({ ...request, ...point(0.5) }),
    service.predict({ ...request, ...point(0.5, 40) }),
  ]);
  assert.equal(inside.extrapolation?.inputs, Uint8Array.of(0, 0));
  assert.equal(outside.extrapolation?.inputs, Uint8Array.of(0, 1));
  await service.close();
});

it("refuses a bad point without failing those evaluated with it", async () => {
  const service = createPredictionService({ ...ample, workers: 1 });
  await service.describe(firstFile);
  const outcomes = await Promise.allSettled(
    [0.1, 0.2, Number.NaN, 0.4, 0.5].map((a) => service.predict({ ...firstFile, ...point(a) })),
  );
  assert.equal(
    outcomes.map(({ status }) => status),
    ["fulfilled", "fulfilled", "rejected", "fulfilled", "fulfilled"],
  );
  await rejects(service.predict({ ...firstFile, ...point(Number.NaN) }), /“a” is not a number/);
  await rejects(service.predict({ ...firstFile, points: Float64Array.of(1), count: 1 }), /needs 2 values/);
  await service.close();
});
