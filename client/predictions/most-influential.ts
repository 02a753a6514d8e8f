/** Finds the parameter that the scalar plot is drawn over until a person chooses another. */
import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { OutputDefinition, ScalarValue } from "@understudy/shared/domain/variable.ts";
import { useMemo } from "react";
import { call } from "#api/call.ts";
import { extent, linspace } from "#plots/model/ranges.ts";
import { type Parameter, startPoint } from "./parameters.ts";
import { useWhenReady } from "./use-when-ready.ts";

/** Values of a parameter, both ends among them, and parameters of one question: it is answered in milliseconds. */
const VALUES_PER_PARAMETER = 5;
const MAX_PARAMETERS = 200;

const triedValues = (parameter: Parameter): readonly ScalarValue[] =>
  parameter.kind === "slider"
    ? linspace(parameter.min, parameter.max, VALUES_PER_PARAMETER)
    : parameter.values.slice(0, VALUES_PER_PARAMETER);

type TriedPoint = { readonly name: string; readonly point: InputPoint };

/** Varies each parameter over several of its values, with all others where the sliders start. */
export function triedPoints(parameters: readonly Parameter[]): TriedPoint[] {
  const start = startPoint(parameters);
  return parameters.slice(0, MAX_PARAMETERS).flatMap((parameter) =>
    triedValues(parameter).map((value) => ({
      name: parameter.name,
      point: { ...start, [parameter.name]: value },
    })),
  );
}

/** The parameter along which the values differ most; the first where none does. @param values one for each of `tried` */
export function findMostInfluential(
  parameters: readonly Parameter[],
  tried: readonly Pick<TriedPoint, "name">[],
  values: readonly number[],
): Parameter | undefined {
  const spread = ({ name }: Parameter): number => {
    const [low, high] = extent(values.filter((_, at) => tried[at]?.name === name)) ?? [0, 0];
    return high - low;
  };
  const spreads = parameters.map(spread);
  return parameters[spreads.indexOf(Math.max(...spreads))] ?? parameters[0];
}

/**
 * The parameter that an output depends on most, around the point at which the sliders start: the same for everybody who opens
 * the page. Undefined while it is not known, or without an output; the first where it cannot be known.
 */
export function useMostInfluential(
  jobId: number,
  parameters: readonly Parameter[],
  output: OutputDefinition | undefined,
): Parameter | undefined {
  const tried = useMemo(() => triedPoints(parameters), [parameters]);
  const isOpen = output !== undefined && parameters.length > 1;
  const key = isOpen ? JSON.stringify([jobId, output.name, parameters.map(({ name }) => name)]) : null;
  const { answer, failed } = useWhenReady(key, async (signal) => {
    const outputs = output === undefined ? [] : [output.name];
    const body = { inputs_list: tried.map(({ point }) => point), outputs };
    return await call("predict", { params: { job_id: jobId }, body, signal });
  });
  if (output === undefined) return undefined;
  // Of one parameter nothing is asked.
  if (failed || !isOpen) return parameters[0];
  const list = answer?.outputs_list ?? null;
  // An answer for another output is not of this one.
  if (list === null || list.length !== tried.length || list[0]?.[output.name] === undefined) return undefined;
  const values = list.map((outputs) => outputs[output.name]?.values[0] ?? Number.NaN);
  return findMostInfluential(parameters, tried, values);
}
