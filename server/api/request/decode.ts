import { IN_WORDS } from "@understudy/shared/api/bounded.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { z } from "zod";
import { createErrorList, type ErrorList } from "../../core/field-errors.ts";
import { invalidList } from "../../core/problem.ts";

/**
 * Parses the data of a request by the route's schema.
 * @throws Problem 400 with everything that is wrong, by field: `name`, `inputs.0.multiplier`.
 */
export function decode<T extends z.ZodType>(schema: T, sent: unknown, message?: string): z.output<T> {
  const decoded = schema.safeParse(sent, IN_WORDS);
  if (decoded.success) return decoded.data;
  throw invalidList(toErrorList(decoded.error.issues), message);
}

function toErrorList(issues: readonly z.core.$ZodIssue[]): ErrorList {
  const errors = createErrorList();
  for (const issue of issues) {
    const unknown = issue.code === "unrecognized_keys" ? issue.keys : [];
    for (const key of unknown) errors.add([...issue.path, key].join("."), MESSAGES.noSuchField);
    if (unknown.length === 0) errors.add(issue.path.join(".") || "request", issue.message);
  }
  return errors;
}
