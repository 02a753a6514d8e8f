/** The texts of the dialog about an export: figures that a person can judge, whatever their size. */
import type { ExportResult } from "@understudy/shared/api/emulator-export.ts";
import {
  remainingText,
  stepShares,
  stepText,
} from "../../../../../../client/features/emulator/exports/progress-texts.ts";
import {
  differenceText,
  formatVerdict,
  shareText,
} from "../../../../../../client/features/emulator/exports/result-texts.ts";
import { assert, suite } from "../../../../../harness.ts";
import { makeOutput } from "../../../../../support/factories.ts";

const it = suite("the texts of an export");

const columns = {
  outputs: [makeOutput("Id", { display: "Drain current", unit: "A", min: 0, max: 3e-3 })],
};
const output = {
  name: "Id",
  unit: "A",
  error: 1.2e-6,
  largest_difference: 4e-6,
  share: 1.5,
  typical_difference: 1.8e-6,
  bounds_difference: null,
  range: 3e-3,
  is_own: false,
};

it("tell differences in the output's unit with a prefix, and as shares of its range", () => {
  assert.is(differenceText(1.8e-6, output, columns), "1.8 µA (0.06%)");
  assert.is(differenceText(33e-18, output, columns), "rounding");
  assert.is(differenceText(4200, output, columns), "4200 A (>1000%)");
  assert.is(differenceText(2e-6, { ...output, range: null }, columns), "2 µA");
  assert.is(differenceText(null, output, columns), "–");
  const gain = { ...output, name: "gain", unit: "dB", range: 40 };
  assert.equal(
    [687e-9, 0.25].map((value) => differenceText(value, gain, columns)),
    ["<0.01%", "0.25 dB (0.63%)"],
  );
  assert.equal([1e-6, 0.123, 9.99, 1.4e6].map(shareText), ["<0.01%", "12%", "1000%", ">1000%"]);
});

const result = (change: Partial<ExportResult["outputs"][number]>, holds: boolean): ExportResult => ({
  network: { hidden: [20, 20], wanted_share: 0.1, holds },
  has_bounds: false,
  compared_points: 10_000,
  outputs: [{ ...output, ...change }],
  self_test: "sh self-test.sh",
});

it("say how far a network differs that is not near enough", () => {
  const { isGood, text } = formatVerdict(result({}, false), columns);
  assert.not(isGood);
  assert.match(
    text,
    /“Drain current” differs from the emulator by 1.8 µA \(0.06%\) of its range.*1.5 times the emulator's own error/,
  );
});

it("say where the emulator's own equations stand", () => {
  const { isGood, text } = formatVerdict(result({ share: 0, is_own: true }, true), columns);
  assert.ok(isGood);
  assert.match(text, /the file has the emulator's own equations/);
});

it("name the step, of how many, and a time that is rounded up", () => {
  const step = { name: "fit", number: 3, count: 5, share: 0.25 } as const;
  assert.is(stepText({ step, text: "" }), "Step 3 of 5: Fitting networks");
  assert.is(
    stepText({ step: { ...step, number: 1, name: "read", count: null }, text: "" }),
    "Step 1: Reading the emulator",
  );
  assert.is(stepText({ step: null, text: "Waiting for other exports" }), "Waiting for other exports");
  assert.equal([null, 2, 12, 41, 95].map(remainingText), [
    "",
    "a few seconds left",
    "at most 15 s left",
    "at most 45 s left",
    "at most 1 min 35 s left",
  ]);
  assert.equal(stepShares({ step, progress: 0.5 }), [100, 100, 25, 0, 0]);
  assert.equal(stepShares({ step: null, progress: 0 }), [0]);
});
