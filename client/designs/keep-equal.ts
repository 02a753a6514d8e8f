import isEqual from "fast-deep-equal";

/**
 * Keeps the objects of an earlier answer that are equal to those of a later one, so that what is drawn from them is not drawn again.
 * @returns the items of `after`, each replaced by its equal at the same place of `before`; `before` itself where nothing has changed
 */
export function keepEqual<Item>(before: readonly Item[], after: readonly Item[]): readonly Item[] {
  const items = after.map((item, at) => {
    const earlier = before[at];
    return earlier !== undefined && isEqual(earlier, item) ? earlier : item;
  });
  const isUnchanged = items.length === before.length && items.every((item, at) => item === before[at]);
  return isUnchanged ? before : items;
}
