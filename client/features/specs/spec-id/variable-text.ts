import { assertNever } from "@understudy/shared/assert-never.ts";
import type { ManifestVariable } from "@understudy/shared/domain/spec-manifest.ts";
import {
  formatValue,
  fullText,
  rangeText as numbersText,
} from "@understudy/shared/quantities/quantity-text.ts";
import { chosenUnit } from "@understudy/shared/quantities/shown-unit.ts";

const text = (value: string | number): string =>
  typeof value === "number" ? formatValue(value, "short") : value;
const getUnit = (variable: ManifestVariable) =>
  chosenUnit({ unit: "unit" in variable ? variable.unit : "", multiplier: 1 });

/**
 * The default range or options of a variable in a job: `1 to 40 µm`, or the options; empty where there is neither.
 */
export function rangeText(variable: ManifestVariable): string {
  switch (variable.type) {
    case "Scalar":
      return numbersText(variable.default_min, variable.default_max, getUnit(variable));
    case "Vector":
      return `${variable.length} numbers`;
    case "SingleSelect":
    case "MultiSelect":
      return variable.options.map(text).join(", ");
    case "String":
    case "File":
      return "";
    default:
      return assertNever(variable);
  }
}

export function defaultText(variable: ManifestVariable): string {
  const { default_val } = variable;
  if (default_val === null) return "";
  if (Array.isArray(default_val))
    return default_val.map((element) => fullText(element, getUnit(variable), "short")).join(", ");
  return typeof default_val === "number" ? fullText(default_val, getUnit(variable), "short") : default_val;
}
