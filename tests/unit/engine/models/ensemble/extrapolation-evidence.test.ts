/** The errors at rows at the edges of the data decide how far a model is trusted away from its rows. */
import { drawnMeanDerivatives, drawnMeans } from "@understudy/engine/models/ensemble/drawn-means.ts";
import {
  computeVariationShare,
  type ExtrapolationEvidence,
} from "@understudy/engine/models/ensemble/extrapolation-evidence.ts";
import { extrapolationVariance } from "@understudy/engine/models/ensemble/extrapolation-variance.ts";
import type { EnsembleOutputParts } from "@understudy/engine/models/ensemble/parts.ts";
import { assert, suite } from "../../../../harness.ts";
import { handMadeAlone, handMadePolynomial } from "../../../../support/engine/hand-made-emulator.ts";

const it = suite("evidence from rows at the edges");

/** A scalar output whose range is -1 to 1.2. */
function makeOutput(evidence: ExtrapolationEvidence | null): EnsembleOutputParts {
  const output = handMadeAlone(handMadePolynomial()).outputs.find(({ size }) => size === 1);
  if (output?.extrapolationModel == null) throw new Error("An output that extrapolates is meant.");
  return { ...output, extrapolationModel: { ...output.extrapolationModel, evidence } };
}

const POINT_DISTANCES = Float64Array.of(1, 2.2, 3, 4, 5.9, 6.05, 6.4, 7, 12);
const REACH_SPACINGS = 6;
const almostExact = { share: 1e-10, reach: REACH_SPACINGS };

function predict(evidence: ExtrapolationEvidence | null, standardisedMean: number) {
  const output = makeOutput(evidence);
  const means = new Float64Array(POINT_DISTANCES.length).fill(standardisedMean);
  return {
    variances: extrapolationVariance(output, means, POINT_DISTANCES),
    drawn: drawnMeans(output, means, POINT_DISTANCES),
  };
}

it("of a model that predicted them exactly adds nothing to its bounds up to where these rows lay, and all far beyond", () => {
  for (const mean of [0.4, 2.5]) {
    const unproven = predict(null, mean);
    const proven = predict(almostExact, mean);
    POINT_DISTANCES.forEach((distance, at) => {
      const shown = `${mean} at ${distance}: ${proven.variances[at]} of ${unproven.variances[at]}`;
      const full = unproven.variances[at] ?? 0;
      if (distance > 2) assert.ok(full > 0, shown);
      if (distance <= REACH_SPACINGS) assert.ok((proven.variances[at] ?? 1) <= 2e-10 * full, shown);
      if (distance > REACH_SPACINGS + 4)
        assert.ok(Math.abs((proven.variances[at] ?? 0) - full) < 1e-9 * full, shown);
    });
  }
});

it("leaves a mean beyond the range where it is up to there, and draws it back as without evidence far beyond", () => {
  const unproven = predict(null, 2.5);
  const proven = predict(almostExact, 2.5);
  POINT_DISTANCES.forEach((distance, at) => {
    const shown = `${distance}: ${proven.drawn[at]} and ${unproven.drawn[at]}`;
    if (distance > 2) assert.ok((unproven.drawn[at] ?? 9) < 2.45, shown);
    if (distance <= REACH_SPACINGS) assert.ok(Math.abs((proven.drawn[at] ?? 0) - 2.5) < 1e-9, shown);
    if (distance > REACH_SPACINGS + 4)
      assert.ok(Math.abs((proven.drawn[at] ?? 0) - (unproven.drawn[at] ?? 9)) < 1e-9, shown);
  });
});

it("of a model that failed on them changes nothing", () => {
  const failing = predict({ share: 1, reach: REACH_SPACINGS }, 2.5);
  const unproven = predict(null, 2.5);
  for (const quantity of ["variances", "drawn"] as const)
    failing[quantity].forEach((value, at) => {
      const difference = Math.abs(value - (unproven[quantity][at] ?? Number.NaN));
      assert.ok(difference < 1e-12, `${quantity} at ${POINT_DISTANCES[at]}: ${difference}`);
    });
});

it("rises smoothly from the share of the errors to 1", () => {
  const step = 1e-6;
  for (const evidence of [almostExact, { share: 0.3, reach: 2.6 }]) {
    const output = makeOutput(evidence);
    let last = evidence.share;
    for (let distance = 1.03; distance < 12; distance += 0.1) {
      const { value, slope } = computeVariationShare(evidence, distance);
      const difference =
        computeVariationShare(evidence, distance + step).value -
        computeVariationShare(evidence, distance - step).value;
      assert.ok(Math.abs(slope - difference / (2 * step)) < 1e-6, `${distance}: ${slope}`);
      assert.ok(value >= last - 1e-15 && value <= 1, `${distance}: ${value} after ${last}`);
      last = value;
      const { byDistance } = drawnMeanDerivatives(output, 2.5, distance);
      const [after = 0, before = 0] = drawnMeans(
        { ...output, size: 2 },
        Float64Array.of(2.5, 2.5, 2.5, 2.5),
        Float64Array.of(distance + step, distance - step),
      ).filter((_, at) => at % 2 === 0);
      assert.ok(Math.abs(byDistance - (after - before) / (2 * step)) < 1e-6, `${distance}: ${byDistance}`);
    }
    assert.ok(Math.abs(last - 1) < 1e-9, `${last}`);
  }
});
