import type { EmulatorInput, EmulatorOutput } from "@understudy/engine/models/emulator.ts";
import type { Interval } from "@understudy/engine/sensitivity/indices.ts";
import { seenLevels } from "@understudy/engine/sensitivity/input-space.ts";
import type { OutputSensitivity as Found } from "@understudy/engine/sensitivity/sensitivity.ts";
import type {
  InputRange,
  OutputSensitivity,
  SensitivityAnswer,
  SensitivityCurve,
  SensitivityIndex,
} from "@understudy/shared/api/sensitivity.ts";

/** @param sensitivity null: it is still being computed. */
export function presentSensitivity(
  emulator_version: number,
  inputs: readonly EmulatorInput[],
  output: EmulatorOutput,
  sensitivity: Found | null,
): SensitivityAnswer {
  return {
    status: sensitivity === null ? "loading" : "ready",
    emulator_version,
    inputs: inputs.map(presentRange),
    output: sensitivity === null ? null : presentFound(output, sensitivity),
  };
}

function presentRange(input: EmulatorInput): InputRange {
  const { name, used: is_used } = input;
  if (input.kind === "categorical") {
    const levels = seenLevels(input).map((code) => input.levels[code] ?? "");
    return { name, is_used, spacing: "levels", min: null, max: null, levels };
  }
  const { minimum: min, maximum: max, scale } = input;
  return { name, is_used, spacing: chooseSpacing(scale.kind), min, max, levels: null };
}

function chooseSpacing(
  scale: Extract<EmulatorInput, { kind: "continuous" }>["scale"]["kind"],
): InputRange["spacing"] {
  if (scale === "identity") return "linear";
  return scale === "log" ? "logarithmic" : "other";
}

function presentFound(output: EmulatorOutput, sensitivity: Found): OutputSensitivity {
  const { along } = sensitivity;
  return {
    name: output.name,
    coefficient_of_determination: output.coefficientOfDetermination,
    standard_deviation: sensitivity.standardDeviation,
    indices: sensitivity.inputs.map(({ firstOrder, total }) => ({
      first_order: presentIndex(firstOrder),
      total: presentIndex(total),
    })),
    curve:
      along === null
        ? null
        : {
            coordinate_values: Array.from(along.coordinates),
            indices: along.inputs.map((indices) => ({
              first_order: presentCurve(
                indices.map(({ firstOrder }) => firstOrder),
                along.varies,
              ),
              total: presentCurve(
                indices.map(({ total }) => total),
                along.varies,
              ),
            })),
          },
    evaluations: sensitivity.evaluations,
  };
}

const presentIndex = ({ value, lower, upper }: Interval): SensitivityIndex => ({
  value,
  lower_bound: lower,
  upper_bound: upper,
});

function presentCurve(intervals: readonly Interval[], varies: readonly boolean[]): SensitivityCurve {
  const valuesWhereVaried = (of: (interval: Interval) => number): (number | null)[] =>
    intervals.map((interval, at) => (varies[at] ? of(interval) : null));
  return {
    values: valuesWhereVaried(({ value }) => value),
    lower_bounds: valuesWhereVaried(({ lower }) => lower),
    upper_bounds: valuesWhereVaried(({ upper }) => upper),
  };
}
