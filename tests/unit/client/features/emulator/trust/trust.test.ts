/** The texts of the page about how far an emulator can be trusted. */

import { outsideText } from "@understudy/client/features/emulator/outside-text.ts";
import { computeOutlook } from "@understudy/client/features/emulator/trust/learning.ts";
import {
  describeDoubts,
  rowsInDoubt,
  trainingWithout,
} from "@understudy/client/features/emulator/trust/train-without.ts";
import { createTicks } from "@understudy/client/plots/chart/scales.ts";
import { calibrationChart } from "@understudy/client/plots/figures/calibration.ts";
import { learningCurveChart } from "@understudy/client/plots/figures/learning-curve.ts";
import { LIGHT_PALETTE } from "@understudy/client/plots/model/palette.ts";
import {
  coverageSentence,
  describeCoverage,
  jointBandSentence,
} from "@understudy/client/predictions/coverage.ts";
import { modelText } from "@understudy/client/predictions/families.ts";
import {
  barsPath,
  findBin,
  findTallest,
  levelBars,
  sliderBars,
} from "@understudy/client/predictions/histogram.ts";
import { missedRows, missedText } from "@understudy/client/predictions/missed-rows.ts";
import { INSIDE_TRAINING } from "@understudy/client/predictions/outside-training.ts";
import { assert, suite } from "../../../../../harness.ts";
import { makeOutput } from "../../../../../support/factories.ts";

const bars = suite("the histogram under a slider");
const histogram = { edges: [2, 4, 6, 8], counts: [3, 0, 6] };

bars("stands where the slider stands for the same values, also where the slider reaches further", () => {
  const drawn = sliderBars(histogram, { min: 0, max: 10 });
  assert.equal(
    drawn.map(({ from, to }) => [from, to]),
    [
      [200, 400],
      [400, 600],
      [600, 800],
    ],
  );
});
bars("is two strokes of a pen, however many bars there are, and empty bins are left out", () => {
  const drawn = sliderBars(histogram, { min: 2, max: 8 });
  const path = barsPath(drawn, findTallest(drawn));
  assert.is(path.split("M").length - 1, 2);
  assert.match(path, /V0H/); // the tallest bar fills the height
  assert.match(path, /V10H/); // a bar of half its rows is half as high
});
bars("knows the bin of a value: an edge belongs to the bin above, but for the last", () => {
  assert.equal(
    [2, 3.9, 4, 8, 1.9, 8.1].map((value) => findBin(histogram, value)),
    [0, 0, 1, 2, null, null],
  );
  assert.is(findBin({ edges: [5, 5], counts: [7] }, 5), 0);
});
bars("of training rows that never vary is one bar that can be seen", () => {
  const [only] = sliderBars({ edges: [5, 5], counts: [7] }, { min: 0, max: 10 });
  assert.ok(only !== undefined && only.to > only.from);
});
bars("of a list has one bar a level, in the list's order, numbers by their text", () => {
  const levels = [
    { value: "1", count: 4 },
    { value: "2.5", count: 9 },
  ];
  assert.equal(
    levelBars(levels, [2.5, 1, 7]).map(({ count }) => count),
    [9, 4, 0],
  );
});

const missing = suite("the rows outside the bounds");
const compared = {
  actual: [1, 5, 3, 0],
  values: [1, 3, 3, 3],
  lower_bounds: [0, 2, 2, 2],
  upper_bounds: [2, 4, 4, 4],
};

missing("are numbered as people count, the one furthest outside first", () => {
  assert.equal(missedRows([0, 1, 2, 3], compared, 4), { rows: [4, 2], comparedCount: 4, all: 4 });
  assert.equal(missedRows([10, 20, 30, 40], compared, 50).rows, [41, 21]);
});
missing("of bounds of no width are those that differ by more than rounding", () => {
  const exact = { actual: [1 + 1e-12, 2], values: [1, 1], lower_bounds: [1, 1], upper_bounds: [1, 1] };
  assert.equal(missedRows([0, 1], exact, 2).rows, [2]);
});
missing("are counted in a sentence, which says so where not all were looked at", () => {
  const text = (rows: number[], comparedCount = 40, all = 40) => missedText({ rows, comparedCount, all });
  assert.is(text([]), "No validation row lies outside.");
  assert.is(text([3]), "One validation row lies outside: row ");
  assert.is(text([3, 4]), "2 validation rows lie outside, furthest first: rows ");
  assert.is(text([], 2000, 6400), "Of 2,000 validation rows checked, no row lies outside.");
});

const coverage = suite("the promise of the bounds");
const inside = (values_inside: number, validation_values: number) => ({ values_inside, validation_values });

coverage("is kept by a share that chance explains, and broken by one that it does not", () => {
  const width = (count: number, all: number, rows = all) => describeCoverage(inside(count, all), rows).width;
  assert.equal([width(94, 100), width(99, 100), width(80, 100)], ["calibrated", "calibrated", "narrow"]);
  assert.equal([width(1990, 2000), width(940, 1000)], ["wide", "calibrated"]);
  // Twenty rows of a curve are twenty tries, not two thousand.
  assert.equal([width(1800, 2000, 20), width(1800, 2000)], ["calibrated", "narrow"]);
});
coverage("is described with its numbers, and with a caveat where there are few rows", () => {
  assert.is(coverageSentence(inside(94, 100)), "94 of 100 validation values lie inside");
  assert.is(coverageSentence(inside(1900, 2000)), "1,900 of 2,000 validation values lie inside");
  assert.is(describeCoverage(inside(94, 100), 100).careful, "as expected");
  assert.is(describeCoverage(inside(9, 10), 10).careful, "as expected, as far as 10 rows can tell");
});
coverage("of whole curves is described with the width of their band", () => {
  assert.is(
    jointBandSentence({ factor: 1.618, coverage: 0.953 }),
    "Bounds of the whole curve are 1.6 times as wide; 95% of the validation curves lie inside as a whole.",
  );
});

const learning = suite("whether more data would help");
const curve = (errors: number[], first = 100) => ({
  rows: errors.map((_, i) => first * 2 ** i),
  coefficients_of_determination: errors.map((error) => 1 - error),
});

learning("is answered by what twice the rows would come to at the present pace", () => {
  const outlook = computeOutlook(curve([0.4, 0.2, 0.1]), 400, 0.9);
  assert.equal([outlook?.answer, outlook?.rows], ["Yes", 800]);
  assert.ok(Math.abs((outlook?.coefficient ?? 0) - 0.95) < 1e-9);
  assert.match(outlook?.text ?? "", "twice the rows (800) should raise it from 90.0% to about 95.0%");
});
learning("is hardly, where it has levelled off or there is nothing left to learn", () => {
  assert.is(computeOutlook(curve([0.11, 0.1, 0.1, 0.1]), 500, 1 - 0.1)?.answer, "Not much");
  assert.is(computeOutlook(curve([0.1, 0.05, 0.06, 0.07, 0.08]), 500, 1 - 0.08)?.answer, "Not much");
  assert.is(computeOutlook(curve([1e-3, 1e-4, 1e-5]), 500, 1 - 1e-5)?.answer, "Hardly");
  assert.is(computeOutlook(curve([0.008, 0.004, 0.002]), 500, 1 - 0.002)?.answer, "A little");
});
learning("is not known from a single point, and stays within limits for any curve", () => {
  assert.is(computeOutlook(curve([0.3]), 500, 1 - 0.3), null);
  assert.ok((computeOutlook(curve([0.9, 1e-3, 1e-3]), 500, 1 - 1e-3)?.coefficient ?? 1) < 1);
  assert.ok(Number.isFinite(computeOutlook(curve([2, 1.5, 0]), 500, 1 - 0)?.coefficient));
});
learning("counts on from the rows that the emulator was trained on, more than a fold of them", () => {
  const outlook = computeOutlook(curve([0.4, 0.2, 0.1]), 500, 0.9);
  assert.is(outlook?.rows, 1000);
  assert.ok(Math.abs((outlook?.coefficient ?? 0) - 0.96) < 1e-9);
});
learning("takes the pace from the curve, and where the emulator is from the validation rows", () => {
  const { answer, text } = computeOutlook(curve([4e-4, 2e-4, 1e-5]), 500, 0.92) ?? {};
  assert.is(answer, "Yes");
  assert.match(text ?? "", "from 92.0% to about");
});
learning("is drawn over the rows by what is missing, with where it would go as a line of its own", () => {
  const drawn = { output: "a<b", rows: [50, 100], coefficients: [0.9, 0.99] };
  const { marks, x, y, readout } = learningCurveChart(
    { ...drawn, outlook: { rows: 200, coefficient: 0.999 } },
    LIGHT_PALETTE,
  );
  assert.equal(
    marks.map((mark) => mark.x),
    [[100, 200], [200], [50, 100]],
  );
  assert.equal([x.type, y.type], ["log", "accuracy"]);
  assert.equal(
    createTicks(y, 5).map(({ label }) => label),
    ["99.9%", "99%", "90%"],
  );
  assert.is(readout.describe?.(1), "100 rows: 99.0%");
  assert.is(readout.describe?.(2), "200 rows: about 99.90%");
  assert.is(learningCurveChart({ ...drawn, outlook: null }, LIGHT_PALETTE).marks.length, 1);
});
learning("has marks on its axis however little it grew, and whatever is missing", () => {
  for (const coefficients of [
    [0.9972, 0.9944],
    [0.5, 0.5],
    [1, 1],
    [-1, 0.2],
  ]) {
    const { y } = learningCurveChart(
      { output: "y", rows: [10, 20], coefficients, outlook: null },
      LIGHT_PALETTE,
    );
    const marks = createTicks(y, 5).map(({ label }) => label);
    assert.ok(marks.length >= 2 && new Set(marks).size === marks.length, JSON.stringify(marks));
  }
});

const models = suite("the model of an output");
models("is named with what speaks for it, and what hardly does is left out", () => {
  const share = (family: "network" | "linear" | "mean", weight: number) => ({
    family,
    weight,
    coefficient_of_determination: null,
  });
  assert.is(modelText([share("network", 1), share("mean", 0.001)]), "Neural networks");
  assert.is(
    modelText([share("network", 0.7), share("linear", 0.3)]),
    "Neural networks 70% + Linear trend 30%",
  );
  assert.is(modelText([]), "Constant");
});

const calibration = suite("the calibration curve");
calibration("is drawn in percent against the diagonal, each point to be read out", () => {
  const { marks, readout } = calibrationChart(
    { output: "gain", expected: [0.5, 0.95], observed: [0.61, 0.94] },
    LIGHT_PALETTE,
  );
  const [, diagonal, observed] = marks;
  assert.equal(diagonal?.x, [0, 100]);
  assert.equal(observed?.x, [50, 95]);
  assert.equal(observed?.kind === "line" && observed.y, [61, 94]);
  assert.equal(
    readout.parts(0).map(({ label, text }) => `${label} ${text}`),
    ["Nominal 50%", "Observed 61.0%"],
  );
});

const outside = suite("where the sliders stand");
outside("is described in words, with the names that people know", () => {
  const label = (name: string) => (name === "lg" ? "Gate length" : name);
  assert.is(outsideText(INSIDE_TRAINING, label), null);
  assert.is(
    outsideText({ inputs: ["lg", "vdd"], is_far: false }, label),
    "Outside the training data: Gate length, vdd",
  );
  assert.is(outsideText({ inputs: [], is_far: true }, label), "Far from the training data");
});

const doubts = suite("rows in doubt");
const validation_method = "held-out rows" as const;
const doubtful = {
  training_rows: 96,
  validation_rows: 24,
  outputs: [
    { name: "gain", validation_method, suspicious: { rows: [17, 203], checked_rows: 120 } },
    { name: "offset", validation_method, suspicious: { rows: [9, 17], checked_rows: 50 } },
    { name: "delay", validation_method, suspicious: { rows: [], checked_rows: 120 } },
    { name: "older", validation_method, suspicious: null },
  ],
};
const failed = { output: "gain", value: 1e30, row_count: 1, rows: [5], other_values: { min: 1, max: 3 } };

doubts("are named by output, after the marks of failed runs", () => {
  assert.equal(describeDoubts([failed], doubtful, [makeOutput("offset", { display: "Offset" })]), [
    "1 row holds 1e30 in gain, 30 decades from all other values: row 5.",
    "Rows 17 and 203 do not fit the others in gain.",
    "Rows 9 and 17 do not fit the others in Offset (50 rows were checked).",
  ]);
});
doubts("are left out together by a job that trains at once", () => {
  assert.equal(rowsInDoubt(doubtful), [9, 17, 203]);
  const job = { id: 7, name: "Amplifier" };
  const body = trainingWithout(job, [failed], rowsInDoubt(doubtful));
  assert.equal(body, {
    name: "Amplifier, without 3 rows",
    source: "job-and-files",
    source_job_id: 7,
    data_options: { failed_run_marks: [{ output: "gain", value: 1e30 }], left_out_rows: [9, 17, 203] },
    train_when_read: true,
  });
  assert.is(trainingWithout({ ...job, name: "x".repeat(200) }, [failed], []).name.length, 200);
});
