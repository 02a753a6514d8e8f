/** The scalar plot's curve: one output over one parameter, all other inputs as they are set or follow it. Values as stored. */
import type { InputPoint, OutputPrediction } from "@understudy/shared/api/emulator.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { call } from "#api/call.ts";
import type { Curve, CurvePoint } from "#plots/figures/curve.ts";
import { isAway } from "./outside-training.ts";
import { type Parameter, sweepValues } from "./parameters.ts";

export type Sweep = {
  readonly output: string;
  readonly parameter: Parameter;
  readonly spacing: "linear" | "log";
};

export type SweepAnswer = Curve<ScalarValue> & {
  readonly output: string;
  readonly parameter: string;
  /** True for points that are far from the training data. */
  readonly far: readonly boolean[];
  /** The prediction at the sliders' values, from the same response, so that it lies on the curve. */
  readonly current: CurvePoint<ScalarValue>;
};

/** One number of a scalar output at each of a list of points. */
const part = (
  list: readonly Readonly<Record<string, OutputPrediction>>[],
  output: string,
  field: "values" | "lower_bounds" | "upper_bounds",
): number[] => list.map((outputs) => outputs[output]?.[field][0] ?? Number.NaN);

/**
 * The point that the sliders move to with a parameter's value: its own value, and those of the parameters that follow
 * it.
 */
export type MoveParameter = (name: string, value: ScalarValue) => InputPoint;

/** Requests the curve over a parameter, all others as in a point unless they follow it; null while the emulator is loading. */
export async function requestSweep(
  job_id: number,
  point: InputPoint,
  { output, parameter, spacing }: Sweep,
  moved: MoveParameter,
  signal: AbortSignal,
): Promise<SweepAnswer | null> {
  const here = point[parameter.name] ?? parameter.start;
  const x = sweepValues(parameter, spacing);
  const inputs_list = [point, ...x.map((value) => ({ ...point, ...moved(parameter.name, value) }))];
  const body = { inputs_list, outputs: [output] };
  const answer = await call("predict", { params: { job_id }, body, signal });
  if (answer.status !== "ready" || answer.outputs_list === null) return null;
  const [y = Number.NaN, ...values] = part(answer.outputs_list, output, "values");
  const [currentLower = Number.NaN, ...lower] = part(answer.outputs_list, output, "lower_bounds");
  const [currentUpper = Number.NaN, ...upper] = part(answer.outputs_list, output, "upper_bounds");
  const current = { x: here, y, lower: currentLower, upper: currentUpper };
  const far = (answer.outside_list ?? []).slice(1).map(isAway);
  return { output, parameter: parameter.name, x, values, lower, upper, current, far };
}

/** The curve with its point moved along it; null when the prediction does not include its output. */
export function movedAlong(
  curve: SweepAnswer,
  answer: { readonly point: InputPoint; readonly outputs: Readonly<Record<string, OutputPrediction>> },
): SweepAnswer | null {
  const output = answer.outputs[curve.output];
  if (output === undefined) return null;
  const [y = Number.NaN] = output.values;
  const [lower = Number.NaN] = output.lower_bounds;
  const [upper = Number.NaN] = output.upper_bounds;
  return { ...curve, current: { x: answer.point[curve.parameter] ?? curve.current.x, y, lower, upper } };
}
