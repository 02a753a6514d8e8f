import { findGaps, gapTexts, missedRowsText } from "@understudy/client/features/report/weak-regions.ts";
import { assert, suite } from "../../../../harness.ts";
import { makeInput, makeOutput } from "../../../../support/factories.ts";

const it = suite("the known weak regions of an emulator");

it("are the parts of an input's range between training rows, in its unit", () => {
  const histogram = { edges: [0, 1e-6, 2e-6, 3e-6, 4e-6], counts: [3, 0, 0, 2] };
  assert.equal(findGaps(histogram), [[1e-6, 3e-6]]);
  assert.equal(findGaps({ edges: [0, 1, 2, 3], counts: [0, 4, 0] }), []);
  const width = makeInput("w", { unit: "m", multiplier: 1e-6, min: 0, max: 4e-6, display: "Width" });
  const trained = { name: "w", is_used: true, histogram, levels: null, followers: [] };
  assert.equal(gapTexts({ inputs: [trained] }, { inputs: [width] }), [
    "Width: no training row in 1 to 3 µm.",
  ]);
});

it("are not the gaps of a discrete input, or of one that changes nothing", () => {
  const histogram = { edges: [0, 1, 2, 3], counts: [1, 0, 1] };
  const trained = { name: "n", is_used: true, histogram, levels: null, followers: [] };
  const integerInput = makeInput("n", { is_integer: true });
  const few = makeInput("n", { unique_values: [0, 3] });
  for (const input of [integerInput, few])
    assert.equal(gapTexts({ inputs: [trained] }, { inputs: [input] }), []);
  const unused = { ...trained, is_used: false };
  assert.equal(gapTexts({ inputs: [unused] }, { inputs: [makeInput("n")] }), []);
});

it("are the validation rows outside the bounds, the furthest first", () => {
  const gain = makeOutput("gain");
  assert.is(missedRowsText(gain, { rows: [], comparedCount: 20, all: 20 }), null);
  assert.is(
    missedRowsText(gain, { rows: [4], comparedCount: 20, all: 20 }),
    "gain: 1 of 20 validation rows lies outside the 95% bounds, row 4.",
  );
  assert.is(
    missedRowsText(gain, { rows: [9, 8, 7, 6, 5, 4, 3, 2, 1], comparedCount: 20, all: 20 }),
    "gain: 9 of 20 validation rows lie outside the 95% bounds, furthest first rows 9, 8, 7, 6, 5, 4, 3, 2 and 1 more.",
  );
});
