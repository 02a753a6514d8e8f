import { VisuallyHidden } from "@mantine/core";
import { Fragment, type ReactNode } from "react";
import classes from "./card.module.css";
import type { CardControls } from "./use-card-layout.ts";

type Props = {
  controls: CardControls;
  /** The cards by name; a card that is null is not shown. */
  cards: Readonly<Record<string, ReactNode>>;
  /** Cards that stand elsewhere on the page. */
  without?: readonly string[];
};

/** The cards of a page in a person's order. */
export function CardList({ controls, cards, without = [] }: Props) {
  const { order, moved } = controls;
  return (
    <div className={classes.cards}>
      {order
        .filter((name) => !without.includes(name))
        .map((name) => (
          <Fragment key={name}>{cards[name]}</Fragment>
        ))}
      <VisuallyHidden aria-live="polite">
        {moved !== null && `Moved to position ${moved.position} of ${order.length}.`}
      </VisuallyHidden>
    </div>
  );
}
