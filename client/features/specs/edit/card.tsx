import { ActionIcon, Badge, Text } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./card.module.css";

type Props = {
  /** The kind of the item, as "output", and its name. */
  kind: string;
  name: string;
  badge?: string;
  problems: readonly string[];
  disabled: boolean;
  onRemove?: () => void;
  children: ReactNode;
};

/** The look of a field that holds an expression. */
export const CODE_STYLES = { input: classes.code ?? "" };

/** The number of a card's twelve columns that a field takes; three without it. */
export const span = (columns: 2 | 4 | 6 | 8 | 9 | 12) => ({ wrapperProps: { "data-span": columns } });

/** One item of a list, with its fields in a grid of twelve columns. */
export function Card({ kind, name, badge, problems, disabled, onRemove, children }: Props) {
  const title = name.trim() === "" ? `New ${kind}` : name;
  return (
    <section aria-label={`${kind} ${title}`} className={classes.card}>
      <div className={classes.head}>
        <Text component="h3" fw={600} size="sm" truncate title={title}>
          {title}
        </Text>
        {badge !== undefined && (
          <Badge size="xs" variant="default" tt="none" fw={500}>
            {badge}
          </Badge>
        )}
        {onRemove !== undefined && (
          <ActionIcon
            variant="subtle"
            color="gray"
            ml="auto"
            aria-label={`Remove ${kind} ${title}`}
            title="Remove"
            disabled={disabled}
            onClick={onRemove}
          >
            <IconTrash size={16} />
          </ActionIcon>
        )}
      </div>
      {problems.length > 0 && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" mb={6}>
          {problems.join("; ")}
        </Text>
      )}
      <div className={classes.fields}>{children}</div>
    </section>
  );
}
