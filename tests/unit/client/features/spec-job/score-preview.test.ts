import { previewRequest } from "@understudy/client/features/spec-job/preview-request.ts";
import {
  initialText,
  percentText,
  type ReadyPreview,
  remark,
  shareText,
  verdict,
} from "@understudy/client/features/spec-job/preview-text.ts";
import type { ScoreSpread } from "@understudy/shared/api/score-preview.ts";
import { createSpecJobBody } from "@understudy/shared/api/spec-job.ts";
import { assert, suite } from "../../../../harness.ts";

const makeSpread = (fields: Partial<ScoreSpread> = {}): ScoreSpread => ({
  total: 45,
  count: 45,
  without_score: 0,
  in_spec: 12,
  within_limits: null,
  best: 0.5,
  median: -1,
  histogram: null,
  ...fields,
});
type Counts = { rows: number | null; designs: number | null; may: number | null };
const makePreview = ({ rows, designs, may }: Counts, fields: Partial<ScoreSpread> = {}): ReadyPreview => ({
  rows: makeSpread({ in_spec: rows, ...fields }),
  designs: { ...makeSpread({ count: 256, total: 256, in_spec: designs, ...fields }), may_be_in_spec: may },
  initial: { score: 2.5, lower_bound: 2.3, upper_bound: 2.7, in_spec: true, violation: 0 },
});

const words = suite("what a preview of a score says");
words("counts what is in spec, and warns where nothing is", () => {
  const writeVerdict = (counts: Counts, fields?: Partial<ScoreSpread>) =>
    verdict(makePreview(counts, fields));
  assert.equal(writeVerdict({ rows: 12, designs: 40, may: 60 }), {
    text: "12 of 45 training rows are in spec.",
    isBad: false,
  });
  assert.equal(writeVerdict({ rows: 0, designs: 40, may: 60 }), {
    text: "No training row is in spec, but 40 of 256 designs within the ranges are predicted to be.",
    isBad: false,
  });
  assert.equal(writeVerdict({ rows: 0, designs: 0, may: 3 }), {
    text: "No training row is in spec, and none of 256 designs within the ranges is predicted to be. With their 95% bounds, 3 may be.",
    isBad: true,
  });
  assert.equal(writeVerdict({ rows: 0, designs: 0, may: 0 }), {
    text: "Nothing seems to be in spec: no training row is, and none of 256 designs within the ranges is predicted to be, even at their 95% bounds.",
    isBad: true,
  });
  const unbounded = { rows: null, designs: null, may: null };
  assert.match(writeVerdict(unbounded).text, "The larger the score the better");
  assert.match(writeVerdict(unbounded, { within_limits: 0 }).text, "Nothing seems to be within the limits");
  assert.is(writeVerdict(unbounded, { within_limits: 9 }).text, "9 of 45 training rows keep all limits.");
  assert.ok(writeVerdict({ rows: 0, designs: 0, may: 0 }, { best: null }).isBad);
});
words("does without rows that are gone", () => {
  const { designs, initial } = makePreview({ rows: 0, designs: 3, may: 5 });
  assert.is(
    verdict({ rows: null, designs, initial }).text,
    "3 of 256 designs within the ranges are predicted to be in spec.",
  );
  const none = { ...designs, in_spec: 0, may_be_in_spec: 0 };
  assert.is(
    verdict({ rows: null, designs: none, initial }).text,
    "Nothing seems to be in spec: none of 256 designs within the ranges is predicted to be, even at their 95% bounds.",
  );
});
words("says what was left out, and the bounds of the initial values", () => {
  assert.is(remark(makeSpread()), null);
  assert.is(
    remark(makeSpread({ total: 50_000, count: 2_000, without_score: 1 })),
    "2,000 of the 50,000 training rows were rated, evenly spread. 1 training row without a score.",
  );
  const none = makeSpread({ in_spec: null });
  assert.equal([shareText(none), percentText(none)], ["–", "–"]);
  assert.equal(
    [12, 0, 45].map((in_spec) => percentText(makeSpread({ in_spec }))),
    ["27%", "0%", "100%"],
  );
  assert.is(percentText(makeSpread({ in_spec: 1, count: 2_000 })), "< 1%");
  const { initial } = makePreview({ rows: 1, designs: 1, may: 1 });
  assert.is(initialText(initial), "2.5000 (95% bounds 2.3000 to 2.7000)");
  assert.is(initialText({ ...initial, lower_bound: null }), "2.5000");
  assert.is(initialText({ ...initial, score: null }), "no score");
});

const asking = suite("what a preview is asked for");
asking("waits until the score and the variables are complete, and an emulator is there", () => {
  const payload = createSpecJobBody.parse({
    name: "-",
    objective: "Optimization",
    emulator_job_id: 7,
    score_function: { name: "Match", inputs: { target: { type: "File", file_id: "abc" } } },
  });
  assert.is(previewRequest({ payload, errors: { name: ["Name is required"] } })?.emulator_job_id, 7);
  assert.is(previewRequest({ payload, errors: { "variables.w1.lbound": ["Invalid number"] } }), null);
  assert.is(previewRequest({ payload: { ...payload, emulator_job_id: null }, errors: {} }), null);
  assert.is(previewRequest({ payload: { ...payload, score_function: null }, errors: {} }), null);
  const uploading = { name: "Match", inputs: { target: { type: "File" as const, file_id: "uploading" } } };
  assert.is(previewRequest({ payload: { ...payload, score_function: uploading }, errors: {} }), null);
});
