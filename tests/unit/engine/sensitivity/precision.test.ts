import { createRandom } from "@understudy/engine/math/random.ts";
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import { estimateSensitivity, type OutputSensitivity } from "@understudy/engine/sensitivity/sensitivity.ts";
import { assert, suite } from "../../../harness.ts";
import {
  G_COEFFICIENTS,
  G_FIRST,
  G_TOTAL,
  g,
  ISHIGAMI_EMULATOR,
  ISHIGAMI_FIRST,
  ISHIGAMI_TOTAL,
  study,
  totals,
} from "../../../support/engine/known-sensitivities.ts";

const it = suite("an estimate of sensitivity");

it("holds the truth in its intervals about as often as they say", () => {
  let inside = 0;
  let all = 0;
  for (const [emulator, first, total] of [
    [ISHIGAMI_EMULATOR, ISHIGAMI_FIRST, ISHIGAMI_TOTAL],
    [g, G_FIRST, G_TOTAL],
  ] as const) {
    for (let seed = 0; seed < 40; seed++) {
      study(emulator, { maxEvaluations: 5000, tolerance: 0 }, seed).inputs.forEach((indices, at) => {
        for (const [interval, truth] of [
          [indices.firstOrder, first[at] ?? 0],
          [indices.total, total[at] ?? 0],
        ] as const) {
          all += 1;
          // The published truth has four digits.
          if (truth >= interval.lower - 5e-5 && truth <= interval.upper + 5e-5) inside += 1;
          assert.ok(interval.lower <= interval.value && interval.value <= interval.upper);
        }
      });
    }
  }
  assert.ok(inside / all > 0.91 && inside / all < 0.99, `${inside / all}`);
});

it("gets more precise with more evaluations, and stops when it is precise enough", () => {
  const widest = ({ inputs }: OutputSensitivity): number =>
    Math.max(
      ...inputs
        .flatMap(({ firstOrder, total }) => [firstOrder, total])
        .map((interval) => interval.upper - interval.lower),
    );
  const rough = study(ISHIGAMI_EMULATOR, { maxEvaluations: 2000 });
  const fine = study(ISHIGAMI_EMULATOR, { tolerance: 0.01 });
  assert.is(rough.stopReason, "evaluation limit");
  assert.ok(rough.evaluations <= 2000);
  assert.ok(widest(fine) <= 0.02 && widest(rough) > 2 * widest(fine));
  assert.ok(fine.evaluations < study(ISHIGAMI_EMULATOR).evaluations);
});

it("stops in time, after a first round at least", () => {
  let now = 0;
  const clock = () => (now += 1000);
  const work = estimateSensitivity(
    ISHIGAMI_EMULATOR,
    "y",
    { timeLimitMs: 1 },
    { random: createRandom(1), clock },
  );
  const { stopReason, evaluations, inputs } = runToEnd(work);
  assert.is(stopReason, "time limit");
  assert.is(evaluations, 8 * 4 * 8);
  assert.ok(inputs.every(({ total }) => total.lower >= 0 && total.upper <= 1));
});

it("is the same for the same seed, and another for another", () => {
  const options = { maxEvaluations: 5000 };
  assert.equal(study(g, options, 3), study(g, options, 3));
  assert.not.equal(totals(study(g, options, 3)), totals(study(g, options, 4)));
});

it("can be left at any time", () => {
  const work = estimateSensitivity(g, "y", {}, { random: createRandom(1), clock: () => 0 });
  const first = work.next();
  assert.is(first.value, 4 * (2 + 2 * G_COEFFICIENTS.length));
  work.return({ ...study(ISHIGAMI_EMULATOR, { maxEvaluations: 1 }) });
  assert.ok(work.next().done);
});

it("names an output that is not there", () => {
  const work = estimateSensitivity(g, "z", {}, { random: createRandom(1), clock: () => 0 });
  assert.throws(() => work.next(), /no output named “z”/);
});
