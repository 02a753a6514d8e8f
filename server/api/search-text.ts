/** What a list is searched for, from the text of its filter box: any part of a name, or a whole id. Null where the text is blank. */
export function searchOf(text = ""): { anywhere: RegExp; byId: { _id: number }[] } | null {
  const wanted = text.trim();
  if (wanted === "") return null;
  const anywhere = new RegExp(wanted.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"), "i");
  return { anywhere, byId: /^\d{1,15}$/.test(wanted) ? [{ _id: Number(wanted) }] : [] };
}
