import { Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import classes from "./link-cards.module.css";

export type LinkCard = { to: string; icon: ReactNode; title: string; text: string };

/** Ways to begin, a sentence each. */
export const LinkCards = ({ label, cards }: { label: string; cards: readonly LinkCard[] }) => (
  <ul className={classes.cards} aria-label={label}>
    {cards.map(({ to, icon, title, text }) => (
      <li key={to}>
        <Link to={to} className={classes.card}>
          {icon}
          <span>
            <Text component="span" display="block" size="sm" fw={550}>
              {title}
            </Text>
            <Text component="span" display="block" size="sm" c="dimmed">
              {text}
            </Text>
          </span>
        </Link>
      </li>
    ))}
  </ul>
);
