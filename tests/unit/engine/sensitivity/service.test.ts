import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createRandom } from "@understudy/engine/math/random.ts";
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import { restoreEmulator } from "@understudy/engine/models/ensemble/restore.ts";
import { createPredictionService } from "@understudy/engine/prediction/prediction-service.ts";
import { SensitivityService } from "@understudy/engine/prediction/sensitivity-service.ts";
import { estimateSensitivity, type OutputSensitivity } from "@understudy/engine/sensitivity/sensitivity.ts";
import { train } from "@understudy/engine/training/train.ts";
import { assert, rejects, suite } from "../../../harness.ts";
import { temporaryFolder } from "../../../support/cleanup.ts";
import { drawValidationRows, finish, syntheticTable } from "../../../support/engine/tables.ts";

const it = suite("the sensitivity service");

const table = syntheticTable(60, 2, {
  y: ([a = 0, b = 0]) => 3 * a + b,
  curve: ([a = 0, b = 0]) => Array.from({ length: 11 }, (_, i) => a * i + b * (10 - i)),
});
const work = train(
  table,
  { effort: "quick", validationRows: drawValidationRows(table) },
  { random: createRandom(1), clock: () => 0 },
);
const bytes = (await finish(work)).emulator.serialise();
const file = { key: "one", path: join(temporaryFolder("sensitivity"), "one") };
writeFileSync(file.path, bytes);

const quick = { timeLimitMs: 60_000, idleMs: 60_000, options: { maxEvaluations: 2000 } };
/** Never precise enough: such an analysis ends only when it is ended. */
const endless = {
  ...quick,
  options: { tolerance: -1, maxEvaluations: Number.POSITIVE_INFINITY },
};

function here(output: string): OutputSensitivity {
  return runToEnd(
    estimateSensitivity(restoreEmulator(bytes), output, quick.options, {
      random: createRandom(1),
      clock: () => 0,
    }),
  );
}

it("finds what is found in the same thread, once however many ask", async () => {
  const service = new SensitivityService(quick);
  const [y, curve, again] = await Promise.all(
    ["y", "curve", "y"].map((output) => service.analyze(file, output)),
  );
  assert.equal(y, here("y"));
  assert.equal(curve, here("curve"));
  assert.ok(again === y && (await service.analyze(file, "y")) === y);
  const [a = 0, b = 0] = y?.inputs.map(({ total }) => total.value) ?? [];
  assert.ok(Math.abs(a - 0.9) < 0.05 && Math.abs(b - 0.1) < 0.05, `${a} ${b}`);
  await service.close();
});

it("says so when there is nothing to study", async () => {
  const service = new SensitivityService(quick);
  await rejects(service.analyze(file, "z"), /no output named “z”/);
  await rejects(service.analyze({ key: "gone", path: `${file.path}.gone` }, "y"), /could not be read/);
  await service.close();
});

it("gives up what nobody waits for, and begins anew when somebody asks later", async () => {
  const service = new SensitivityService({ ...endless, idleMs: 1 });
  const outcomes = await Promise.allSettled(["y", "curve"].map((output) => service.analyze(file, output)));
  for (const outcome of outcomes) {
    assert.match(outcome.status === "rejected" ? outcome.reason.message : "", /Nobody was waiting/);
  }
  await rejects(service.analyze(file, "y"), /Nobody was waiting/);
  await service.close();
});

it("keeps to its deadline, and goes on with what waits", async () => {
  const service = new SensitivityService({ ...endless, timeLimitMs: 1 });
  const studies = ["y", "curve"].map((output) => rejects(service.analyze(file, output), /took too long/));
  await Promise.all(studies);
  await service.close();
});

it("lets predictions pass while it is at work, and leaves nobody waiting when it closes", async () => {
  const service = new SensitivityService(endless);
  const predictions = createPredictionService({
    workers: 1,
    memory: 1e9,
    deadline: 10_000,
    timeLimitMs: 10_000,
    limits: { maxRequests: 10, maxPoints: 1_000, maxValues: 1_000 },
  });
  const studies = ["y", "curve"].map((output) => rejects(service.analyze(file, output), /shutting down/));
  const answer = await predictions.predict({ ...file, points: Float64Array.of(0.5, 0.5), count: 1 });
  assert.equal([...answer.outputs.keys()], ["y", "curve"]);
  await service.close();
  await Promise.all(studies);
  await rejects(service.analyze(file, "y"), /shutting down/);
  await predictions.close();
});
