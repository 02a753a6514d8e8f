import type { Simulation, TypedValue } from "@understudy/shared/api/simulation.ts";
import { displayName, elementName } from "@understudy/shared/domain/variable.ts";
import { formatValue } from "../../../../components/format.ts";

/** What people made of a column's look. */
export type Named = {
  readonly name: string;
  readonly display: string;
  readonly unit: string;
  readonly multiplier: number;
};

/** How a variable or an output is shown; a Vector looks as its first element does. */
export function lookOf(definitions: readonly Named[], name: string) {
  const whole = definitions.find((one) => one.name === name);
  const element = whole ?? definitions.find((one) => one.name === elementName(name, 0));
  if (element === undefined) return { display: name, unit: "", multiplier: 1 };
  const { unit, multiplier } = element;
  const display = displayName(element);
  const suffix = elementName("", 0);
  const isElement = whole === undefined && display.endsWith(suffix);
  return { display: isElement ? display.slice(0, -suffix.length) : display, unit, multiplier };
}

/** A value as a cell shows it, in the units shown. */
export function formatTyped(typed: TypedValue, multiplier = 1): string {
  const shown = (value: number) => formatValue(value / multiplier);
  switch (typed.type) {
    case "Scalar":
      return shown(typed.value);
    case "Vector":
      return typed.value.map(shown).join(", ");
    case "String":
    case "File":
      return String(typed.value);
  }
}

/** The text of the out-of-spec "verified" column. */
export function verificationText({
  status,
  verified_in_or_out_of_spec,
}: Pick<Simulation, "status" | "verified_in_or_out_of_spec">): "Pending" | "Verified" | "Unverified" {
  if (status === "Pending Verification" || status === "Pending Running" || status === "Running")
    return "Pending";
  return verified_in_or_out_of_spec ? "Verified" : "Unverified";
}
