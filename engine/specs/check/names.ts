/** Names: identifiers, so that they can stand in placeholders and expressions, and each used once. */
import { type Place, quotedValue, type Report } from "./problems.ts";

const IDENTIFIER_PATTERN = /^[A-Za-z_][A-Za-z0-9_]*$/;
const MAX_NAME_LENGTH = 64;

export function problemOfName(name: string): string | null {
  if (name.length > MAX_NAME_LENGTH) return `must not be longer than ${MAX_NAME_LENGTH} characters`;
  // JavaScript objects cannot hold a value under this name.
  if (name === "__proto__") return `${quotedValue(name)} cannot be used as a name`;
  if (IDENTIFIER_PATTERN.test(name)) return null;
  return `${quotedValue(name)} is not a valid name: use letters, digits and underscores, and do not start with a digit`;
}

export type NameBook = {
  /** Reports a name that is invalid or already used. @param kind "a variable", "an output" */
  claim(name: string, kind: string, report: Report, place: Place): void;
  readonly taken: ReadonlyMap<string, string>;
};

/** @param taken names that are used already, and by what */
export function createNameRegistry(taken: Iterable<readonly [string, string]> = []): NameBook {
  const owners = new Map(taken);
  return {
    taken: owners,
    claim: (name, kind, report, place) => {
      const problem = problemOfName(name);
      if (problem !== null) report.add(place, problem);
      const owner = owners.get(name);
      if (owner !== undefined) report.add(place, `${quotedValue(name)} is already the name of ${owner}`);
      else owners.set(name, kind);
    },
  };
}
