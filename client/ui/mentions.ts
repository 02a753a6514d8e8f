/**
 * Creates a pattern of `@` and one of the names; the mention is its only group. Of two names that fit the longer one counts, and
 * "@Anna" does not mention Ann.
 * @param names at least one
 */
export function createMentionPattern(names: readonly string[]): RegExp {
  const longestFirst = names.toSorted((a, b) => b.length - a.length);
  const patterns = longestFirst.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`(@(?:${patterns.join("|")}))(?![\\p{L}\\p{N}_])`, "gu");
}
