/** The verdict on emulators, at its thresholds and on the case that misled. */
import {
  type EmulatorQuality,
  overallVerdict,
  worstOutputs,
} from "@understudy/shared/domain/emulator-quality.ts";
import { moreRowsHelp } from "@understudy/shared/domain/learning-curve.ts";
import { MAX_ERROR, verdictOf, verdictReason, worstVerdict } from "@understudy/shared/domain/verdict.ts";
import { suggestNextStep } from "@understudy/shared/spec-job/next-step.ts";
import { assert, suite } from "../../../harness.ts";

const verdicts = suite("the verdict on an output");
const measured = (coefficient_of_determination: number, coverage = 0.95) => ({
  coefficient_of_determination,
  coverage,
});

verdicts("follows the error in standard deviations of the output", () => {
  const at = (error: number) => verdictOf(measured(1 - error ** 2), 100);
  const { excellent, good, rough } = MAX_ERROR;
  assert.equal([0, excellent - 1e-9, excellent + 1e-9].map(at), ["excellent", "excellent", "good"]);
  assert.equal([good - 1e-9, good + 1e-9].map(at), ["good", "rough"]);
  assert.equal([rough - 1e-9, rough + 1e-9, 3].map(at), ["rough", "not usable", "not usable"]);
});
verdicts("is not usable for a phase margin that was as promised in 8 of 8 rows", () => {
  assert.is(verdictOf(measured(-0.233, 1), 8), "not usable");
});
verdicts("is lowered by bounds that cover too little, and by none that chance explains", () => {
  assert.is(verdictOf(measured(0.999, 0.94), 100), "excellent");
  assert.is(verdictOf(measured(0.999, 0.85), 100), "good");
  assert.is(verdictOf(measured(0.999, 0.6), 100), "rough");
  assert.is(verdictOf(measured(0.9, 0.6), 100), "not usable");
  // Two of 20 rows outside may be chance, of 1,000 rows a tenth is not.
  assert.equal(
    [20, 1000].map((rows) => verdictOf(measured(0.999, 0.9), rows)),
    ["excellent", "good"],
  );
});
verdicts("is never excellent on a handful of rows", () => {
  assert.equal(
    [2, 9, 10].map((rows) => verdictOf(measured(1, 1), rows)),
    ["good", "good", "excellent"],
  );
});
verdicts("gives its numbers in a sentence", () => {
  assert.is(
    verdictReason(measured(-0.233, 1), 8),
    "On held-out rows its error is 111% of the output's standard deviation, and its 95% bounds contain 100% of the values. Measured on only 8 rows.",
  );
  assert.match(
    verdictReason(measured(0.999, 0.6), 100),
    /error is 3% of .* too narrow: they contain only 60%/,
  );
  assert.match(verdictReason(measured(0.99999, 0.95), 100), /error is 0\.3% of/);
});

const emulators = suite("the verdict on an emulator");
const quality = (
  outputs: Partial<EmulatorQuality["outputs"][number]>[],
  rest: Partial<EmulatorQuality> = {},
): EmulatorQuality => ({
  validation_rows: 40,
  stop_reason: "converged",
  change: null,
  outputs: outputs.map((output, at) => ({
    name: `y${at}`,
    coefficient_of_determination: 0.999,
    coverage: 0.95,
    more_rows_help: null,
    findings: [],
    ...output,
  })),
  ...rest,
});

emulators("is that on its worst output", () => {
  const mixed = quality([{}, { coefficient_of_determination: -0.2 }, { coefficient_of_determination: 0.95 }]);
  assert.is(overallVerdict(mixed), "not usable");
  assert.equal(
    worstOutputs(mixed).map(({ name }) => name),
    ["y1"],
  );
  assert.is(overallVerdict(quality([{}])), "excellent");
  assert.is(overallVerdict(quality([])), null);
  assert.is(worstVerdict(["excellent", "rough", "good"]), "rough");
});
emulators("comes with the step that would improve it, if it needs one", () => {
  const bad = { coefficient_of_determination: 0.3 };
  assert.is(suggestNextStep(quality([{}]), true), null);
  assert.is(suggestNextStep(quality([bad]), true), "more-rows");
  assert.is(suggestNextStep(quality([{ ...bad, more_rows_help: true }]), true), "more-rows");
  assert.is(suggestNextStep(quality([{ ...bad, more_rows_help: false }]), true), "other-inputs");
  const cut = quality([bad], { stop_reason: "time budget" });
  assert.is(suggestNextStep(cut, true), "train-longer");
  assert.is(suggestNextStep(cut, false), "more-rows");
});

const learning = suite("the trend of the accuracy");
learning("says whether more rows help, where it was measured", () => {
  const curve = (...errors: number[]) => ({
    rows: errors.map((_, at) => 50 * 2 ** at),
    coefficients_of_determination: errors.map((error) => 1 - error),
  });
  assert.is(moreRowsHelp(curve(0.4, 0.2, 0.1), 0.9), true);
  assert.is(moreRowsHelp(curve(0.1, 0.1, 0.11), 0.9), false);
  assert.is(moreRowsHelp(curve(0.4, 0.2, 0.1), 0.999999), false);
  assert.is(moreRowsHelp(curve(0.4), 0.9), null);
  assert.is(moreRowsHelp(null, 0.9), null);
});
