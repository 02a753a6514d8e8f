/** Matches names or ids by a text that a person typed: any part of a name, or a whole id. Null: they typed none. */
export function searchOf(text = ""): { anywhere: RegExp; byId: { _id: number }[] } | null {
  const wanted = text.trim();
  if (wanted === "") return null;
  const anywhere = new RegExp(wanted.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"), "i");
  return { anywhere, byId: /^\d{1,15}$/.test(wanted) ? [{ _id: Number(wanted) }] : [] };
}
