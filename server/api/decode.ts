import { MESSAGES } from "@understudy/shared/messages.ts";
import type { z } from "zod";
import { type FieldErrors, invalid } from "../problem.ts";

/**
 * What a client sent, as the contract says it must be.
 * @throws Problem 400 with everything that is wrong, by field: `name`, `inputs.0.multiplier`.
 */
export function decode<T extends z.ZodType>(schema: T, sent: unknown, message?: string): z.output<T> {
  const decoded = schema.safeParse(sent, {
    error: ({ code, input }) =>
      code === "invalid_type" && input === undefined ? MESSAGES.fieldRequired : undefined,
  });
  if (decoded.success) return decoded.data;
  throw invalid(fieldErrors(decoded.error.issues), message);
}

function fieldErrors(issues: readonly z.core.$ZodIssue[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const issue of issues) {
    const unknown = issue.code === "unrecognized_keys" ? issue.keys : [];
    for (const key of unknown) errors[[...issue.path, key].join(".")] = ["There is no such field"];
    if (unknown.length > 0) continue;
    const field = issue.path.join(".") || "request";
    errors[field] = [...(errors[field] ?? []), issue.message];
  }
  return errors;
}
