/** Inputs that move together in the training data: where one is set, the others follow along their trend. */
import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { EmulatorReport, TrainedInput } from "@understudy/shared/api/emulator-report.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { interpolateLinear } from "@understudy/shared/math/interpolation.ts";
import type { Parameter } from "./parameters.ts";

type Follower = TrainedInput["followers"][number];
/** The parameters that move with another one, by its name; parameters without followers are left out. */
export type Followers = ReadonlyMap<string, readonly Follower[]>;

export const NO_FOLLOWERS: Followers = new Map();

/** The followers among the parameters that can be set. */
export function followersAmong(
  inputs: EmulatorReport["inputs"],
  parameters: readonly Parameter[],
): Followers {
  const names = new Set(parameters.map(({ name }) => name));
  return new Map(
    inputs
      .filter(({ name }) => names.has(name))
      .map(({ name, followers }) => [name, followers.filter((follower) => names.has(follower.name))] as const)
      .filter(([, some]) => some.length > 0),
  );
}

/**
 * The moved parameter's value with those of its followers, as stored. Beyond the data a follower keeps the value of its end;
 * one that has a list of values takes the nearest.
 */
export function movedTogether(
  followers: Followers,
  parameters: readonly Parameter[],
  name: string,
  value: ScalarValue,
): InputPoint {
  const led = typeof value === "number" ? (followers.get(name) ?? []) : [];
  const at = Float64Array.of(Number(value));
  const moved = led.flatMap((follower) => {
    const parameter = parameters.find((candidate) => candidate.name === follower.name);
    const [along = Number.NaN] = interpolateLinear(
      Float64Array.from(follower.knots),
      Float64Array.from(follower.values),
      at,
    );
    const taken = parameter === undefined ? null : findNearestValue(parameter, along);
    return taken === null ? [] : [[follower.name, taken] as const];
  });
  return { ...Object.fromEntries(moved), [name]: value };
}

/** The value of the parameter that is nearest to a number; null where it has no number. */
function findNearestValue(parameter: Parameter, along: number): ScalarValue | null {
  if (parameter.kind === "slider") return along;
  const numbers = parameter.values.filter((option) => typeof option === "number");
  const [first] = numbers;
  if (first === undefined) return null;
  return numbers.reduce(
    (best, number) => (Math.abs(number - along) < Math.abs(best - along) ? number : best),
    first,
  );
}

const LIST_FORMAT = new Intl.ListFormat("en", { type: "conjunction" });
const MAX_NAMED = 4;

/** Formats "X2 and X3 follow X1 in your data". @param names of the followers, at least one, as shown. */
export function followersText(names: readonly string[], leader: string): string {
  const named = names.length <= MAX_NAMED ? names : names.slice(0, MAX_NAMED - 1);
  const unnamedCount = names.length - named.length;
  const verb = names.length === 1 ? "follows" : "follow";
  return `${LIST_FORMAT.format(unnamedCount === 0 ? named : [...named, `${unnamedCount} others`])} ${verb} ${leader} in your data`;
}
