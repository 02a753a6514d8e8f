import type { Simulation, TypedValue } from "@understudy/shared/api/simulation.ts";
import { formatValue } from "../../../../components/format.ts";

/** A value as a cell shows it. */
export function formatTyped(typed: TypedValue): string {
  switch (typed.type) {
    case "Scalar":
      return formatValue(typed.value);
    case "Vector":
      return typed.value.map(formatValue).join(", ");
    case "String":
    case "File":
      return String(typed.value);
  }
}

/** What the out-of-spec "verified" column says. */
export function verdictOf({
  status,
  verified_in_or_out_of_spec,
}: Pick<Simulation, "status" | "verified_in_or_out_of_spec">): "Pending" | "Verified" | "Unverified" {
  if (status === "Pending Verification" || status === "Pending Running" || status === "Running")
    return "Pending";
  return verified_in_or_out_of_spec ? "Verified" : "Unverified";
}
