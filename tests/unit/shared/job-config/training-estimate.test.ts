/** The expected duration of a training, and its text. */

import { CROSS_VALIDATED_ROWS, countTrainingRows } from "@understudy/shared/domain/cross-validation.ts";
import { trainingEffort } from "@understudy/shared/domain/job.ts";
import { MAX_WALL_RATIO, TRAINING_SECONDS } from "@understudy/shared/domain/training-effort.ts";
import {
  estimateText,
  estimateTraining,
  MAX_OUTPUT_SETS,
  trainingSize,
} from "@understudy/shared/job-config/training-estimate.ts";
import { assert, suite } from "../../../harness.ts";
import { makeConfig, makeOutput } from "../../../support/factories.ts";

const it = suite("the estimate of a training");
const HEATING_SIZE = { rows: 614, inputs: 8, outputs: [1, 1] };

it("is near what trainings took", () => {
  // CPU seconds that were measured (tests/bench/results/accuracy-runs.json), as one core would take by the clock.
  const measured = [
    [HEATING_SIZE, "standard", 17.5],
    [{ rows: 796, inputs: 6, outputs: [1, 1] }, "standard", 18.7],
    [{ rows: 880, inputs: 27, outputs: [1, 1, 1, 1, 1, 1, 1] }, "standard", 90],
    [{ rows: 40, inputs: 2, outputs: [2500] }, "standard", 3.7],
    [{ rows: 12_064, inputs: 4, outputs: [1, 1, 1] }, "standard", 48.4],
    [HEATING_SIZE, "quick", 11.1],
    [HEATING_SIZE, "thorough", 34.5],
  ] as const;
  for (const [size, effort, seconds] of measured) {
    const expectedSeconds = estimateTraining(size, effort, 1).likely;
    assert.ok(
      expectedSeconds / seconds > 0.5 && expectedSeconds / seconds < 2,
      `${JSON.stringify(size)}: ${expectedSeconds}`,
    );
  }
});

it("grows with the rows, the inputs, the outputs and the effort, and is less with more cores", () => {
  const estimateLikely = (size: typeof HEATING_SIZE, effort: "quick" | "standard" = "quick", cores = 2) =>
    estimateTraining(size, effort, cores).likely;
  const least = estimateLikely(HEATING_SIZE);
  assert.ok(estimateLikely({ ...HEATING_SIZE, rows: 1200 }) > least);
  assert.ok(estimateLikely({ ...HEATING_SIZE, inputs: 20 }) > least);
  assert.ok(estimateLikely({ ...HEATING_SIZE, outputs: [1, 1, 21] }) > least);
  assert.ok(estimateLikely(HEATING_SIZE, "standard") > least);
  assert.ok(estimateLikely(HEATING_SIZE, "quick", 8) < least);
});

it("counts each set of outputs that other rows define, and no more sets than are trained", () => {
  const estimateSeconds = (size: Parameters<typeof estimateTraining>[0]) =>
    estimateTraining(size, "quick", 2).likely;
  const [first, second] = [
    { rows: 480, outputs: [1, 1] },
    { rows: 240, outputs: [1] },
  ] as const;
  const both = estimateSeconds({ ...first, inputs: 8, furtherSets: [second] });
  const around = estimateSeconds({ rows: 1, inputs: 1, outputs: [] });
  const sum = estimateSeconds({ ...first, inputs: 8 }) + estimateSeconds({ ...second, inputs: 8 });
  assert.ok(both < sum && both > sum - 1.1 * around, `${both} of ${sum}`);

  const names = Array.from({ length: 12 }, (_, at) => `y${at}`);
  const config = makeConfig({
    outputs: names.map((name) => makeOutput(name)),
    emulator_outputs: names,
    data_set_sizes: { combined: 6_000, training: 4_800, validation: 1_200 },
    output_rows: [{ output: "y3", rows: 3_000 }],
  });
  const { rows, outputs, furtherSets } = trainingSize(config, 6_000);
  const trained = 1 - config.training.validation_percentage / 100;
  assert.equal([rows, outputs.length], [6_000 * trained, 11]);
  assert.equal(furtherSets, [{ rows: 3_000 * trained, outputs: [1] }]);
  const scattered = { ...config, output_rows: names.map((output, at) => ({ output, rows: 3_000 + at })) };
  const sets = trainingSize(scattered, 6_000).furtherSets ?? [];
  assert.is(sets.length, MAX_OUTPUT_SETS - 1);
  assert.is(1 + sets.reduce((count, set) => count + set.outputs.length, 0), names.length);
});

it("counts the validation rows as trained on below the limit of cross-validation", () => {
  const withRows = (combined: number) => {
    const sizes = { combined, training: 0.8 * combined, validation: 0.2 * combined };
    return trainingSize(makeConfig({ data_set_sizes: sizes }), combined).rows;
  };
  assert.equal([withRows(900), withRows(CROSS_VALIDATED_ROWS)], [900, 0.8 * CROSS_VALIDATED_ROWS]);
  assert.equal(
    [countTrainingRows(900, 180), countTrainingRows(CROSS_VALIDATED_ROWS, 200)],
    [900, CROSS_VALIDATED_ROWS - 200],
  );
});

it("never exceeds what an effort allows", () => {
  const huge = { rows: 3000, inputs: 100, outputs: Array.from({ length: 100 }, () => 1) };
  for (const effort of trainingEffort.options) {
    const { low, likely: likelySeconds, high } = estimateTraining(huge, effort, 1);
    assert.ok(low <= likelySeconds && likelySeconds <= high && high <= TRAINING_SECONDS[effort] + 2, effort);
  }
});

it("never exceeds the time at which a training ends however busy the machine is", () => {
  const huge = { rows: 3000, inputs: 100, outputs: Array.from({ length: 100 }, () => 1) };
  const busy = { low: 8, likely: 40, high: 200 };
  for (const effort of trainingEffort.options) {
    const estimate = estimateTraining(huge, effort, 1, { short: busy, long: busy });
    const end = MAX_WALL_RATIO * TRAINING_SECONDS[effort];
    assert.ok(estimate.low < end, effort);
    assert.ok(estimate.high >= end && estimate.high <= 1.02 * end, `${effort}: ${estimate.high} s`);
  }
});

it("is told as a range", () => {
  const texts = [
    [1, 4],
    [7, 18],
    [4, 5],
    [40, 99],
    [41, 110],
    [130, 320],
    [59, 100],
    [1, 40],
    [4, 106],
    [30, 181],
  ] as const;
  assert.equal(
    texts.map(([low, high]) => estimateText({ low, high })),
    [
      "a few seconds",
      "about 5 to 20 seconds",
      "a few seconds",
      "about 40 to 100 seconds",
      "about 40 to 110 seconds",
      "about 2 to 6 minutes",
      "about 50 to 100 seconds",
      "up to 40 seconds",
      "up to 110 seconds",
      "up to 4 minutes",
    ],
  );
});
