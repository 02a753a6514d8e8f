import { asKind, listKinds, listLevels } from "@understudy/client/designs/yield/change-kind.ts";
import { distributionsAround } from "@understudy/client/designs/yield/initial-distributions.ts";
import {
  failuresText,
  intervalText,
  outsideText,
  sigmaText,
  yieldRemarks,
  yieldText,
} from "@understudy/client/designs/yield/yield-text.ts";
import type { YieldAnswer, YieldInput } from "@understudy/shared/api/yield.ts";
import type { InputDefinition } from "@understudy/shared/domain/variable.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("what the page says of a yield");

it("is a percentage with as many digits as the interval has a meaning for", () => {
  assert.is(yieldText(0.027, 0.02), "97.3%");
  assert.is(yieldText(0.0271828, 0.0002), "97.282%");
  assert.is(yieldText(1e-6, 1e-7), "99.999900%");
  assert.is(yieldText(0.0004, 0.5), "99.96%", "never 100% of what fails at times");
  assert.is(yieldText(0.9996, 0.5), "0.04%");
  assert.equal(
    [yieldText(0, 0.1), yieldText(1, 0.1), yieldText(1e-13, 1e-13)],
    ["100%", "0%", "over 99.99999999%"],
  );
  assert.is(intervalText({ value: 0.027, lower: 0.018, upper: 0.039 }), "between 96.1% and 98.2%");
});

it("counts rare failures in a million, a billion or a trillion", () => {
  const describe = (value: number, upper: number) => failuresText({ value, lower: 0, upper });
  assert.is(describe(0.3, 0.4), null);
  assert.is(describe(1.2e-3, 2.5e-3), "1,200 in a million designs fail, at most 2,500.");
  assert.is(describe(1.2e-6, 1.5e-6), "1.2 in a million designs fail, at most 1.5.");
  assert.is(describe(1.2e-9, 1.5e-9), "1.2 in a billion designs fail, at most 1.5.");
  assert.is(describe(3e-10, 2e-4), "300 in a trillion designs fail, at most 200 in a million.");
  assert.is(describe(2e-15, 4e-12), "Fewer than one in a trillion designs fail, at most 4.");
  assert.is(describe(2e-15, 4e-13), "Fewer than one in a trillion designs fail.");
});

it("states a rate of failures of which none was seen as a whole number of designs", () => {
  const limits = [2.5e-5, 1e-6, 3e-8, 1e-9, 1e-13, 0].map((upper) =>
    String(failuresText({ value: 0, lower: 0, upper })).replace("No design failed; ", ""),
  );
  assert.equal(limits, [
    "fewer than 25 in a million do.",
    "fewer than one in a million do.",
    "fewer than one in a million do.",
    "fewer than one in a billion do.",
    "fewer than one in a trillion do.",
    "fewer than one in a trillion do.",
  ]);
});

it("names the sigma level where there is one", () => {
  assert.is(sigmaText({ value: 1.926, lower: 1.76, upper: 2.1 }), "1.93 sigma (1.76 to 2.10)");
  assert.is(sigmaText({ value: 3, lower: 2, upper: null }), "3.00 sigma");
  assert.is(sigmaText({ value: null, lower: null, upper: 3 }), null);
});

const YIELD_ANSWER: YieldAnswer = {
  inputs: [],
  kept_relation: null,
  least_score: 0,
  failing: { value: 0.05, lower: 0.01, upper: 0.2 },
  sigma_level: { value: 1.6, lower: 1, upper: 2 },
  sampling_reach: 0.002,
  share_outside: 0.1,
  method: "quasi-random sampling",
  evaluations: 16_500,
  is_late: false,
  histogram: null,
  worst_corner: null,
};

it("says what keeps the interval wide", () => {
  assert.match(String(outsideText(YIELD_ANSWER)), /^10% of the designs lie outside the range/);
  assert.is(outsideText({ ...YIELD_ANSWER, share_outside: 0.001 }), null, "less than is worth saying");
  const rare = { ...YIELD_ANSWER, share_outside: 3e-5, failing: { value: 0, lower: 0, upper: 4e-5 } };
  assert.match(String(outsideText(rare)), /^30 in a million designs lie outside the range/);
  assert.equal(yieldRemarks(YIELD_ANSWER), [
    "Most of the interval is the emulator’s own error: more training rows near the limit would narrow it.",
    "From 16,500 predictions of the emulator, by quasi-random sampling.",
  ]);
  assert.match(String(yieldRemarks({ ...YIELD_ANSWER, is_late: true })[0]), /cut short/);
});

const number = (fields: Partial<YieldInput> = {}): YieldInput => ({
  ...{ name: "w", kind: "number", options: null, lower: 0, upper: 6, trained: null, tightened_yield: null },
  ...{ nominal: 4.5, distribution: { kind: "uniform", lower: 0, upper: 6 } },
  ...fields,
});

it("changes the kind of a distribution without losing its middle and its spread", () => {
  const bell = { mean: 2, standard_deviation: 0.5 };
  const narrower = number({ distribution: { kind: "uniform", lower: 0.5, upper: 3.5 } });
  assert.equal(asKind("normal", narrower), { kind: "normal", ...bell });
  const normal = number({ distribution: { kind: "normal", ...bell } });
  assert.equal(asKind("truncated normal", normal), { kind: "truncated normal", ...bell, lower: 0, upper: 6 });
  assert.equal(asKind("fixed", normal), { kind: "fixed", value: 2 });
  const wholeNumber = number({ kind: "whole number", lower: 1, upper: 3 });
  assert.equal(listLevels(wholeNumber), [1, 2, 3]);
  assert.ok(listKinds(wholeNumber).includes("levels") && !listKinds(normal).includes("levels"));
  const corner = number({
    kind: "options",
    options: ["slow", "fast"],
    distribution: { kind: "fixed", value: "fast" },
  });
  assert.equal(asKind("levels", corner), {
    kind: "levels",
    levels: ["slow", "fast"].map((value) => ({ value, probability: 0.5 })),
  });
});

it("begins at the input's own value where nobody has said how it varies", () => {
  assert.equal(asKind("normal", number()), { kind: "normal", mean: 4.5, standard_deviation: 0.5 });
  assert.equal(asKind("fixed", number()), { kind: "fixed", value: 4.5 });
  const atLimit = asKind("normal", number({ nominal: 6 }));
  assert.equal(atLimit, { kind: "normal", mean: 6, standard_deviation: 0.06 }, "1% of the range");
});

it("begins with normal distributions around the design; whole numbers and options are fixed", () => {
  const input = (name: string, fields: Partial<InputDefinition> = {}): InputDefinition => ({
    ...{ name, display: "", unit: "", multiplier: 1, type: "Scalar", is_integer: false, min: 0, max: 50 },
    ...{ fixed: false, values: null, unique_values: null, initval: 0 },
    ...fields,
  });
  const inputs = [
    input("w"),
    input("fingers", { is_integer: true }),
    input("corner", { type: "MultiSelect", min: null, max: null }),
    input("load", { fixed: true }),
  ];
  const design = { w: 20, fingers: 4, corner: "slow", load: 3 };
  assert.equal(distributionsAround(design, { inputs, outputs: [] }, 1), {
    w: { kind: "normal", mean: 20, standard_deviation: 0.5 },
    fingers: { kind: "fixed", value: 4 },
    corner: { kind: "fixed", value: "slow" },
  });
});
