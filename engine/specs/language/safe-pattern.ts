/**
 * Regular expressions of users. RE2's automata read a text once, however the expression is made, so that
 * none can keep a server busy: Cox (2007), "Regular Expression Matching Can Be Simple And Fast".
 */
import { RE2JS, RE2JSSyntaxException } from "re2js";

export type SafePattern = {
  readonly groups: number;
  /** The groups of each match in turn; null for one that took no part. */
  matches(text: string): Iterable<(string | null)[]>;
};

/** RE2 writes out what is repeated, so that a few bytes could ask for an automaton of many megabytes. */
const MAX_REPETITIONS = 1_000;

function repetitionsIn(pattern: string): number {
  const counts = pattern.matchAll(/\{(\d{1,6})(?:,(\d{0,6}))?\}/g);
  return [...counts].reduce((sum, [, least, most]) => sum + Number(most || least), 0);
}

export function compilePattern(pattern: string): SafePattern | { readonly problem: string } {
  if (repetitionsIn(pattern) > MAX_REPETITIONS) {
    return { problem: `its repetition counts {n} must not exceed ${MAX_REPETITIONS} in total` };
  }
  try {
    const compiled = RE2JS.compile(pattern, RE2JS.MULTILINE);
    return {
      groups: compiled.groupCount(),
      *matches(text) {
        const matcher = compiled.matcher(text);
        while (matcher.find()) {
          yield Array.from({ length: compiled.groupCount() }, (_, i) => matcher.group(i + 1) ?? null);
        }
      },
    };
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return { problem: error.message };
    throw error;
  }
}
