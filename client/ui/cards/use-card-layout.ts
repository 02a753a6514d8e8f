import { useLocalStorage } from "@mantine/hooks";
import { createContext, useContext, useState } from "react";
import { useCurrentUser } from "#data/current-user.ts";
import {
  type CardLayout,
  findNeighbour,
  orderCards,
  placeCard,
  readCardLayout,
  USUAL_LAYOUT,
} from "./card-layout.ts";

export type CardControls = {
  /** The cards that are shown, in their order. */
  readonly order: readonly string[];
  readonly isUsual: boolean;
  readonly isCollapsed: (name: string) => boolean;
  readonly toggle: (name: string) => void;
  readonly canMove: (name: string, step: -1 | 1) => boolean;
  readonly move: (name: string, step: -1 | 1) => void;
  readonly place: (name: string, target: string, side: "before" | "after") => void;
  /** The card that is being dragged; null: none is. */
  readonly dragged: string | null;
  readonly drag: (name: string | null) => void;
  /** Back to the usual order, with every card open. */
  readonly reset: () => void;
  /** The card that was moved last, and its position from 1: read out to those who do not see it. Null: none was. */
  readonly moved: { readonly name: string; readonly position: number } | null;
};

export const CardControlsContext = createContext<CardControls | null>(null);

/** The controls of the page around a card; null where cards stand as they are. */
export const useCardControls = (): CardControls | null => useContext(CardControlsContext);

/**
 * The layout of a page's cards, remembered for each person in this browser.
 * @param page its name, as `emulator`
 * @param usual the names of all cards that such a page can have, in their usual order
 * @param shown those that it has now
 */
export function useCardLayout(
  page: string,
  usual: readonly string[],
  shown: readonly string[],
): CardControls {
  const { id } = useCurrentUser();
  const [layout, setLayout] = useLocalStorage<CardLayout>({
    key: `cards of ${page} of user ${id}`,
    defaultValue: USUAL_LAYOUT,
    deserialize: readCardLayout,
    getInitialValueInEffect: false,
  });
  const [dragged, drag] = useState<string | null>(null);
  const [moved, setMoved] = useState<CardControls["moved"]>(null);
  const all = orderCards(usual, layout.order);
  const order = all.filter((name) => shown.includes(name));

  const place = (name: string, target: string, side: "before" | "after") => {
    const next = placeCard(all, name, target, side);
    setLayout({ ...layout, order: next });
    const position = next.filter((card) => shown.includes(card)).indexOf(name) + 1;
    setMoved({ name, position });
  };
  return {
    order,
    isUsual: layout.collapsed.length === 0 && all.every((name, at) => name === usual[at]),
    isCollapsed: (name) => layout.collapsed.includes(name),
    toggle: (name) => {
      const { collapsed } = layout;
      setLayout({
        ...layout,
        collapsed: collapsed.includes(name)
          ? collapsed.filter((card) => card !== name)
          : [...collapsed, name],
      });
    },
    canMove: (name, step) => findNeighbour(order, name, step) !== null,
    move: (name, step) => {
      const target = findNeighbour(order, name, step);
      if (target !== null) place(name, target, step === -1 ? "before" : "after");
    },
    place,
    dragged,
    drag,
    reset: () => setLayout(USUAL_LAYOUT),
    moved,
  };
}
