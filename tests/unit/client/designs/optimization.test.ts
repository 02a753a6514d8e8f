/** The texts about an optimization's designs, and the pages that they lead to. */
import { inEmulatorPath, onServerPath } from "@understudy/client/designs/design-links.ts";
import {
  designWarnings,
  emulatorText,
  headline,
  robustText,
  saferText,
  specState,
} from "@understudy/client/designs/design-text.ts";
import { BEST_SELECTED, shownDesign, sortFront } from "@understudy/client/designs/shown-designs.ts";
import { optimaCsv } from "@understudy/client/features/optimization/optima-csv.ts";
import { assert, suite } from "../../../harness.ts";
import { makeDesign, makeOptimization } from "../../../support/browser/optimized.ts";
import { makeConfig, makeInput, makeOutput } from "../../../support/factories.ts";

const looks = makeConfig({
  inputs: [makeInput("W1", { unit: "m", multiplier: 1e-6, display: "Width" })],
  outputs: [makeOutput("power", { unit: "W", multiplier: 1e-3 })],
});

const words = suite("what is said of a design");
words("is no more sure than its bounds", () => {
  const state = (score: number, lower_bound: number | null, upper_bound: number | null, violation = 0) =>
    specState({
      ...makeDesign(0),
      ...{ score, lower_bound, upper_bound, violation },
      in_spec: score >= 0 && violation === 0,
    })?.text;
  assert.is(state(1, 0.5, 2), "In spec");
  assert.is(state(1, -0.5, 2), "Probably in spec");
  assert.is(state(1, null, null), "Probably in spec");
  assert.is(state(-1, -2, 0.5), "Probably out of spec");
  assert.is(state(-1, -2, -0.5), "Out of spec");
  assert.is(state(1, 0.5, 2, 0.1), "Out of spec");
});
words("says nothing of a spec where the score function has none", () => {
  const design = {
    ...makeDesign(0),
    score: -21.8,
    lower_bound: -22.4,
    upper_bound: -21.2,
    violation: 0,
    in_spec: null,
  };
  assert.is(specState(design), null);
  assert.is(
    headline(design, true),
    "The best design found has a predicted score of -21.800, between -22.400 and -21.200 with 95% confidence.",
  );
  const missed = { ...design, violation: 0.25 };
  assert.is(specState(missed)?.text, "Misses limits");
  assert.is(
    headline(missed, true),
    "No design found within these ranges keeps all limits; the closest misses its limits by 0.25000 in sum.",
  );
});
words("begins with the result in a sentence, of what was found", () => {
  const design = makeDesign(0);
  assert.match(headline(design, true), "The best design found is predicted in spec, and so are");
  assert.match(headline({ ...design, lower_bound: -1 }, false), "it may be out of spec");
  const missed = { ...design, in_spec: false, violation: 0.25 };
  assert.is(
    headline(missed, true),
    "No design found within these ranges is in spec; the closest misses its limits by 0.25000 in sum.",
  );
  assert.match(headline({ ...missed, violation: 0, score: -0.5 }, true), "misses by 0.50000 in score.");
  assert.is(headline(undefined, false), "No design has been rated yet.");
});
words("claims no bounds and no prediction of what a server simulated", () => {
  const bounds = { lower_bound: null, upper_bound: null, is_simulated: true };
  const design = makeDesign(0, { ...bounds, in_spec: true });
  assert.is(specState(design)?.text, "In spec");
  assert.is(specState({ ...design, in_spec: false })?.text, "Out of spec");
  assert.is(headline(design, true), "The best design found is in spec: its simulation keeps every limit.");
  assert.is(headline({ ...design, in_spec: null }, false), "The best design so far has a score of 0.41200.");
  assert.equal(designWarnings(design, looks), []);
  assert.is(emulatorText(makeOptimization(1, { emulator: null, is_simulated: true })), null);
  const [header = ""] = optimaCsv([{ rank: 0, design }], null).split("\n");
  assert.not.match(header, /lower|upper|training/);
});
words("warns of limits, of thin data and of ranges that were left, in the names people gave", () => {
  assert.equal(designWarnings(makeDesign(0), looks), []);
  const at_limits = [
    { name: "W1", element: null, limit: "upper" as const },
    { name: "bias", element: 2, limit: "lower" as const },
  ];
  assert.equal(designWarnings(makeDesign(0, { at_limits, outside: ["W1"], is_far: true }), looks), [
    "Width lies outside the range of the training rows: expect larger errors.",
    "No training row is near: the error may be larger than its bounds say.",
    "bias[2] lies on its lower limit: a wider range may give more.",
    "Width lies on its upper limit: a wider range may give more.",
  ]);
  assert.match(designWarnings(makeDesign(0, { lower_bound: null }), looks)[0] ?? "", "not known");
});
words("compares the robust design with the best one, where it is another", () => {
  const best = makeDesign(0);
  assert.is(robustText(best, best), null);
  assert.is(robustText(best, null), null);
  const text = robustText(best, makeDesign(1, { lower_bound: 0.28, score: 0.312 }));
  assert.is(
    text,
    "Its lower bound is 0.10000 higher than that of the best design. It costs 0.10000 of the predicted score.",
  );
});
words("calls the robust design the safer choice where its lower bound gains far more than it costs", () => {
  const best = makeDesign(0, { score: 13.4, lower_bound: 3.8, upper_bound: 16 });
  const robust = (score: number, lower_bound: number) =>
    saferText(best, makeDesign(1, { score, lower_bound }));
  assert.is(
    robust(12.2, 12),
    "By the 95% bounds, the robust design scores at least 12.000, and the best design at least 3.8000: the robust one is the safer choice.",
  );
  assert.is(robust(12.4, 5.8), null, "2 of the lower bound for 1 of the score");
  assert.is(saferText(best, best), null);
  assert.is(saferText(best, null), null);
  assert.is(saferText(best, makeDesign(1, { lower_bound: null })), null);
});
words("tells what became of the emulator", () => {
  assert.match(emulatorText(makeOptimization(1, { emulator: null })) ?? "", "deleted");
  assert.match(
    emulatorText(makeOptimization(1, { emulator: { job_id: 1, name: "A", is_current: false } })) ?? "",
    "trained again",
  );
  assert.is(
    emulatorText(makeOptimization(1, { emulator: { job_id: 1, name: "A", is_current: true } })),
    null,
  );
});

const ways = suite("where a design leads");
const inputs = { W1: 6e-5, bias: [0.1, 0.2], corner: "tt" };
const at = { W1: 6e-5, "bias[0]": 0.1, "bias[1]": 0.2, corner: "tt" };
const readSearchParams = (path: string | null) => new URL(path ?? "", "http://localhost").searchParams;
ways("is the emulator with its sliders there, an element of a Vector each", () => {
  assert.equal(JSON.parse(readSearchParams(inEmulatorPath(4, inputs)).get("at") ?? ""), at);
});
ways("is a Single Run of the spec version, like the optimization where the emulator is gone", () => {
  const job = { id: 9, spec_version_id: 3 };
  const onServer = readSearchParams(onServerPath(job, { job_id: 4, name: "A", is_current: true }, inputs));
  assert.equal([onServer.get("emulator_job_id"), onServer.get("source_job_id")], ["4", null]);
  const alone = readSearchParams(onServerPath(job, null, inputs));
  assert.equal([alone.get("emulator_job_id"), alone.get("source_job_id")], [null, "9"]);
  assert.equal(JSON.parse(alone.get("at") ?? ""), at);
  assert.is(onServerPath({ id: 9, spec_version_id: null }, null, inputs), null);
});

const shown = suite("the designs shown");
shown("are the best, a chosen optimum or a point of the front; the best again where that is gone", () => {
  const optimization = makeOptimization(1);
  const front = sortFront(optimization.front);
  assert.is(shownDesign(optimization, front, BEST_SELECTED)?.title, "Best design");
  assert.is(
    shownDesign({ ...optimization, stop_reason: null }, front, BEST_SELECTED)?.title,
    "Best design so far",
  );
  assert.is(shownDesign(optimization, front, { kind: "maximum", at: 2 })?.title, "Local optimum 3");
  assert.is(
    shownDesign(optimization, front, { kind: "front", at: 1 })?.title,
    "Design 2 of the Pareto front",
  );
  assert.is(shownDesign(optimization, [], { kind: "front", at: 1 })?.title, "Best design");
  assert.is(shownDesign({ ...optimization, maxima: [] }, [], BEST_SELECTED), null);
});
shown("of the front begin with those that keep all limits", () => {
  const [frontPoint] = makeOptimization(1).front;
  if (frontPoint === undefined) throw new Error("There is no front.");
  const front = [
    { ...frontPoint, violation: 1 },
    { ...frontPoint, violation: 0 },
    { ...frontPoint, violation: null },
  ];
  assert.equal(
    sortFront(front).map(({ violation }) => violation),
    [0, 1, null],
  );
});
shown("are a CSV file of what the table holds, as stored or in the units shown", () => {
  const designs = [{ rank: 0, design: makeDesign(0, { outside: ["W1"] }) }];
  const [header, row] = optimaCsv(designs, null).trim().split(/\r?\n/);
  assert.match(header ?? "", "rank,score,score_lower,score_upper,in_spec,violation,gain,gain_lower");
  assert.match(row ?? "", "1,0.412,0.18,0.64,true,0,62.4,61.2,63.6,0.00121");
  assert.match(optimaCsv(designs, looks), "power (mW)");
  assert.match(optimaCsv(designs, looks), ",60,");
});
