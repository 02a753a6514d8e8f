/** Predictions of one output in its own unit, and their derivatives by the emulator's inputs. */
import { encodingSlope, type Feature } from "../../dataset/columns.ts";
import { finite } from "../../dataset/scaling.ts";
import type { EmulatorInput, SlopedPrediction } from "../emulator.ts";
import { assemble, toOutput, toOutputSlope } from "../targets.ts";
import type { PanelOutputParts } from "./emulator.ts";
import { LEAST_VARIANCE, spreadOver, variancesOf } from "./error-model.ts";
import type { SlopedCommittee, SlopedHearing, SlopedVerdict } from "./gradients.ts";
import { logFactorSlopes, logFactors } from "./heteroscedasticity.ts";
import type { CommitteeTarget } from "./predictor.ts";

/** What predictions are made from. */
export interface SlopedParts {
  inputs: readonly EmulatorInput[];
  features: readonly Feature[];
  targets: readonly CommitteeTarget[];
}

/** Mean and variance of every standardised component, count x size, and their derivatives by each feature. */
interface Standardised {
  means: Float64Array;
  variances: Float64Array;
  slopes: { means: Float64Array; variances: Float64Array }[];
}

/** @param points that the hearing is of, count x inputs, row-major. */
export function slopedPrediction(
  output: PanelOutputParts,
  { inputs, features, targets }: SlopedParts,
  committee: SlopedCommittee,
  hearing: SlopedHearing,
  points: Float64Array,
): SlopedPrediction {
  const { means, variances, slopes } = standardisedSlopes(output, targets, committee, hearing);
  const prediction = blankSlopes(means.length, inputs);
  const ends = [
    { value: prediction.mean, slopes: prediction.slopes.mean, reach: null },
    { value: prediction.lower, slopes: prediction.slopes.lower, reach: output.below.map((by) => -by) },
    { value: prediction.upper, slopes: prediction.slopes.upper, reach: output.above },
  ];
  for (let at = 0; at < means.length; at++) {
    const component = at % output.size;
    const point = Math.floor(at / output.size) * inputs.length;
    const middle = means[at] ?? 0;
    const deviation = Math.sqrt(variances[at] ?? 0);
    for (const end of ends) {
      const reach = end.reach?.[component] ?? 0;
      const place = middle + reach * deviation;
      end.value[at] = toOutput(output, component, place);
      const outer = toOutputSlope(output, component, place);
      if (outer === 0) continue;
      features.forEach((feature, index) => {
        if (feature.kind === "level") return;
        const own = slopes[index];
        const inner = (own?.means[at] ?? 0) + (reach * (own?.variances[at] ?? 0)) / (2 * deviation);
        const slope = outer * inner * encodingSlope(feature, points[point + feature.input] ?? 0);
        end.slopes[at * inputs.length + feature.input] = finite(slope);
      });
    }
  }
  return prediction;
}

/** Predictions to be filled in, without a slope; that by a category is not a number from the start. */
export function blankSlopes(length: number, inputs: readonly EmulatorInput[]): SlopedPrediction {
  const slopes = (): Float64Array =>
    Float64Array.from({ length: length * inputs.length }, (_, at) =>
      inputs[at % inputs.length]?.kind === "categorical" ? Number.NaN : 0,
    );
  return {
    mean: new Float64Array(length),
    lower: new Float64Array(length),
    upper: new Float64Array(length),
    slopes: { mean: slopes(), lower: slopes(), upper: slopes() },
  };
}

function standardisedSlopes(
  output: PanelOutputParts,
  targets: readonly CommitteeTarget[],
  committee: SlopedCommittee,
  hearing: SlopedHearing,
): Standardised {
  const { count, inputs, width } = hearing;
  const { deviation, size } = output;
  const verdicts = Array.from(output.targets, (target) => committee(target, hearing));
  const usual = Array.from(output.targets, (target) => targets[target]?.usualSpread ?? 0);
  const excess = verdicts.map(({ spread }, at) =>
    spread.map((value) => Math.max(0, value - (usual[at] ?? 0))),
  );
  const mean = verdicts[0]?.mean ?? new Float64Array(count);
  const setting = { inputs, count, mean };
  const logs = logFactors(deviation.factor, setting);
  const variances = variancesOf(output, deviation, verdicts, excess, logs);
  const slopes = Array.from({ length: width }, (_, feature) => {
    const own = (values: Float64Array): Float64Array =>
      values.subarray(feature * count, (feature + 1) * count);
    const each = verdicts.map((verdict, at) => claimSlopes(verdict, own, usual[at] ?? 0, output));
    const spreads = spreadOver(output, each, count);
    const byLogs = logFactorSlopes(
      deviation.factor,
      setting,
      feature,
      own(verdicts[0]?.slopes.mean ?? new Float64Array(0)),
    );
    const ofVariances = spreads.map((slope, at) => {
      const row = Math.floor(at / size);
      const stretched = ((variances[at] ?? 0) - LEAST_VARIANCE) * (byLogs[row] ?? 0);
      return slope * Math.exp(logs[row] ?? 0) + stretched;
    });
    const ofMeans = verdicts.map((verdict) => own(verdict.slopes.mean));
    return { means: assemble(output, ofMeans, count), variances: ofVariances };
  });
  return {
    means: assemble(
      output,
      verdicts.map((verdict) => verdict.mean),
      count,
    ),
    variances,
    slopes,
  };
}

/** Of the variance that a target adds before the row factor, by one feature. */
function claimSlopes(
  { spread, slopes }: SlopedVerdict,
  own: (values: Float64Array) => Float64Array,
  usual: number,
  { deviation }: PanelOutputParts,
): Float64Array {
  const [variance, disagreement, between] = [slopes.variance, slopes.disagreement, slopes.spread].map(own);
  return spread.map((value, i) => {
    const excess = value > usual ? (between?.[i] ?? 0) : 0;
    return (
      excess +
      deviation.ofVariance * (variance?.[i] ?? 0) +
      deviation.ofDisagreement * (disagreement?.[i] ?? 0)
    );
  });
}
