/** Writes the problems that a schema finds in the words of a form. Schemas that name their own sentence keep it. */
import type { z } from "zod";
import { MESSAGES } from "./messages.ts";

type Issue = z.core.$ZodRawIssue;

/** The sentence of a problem; undefined: zod's own. */
export function validationText(issue: Issue): string | undefined {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined ? MESSAGES.fieldRequired : typeText(issue.expected);
    case "too_small":
      return sizeText(issue.origin, Number(issue.minimum), "least", issue.inclusive ?? true);
    case "too_big":
      return sizeText(issue.origin, Number(issue.maximum), "most", issue.inclusive ?? true);
    case "invalid_value":
      return issue.input === undefined ? MESSAGES.fieldRequired : MESSAGES.oneOf(issue.values.map(String));
    case "invalid_union":
    case "invalid_key":
    case "invalid_element":
      return issue.input === undefined ? MESSAGES.fieldRequired : MESSAGES.notValid;
    case "invalid_format":
      return issue.format === "email" ? MESSAGES.notAnEmail : MESSAGES.notValid;
    default:
      return undefined;
  }
}

function typeText(expected: string): string {
  switch (expected) {
    case "number":
    case "nan":
      return MESSAGES.invalidNumber;
    case "int":
      return MESSAGES.wholeNumber;
    case "string":
      return MESSAGES.notText;
    case "boolean":
      return MESSAGES.oneOf(["true", "false"]);
    case "array":
    case "tuple":
      return MESSAGES.notAList;
    case "object":
    case "record":
      return MESSAGES.notAnObject;
    default:
      return MESSAGES.notValid;
  }
}

function sizeText(origin: string, limit: number, kind: "least" | "most", inclusive: boolean): string {
  if (origin === "string") {
    if (kind === "least" && limit === 1) return MESSAGES.fieldRequired;
    return MESSAGES.length(kind, limit, "character");
  }
  if (origin === "array" || origin === "set") return MESSAGES.length(kind, limit, "item");
  if (!inclusive) return kind === "least" ? MESSAGES.greaterThan(limit) : MESSAGES.lessThan(limit);
  return kind === "least" ? MESSAGES.atLeast(limit) : MESSAGES.atMost(limit);
}
