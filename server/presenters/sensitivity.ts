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

/** @param found null: it is still being computed. */
export function presentSensitivity(
  emulator_version: number,
  inputs: readonly EmulatorInput[],
  output: EmulatorOutput,
  found: Found | null,
): SensitivityAnswer {
  return {
    status: found === null ? "loading" : "ready",
    emulator_version,
    inputs: inputs.map(presentRange),
    output: found === null ? null : presentFound(output, found),
  };
}

function presentRange(input: EmulatorInput): InputRange {
  const { name, used: is_used } = input;
  if (input.kind === "categorical") {
    const levels = seenLevels(input).map((code) => input.levels[code] ?? "");
    return { name, is_used, spacing: "levels", min: null, max: null, levels };
  }
  const { minimum: min, maximum: max, scale } = input;
  return { name, is_used, spacing: spacingOf(scale.kind), min, max, levels: null };
}

function spacingOf(
  scale: Extract<EmulatorInput, { kind: "continuous" }>["scale"]["kind"],
): InputRange["spacing"] {
  if (scale === "identity") return "linear";
  return scale === "log" ? "logarithmic" : "other";
}

function presentFound(output: EmulatorOutput, found: Found): OutputSensitivity {
  const { along } = found;
  return {
    name: output.name,
    coefficient_of_determination: output.coefficientOfDetermination,
    standard_deviation: found.standardDeviation,
    indices: found.inputs.map(({ firstOrder, total }) => ({
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
    evaluations: found.evaluations,
  };
}

const presentIndex = ({ value, lower, upper }: Interval): SensitivityIndex => ({
  value,
  lower_bound: lower,
  upper_bound: upper,
});

function presentCurve(intervals: readonly Interval[], varies: readonly boolean[]): SensitivityCurve {
  const known = (of: (interval: Interval) => number): (number | null)[] =>
    intervals.map((interval, at) => (varies[at] ? of(interval) : null));
  return {
    values: known(({ value }) => value),
    lower_bounds: known(({ lower }) => lower),
    upper_bounds: known(({ upper }) => upper),
  };
}
