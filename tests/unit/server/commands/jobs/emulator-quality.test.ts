/** A job keeps the better of two emulators, and states the change from the other. */
import { judgeEmulator } from "@understudy/server/commands/jobs/emulator-quality.ts";
import { EMPTY_CONFIG, type FocusRegion } from "@understudy/shared/api/job-config.ts";
import { assert, suite } from "../../../../harness.ts";

const test = suite("the better emulator");
const trained = (...coefficients: number[]) => ({
  stopReason: "converged" as const,
  quality: {
    validation_rows: 40,
    outputs: coefficients.map((coefficient_of_determination, at) => ({
      name: `y${at}`,
      coefficient_of_determination,
      coverage: 0.95,
      more_rows_help: null,
      findings: [],
    })),
  },
});
const makeRequest = (...focus_regions: FocusRegion[]) => ({ config: EMPTY_CONFIG, focus_regions });
const before = judgeEmulator(null, trained(0.99999, 0.9), makeRequest()).quality;

test("is the first one, with nothing to compare", () => {
  assert.is(before.change, null);
});
test("stays where the same was asked and the new one is worse", () => {
  const { isKept, quality } = judgeEmulator(before, trained(0.987, 0.9), makeRequest());
  assert.ok(isKept);
  assert.is(quality.outputs[0]?.coefficient_of_determination, 0.99999);
  assert.equal(quality.change, {
    kept: true,
    outputs: [
      { name: "y0", before: 0.99999, after: 0.987 },
      { name: "y1", before: 0.9, after: 0.9 },
    ],
  });
});
test("gives way to one that is better, or as good and trained for longer", () => {
  assert.not(judgeEmulator(before, trained(0.999995, 0.95), makeRequest()).isKept);
  assert.not(judgeEmulator(before, trained(0.99999, 0.9), makeRequest()).isKept);
});
test("gives way to one that something else was asked of, and the change records what was lost", () => {
  const { isKept, quality } = judgeEmulator(
    before,
    trained(0.987, 0.9),
    makeRequest({ range: [0, 1], number_of_sections: 5 }),
  );
  assert.not(isKept);
  assert.is(quality.outputs[0]?.coefficient_of_determination, 0.987);
  assert.equal(quality.change?.outputs[0], { name: "y0", before: 0.99999, after: 0.987 });
  assert.is(quality.change?.kept, false);
});
test("gives way to one that is measured on groups of rows that were left out whole", () => {
  const row_groups = { columns: ["w"], swept: ["v"], count: 10, smallest: 10, largest: 10 };
  const grouped = { config: { ...EMPTY_CONFIG, row_groups }, focus_regions: [] };
  assert.not(judgeEmulator(before, trained(0.9, 0.8), grouped).isKept);
});
test("gives way to one that is measured by cross-validation, where an earlier version measured on validation rows", () => {
  const request = "yFTPxxLe0J_qFtjWndtS-u6YT1k9L3zeq7eUzg8RlK0";
  assert.not(judgeEmulator({ ...before, request }, trained(0.9, 0.8), makeRequest()).isKept);
});
test("gives way to one that is measured by cross-validation, where its file says that rows were held out", () => {
  const { quality } = judgeEmulator(null, trained(0.99999, 0.9), makeRequest(), "held-out rows");
  assert.not(judgeEmulator(quality, trained(0.9, 0.8), makeRequest()).isKept);
  assert.ok(judgeEmulator(quality, trained(0.9, 0.8), makeRequest(), "held-out rows").isKept);
});
test("gives way to one of which an output is measured by cross-validation, because few rows define it", () => {
  const data_set_sizes = { ...EMPTY_CONFIG.data_set_sizes, combined: 20_000 };
  const config = { ...EMPTY_CONFIG, data_set_sizes };
  const { request } = judgeEmulator(null, trained(1), { config, focus_regions: [] }).quality;
  const withFewRows = {
    config: { ...config, output_rows: [{ output: "y1", rows: 500 }] },
    focus_regions: [],
  };
  assert.not(judgeEmulator({ ...before, request }, trained(0.9, 0.8), withFewRows).isKept);
});
