/** The kinds of values that an input can take, as people choose them. */
import { canBeDiscrete, canBeInteger, type InputDefinition } from "@understudy/shared/domain/variable.ts";
import { withInputType } from "@understudy/shared/job-config/derived.ts";

/** The changes of the input that a choice makes. */
export const PARAMETER_TYPES = {
  Continuous: { type: "Scalar", is_integer: false },
  Integer: { type: "Scalar", is_integer: true },
  Discrete: { type: "MultiSelect" },
} as const;

export type ParameterType = keyof typeof PARAMETER_TYPES;

export function getParameterType({ type, is_integer }: InputDefinition): ParameterType {
  if (type !== "Scalar") return "Discrete";
  return is_integer ? "Integer" : "Continuous";
}

/** The types that the input's values allow, its own among them. */
export function listParameterTypes(input: InputDefinition): ParameterType[] {
  const ownType = getParameterType(input);
  const scalar = withInputType(input, "Scalar");
  const possible = {
    Continuous: scalar !== null,
    Integer: scalar !== null && canBeInteger(scalar),
    Discrete: canBeDiscrete(input),
  };
  const types = ["Continuous", "Integer", "Discrete"] as const;
  return types.filter((candidate) => candidate === ownType || possible[candidate]);
}
