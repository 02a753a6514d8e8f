/**
 * The points at which curves are requested and drawn. The server answers at an emulator's knots, or anywhere else as they are
 * drawn; where the knots are fewer, only these are asked for: a slider's every move is then answered with dozens of values
 * instead of thousands.
 */
import type { OutputPrediction } from "@understudy/shared/api/emulator.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { interpolateLinear } from "@understudy/shared/math/interpolation.ts";
import { predictionAt } from "@understudy/shared/math/predicted-curves.ts";
import { type Axis, chooseSamples, chosenAxis, createAxis } from "./curves.ts";

export type SamplePoints = {
  /**
   * The stored values at which the server is to return curves, by the coordinate's name; the curves of other
   * coordinates come at their knots.
   */
  readonly coordinates: Readonly<Record<string, number[]>>;
  /** The stored values at which the curve of each output is drawn. */
  readonly samples: Readonly<Record<string, number[]>>;
};

/**
 * @param points along a plot
 * @param spacing as a person chose it; null: that of each coordinate
 * @param isMap true for the outputs that are drawn as maps
 */
export function createSamplePoints(
  config: Pick<JobConfig, "coordinates">,
  curves: readonly OutputDefinition[],
  points: number,
  spacing: Axis["spacing"] | null = null,
  isMap: (output: OutputDefinition) => boolean = () => false,
): SamplePoints {
  const drawn = curves.map((output) => {
    // A map has all of its values, which lie where the data have them.
    const axis = isMap(output) ? createAxis(config, output) : chosenAxis(config, output, spacing);
    return { output, key: axis.key, samples: chooseSamples(axis, isMap(output) ? output.length : points) };
  });
  const mapped = new Set(drawn.filter(({ output }) => isMap(output)).map(({ key }) => key));
  const long = drawn.filter(({ output, key, samples }) => output.length > samples.length && !mapped.has(key));
  return {
    coordinates: Object.fromEntries(long.map(({ key, samples }) => [key, samples])),
    samples: Object.fromEntries(drawn.map(({ output, samples }) => [output.name, samples])),
  };
}

/** The predicted curves interpolated to the coordinates at which they are drawn, as the server would do it. */
export function resample(
  outputs: Readonly<Record<string, OutputPrediction>>,
  samples: SamplePoints["samples"],
): Record<string, OutputPrediction> {
  return Object.fromEntries(
    Object.entries(outputs).map(([name, output]) => {
      const places = samples[name];
      return [name, places === undefined ? output : curveAt(output, places)];
    }),
  );
}

function curveAt(output: OutputPrediction, samples: number[]): OutputPrediction {
  const knots = Float64Array.from(output.coordinate_values ?? []);
  if (knots.length < 2 || knots.length === samples.length) return output;
  const places = Float64Array.from(samples);
  const curves = {
    mean: Float64Array.from(output.values),
    lower: Float64Array.from(output.lower_bounds),
    upper: Float64Array.from(output.upper_bounds),
  };
  const { mean, lower, upper } = predictionAt(curves, knots, places);
  return {
    values: Array.from(mean),
    lower_bounds: Array.from(lower),
    upper_bounds: Array.from(upper),
    coefficients_of_determination: accuraciesAt(output.coefficients_of_determination, knots, places),
    coordinate_values: samples,
  };
}

/** None where they are not known yet. */
function accuraciesAt(
  coefficients: readonly (number | null)[],
  knots: Float64Array,
  places: Float64Array,
): (number | null)[] {
  if (coefficients.length === 0) return [];
  const values = Float64Array.from(coefficients, (value) => value ?? Number.NaN);
  return Array.from(interpolateLinear(knots, values, places), (value) =>
    Number.isFinite(value) ? value : null,
  );
}
