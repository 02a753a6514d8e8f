/** The order of the cards of a page, and which of them are collapsed, as a person left them. */
import { z } from "zod";

export const cardLayout = z.object({ order: z.array(z.string()), collapsed: z.array(z.string()) });
export type CardLayout = z.infer<typeof cardLayout>;

export const USUAL_LAYOUT: CardLayout = { order: [], collapsed: [] };

/** The layout that a browser stored as text; the usual one where it is none. */
export function readCardLayout(text: string | undefined): CardLayout {
  try {
    return cardLayout.safeParse(JSON.parse(text ?? "null")).data ?? USUAL_LAYOUT;
  } catch {
    return USUAL_LAYOUT;
  }
}

/**
 * All cards in a person's order. A card that this order does not name, as a new one of the product, follows the card that it
 * usually follows.
 * @param usual the names of all cards in their usual order
 */
export function orderCards(usual: readonly string[], order: readonly string[]): string[] {
  const ordered = order.filter((name, at) => usual.includes(name) && order.indexOf(name) === at);
  for (const [at, name] of usual.entries()) {
    if (ordered.includes(name)) continue;
    const before = usual[at - 1];
    ordered.splice(before === undefined ? 0 : ordered.indexOf(before) + 1, 0, name);
  }
  return ordered;
}

/** The order with a card before or after another one. */
export function placeCard(
  order: readonly string[],
  name: string,
  target: string,
  side: "before" | "after",
): string[] {
  if (name === target) return [...order];
  const remaining = order.filter((card) => card !== name);
  const at = remaining.indexOf(target);
  if (at === -1) return [...order];
  return remaining.toSpliced(side === "before" ? at : at + 1, 0, name);
}

/** The card that is shown next to a card; null at the ends. @param shown the cards of the page, in their order */
export const findNeighbour = (shown: readonly string[], name: string, step: -1 | 1): string | null => {
  const at = shown.indexOf(name);
  return at === -1 ? null : (shown[at + step] ?? null);
};
