/** The id, or other whole number, that a part of the address is; null for anything else, and where the part is absent. */
export const numberInAddress = (text: string | null | undefined): number | null =>
  text != null && /^\d{1,15}$/.test(text) ? Number(text) : null;
