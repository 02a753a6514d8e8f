import { assertNever } from "@understudy/shared/assert-never.ts";
import type { ManifestVariable } from "@understudy/shared/domain/spec-manifest.ts";
import { formatValue } from "@understudy/shared/quantities/quantity-text.ts";

const text = (value: string | number): string => (typeof value === "number" ? formatValue(value) : value);

/** What a job varies it over, or chooses from, by default: `1 – 40`, or the options; empty where there is neither. */
export function rangeText(variable: ManifestVariable): string {
  switch (variable.type) {
    case "Scalar":
      return `${formatValue(variable.default_min)} – ${formatValue(variable.default_max)}`;
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

export function defaultText({ default_val }: ManifestVariable): string {
  if (default_val === null) return "";
  return Array.isArray(default_val) ? default_val.map(formatValue).join(", ") : text(default_val);
}
