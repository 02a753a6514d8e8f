/**
 * Builds the search of a list from the text of its filter box: any part of a name, or a whole id. Null where the text
 * is blank.
 */
export function parseSearch(text = ""): { anywhere: RegExp; byId: { _id: number }[] } | null {
  const needle = text.trim();
  if (needle === "") return null;
  const anywhere = new RegExp(needle.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"), "i");
  return { anywhere, byId: /^\d{1,15}$/.test(needle) ? [{ _id: Number(needle) }] : [] };
}
