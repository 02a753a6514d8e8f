import type { Simulation, TypedValue } from "@understudy/shared/api/simulation.ts";
import { displayName, elementName } from "@understudy/shared/domain/variable.ts";
import { listNames } from "@understudy/shared/list-names.ts";
import { fullText, quantityText } from "@understudy/shared/quantities/quantity-text.ts";
import { NO_UNIT, type ShownUnit, shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import type { Ranged } from "@understudy/shared/quantities/unit.ts";

/** More names do not fit into a cell. */
const MAX_UNDEFINED_NAMES = 3;

/** The name and unit that people gave a column. */
export type NamedColumn = Ranged & { readonly name: string; readonly display: string };

/** The display name and unit of a variable or an output; a Vector has those of its first element. */
export function findDisplay(definitions: readonly NamedColumn[], name: string) {
  const definition = definitions.find((candidate) => candidate.name === name);
  const element = definition ?? definitions.find((candidate) => candidate.name === elementName(name, 0));
  if (element === undefined) return { display: name, unit: NO_UNIT };
  const display = displayName(element);
  const suffix = elementName("", 0);
  const isElement = definition === undefined && display.endsWith(suffix);
  return { display: isElement ? display.slice(0, -suffix.length) : display, unit: shownUnit(element) };
}

/** A value as the cell of a column shows it. */
export const formatTyped = (typed: TypedValue, unit: ShownUnit = NO_UNIT): string =>
  formatWith(typed, (value) => quantityText(value / unit.multiplier, unit));

/** A value with its unit, where it has no column. */
export const typedText = (typed: TypedValue, unit: ShownUnit): string =>
  formatWith(typed, (value) => fullText(value / unit.multiplier, unit));

function formatWith(typed: TypedValue, numberText: (value: number) => string): string {
  switch (typed.type) {
    case "Scalar":
      return numberText(typed.value);
    case "Vector":
      return typed.value.map(numberText).join(", ");
    case "String":
    case "File":
      return String(typed.value);
  }
}

/** Lists what a result has no value for: the names of the outputs on screen, and the reasons as one text. */
export function describeUndefined(
  { undefined_outputs: reasons }: Pick<Simulation, "undefined_outputs">,
  definitions: readonly NamedColumn[],
): { readonly names: string; readonly reasons: string } {
  const names = Object.keys(reasons).map((name) => findDisplay(definitions, name).display);
  return {
    names: listNames(names, MAX_UNDEFINED_NAMES),
    reasons: [...new Set(Object.values(reasons))].join(" "),
  };
}

/** Stands in place of a server's name, where an emulator gave the result. */
export const PREDICTED_TEXT = "Predicted";
/** Servers run those of other searches. */
export const isPredicted = ({
  origin,
  resource,
  status,
}: Pick<Simulation, "origin" | "resource" | "status">) =>
  origin === "search" && resource === null && status === "Complete";

/** The place of a simulation in the queue of a cluster, as "Pending (Resources) · 4711_3". */
export function formatQueuePlace({ queue_place }: Pick<Simulation, "queue_place">): string {
  if (queue_place === null) return "–";
  const { job, state, reason } = queue_place;
  const stateText = `${state.charAt(0).toUpperCase()}${state.slice(1)}`;
  return `${stateText}${reason && ` (${reason})`}${job && ` · ${job}`}`;
}

/** The values without their types. */
export const plainValues = (
  values: Readonly<Record<string, TypedValue>>,
): Record<string, TypedValue["value"]> =>
  Object.fromEntries(Object.entries(values).map(([name, { value }]) => [name, value]));

/** The text of the out-of-spec "verified" column. */
export function verificationText({
  status,
  verified_in_or_out_of_spec,
}: Pick<Simulation, "status" | "verified_in_or_out_of_spec">): "Pending" | "Verified" | "Unverified" {
  if (status === "Pending Verification" || status === "Pending Running" || status === "Running")
    return "Pending";
  return verified_in_or_out_of_spec ? "Verified" : "Unverified";
}
