/** "RF" and "rf" are one tag. */
export const toTagId = (name: string): string => name.toLowerCase();

/** Returns the tags that are not among others. */
export function omitTags(names: readonly string[], omitted: readonly string[]): string[] {
  const ids = new Set(omitted.map(toTagId));
  return names.filter((name) => !ids.has(toTagId(name)));
}
