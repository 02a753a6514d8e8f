import {
  ActionIcon,
  Badge,
  NativeSelect,
  type NativeSelectProps,
  Text,
  TextInput,
  type TextInputProps,
} from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { FieldErrors } from "#api/call.ts";
import classes from "./card.module.css";
import type { SpecDraft } from "./draft.ts";
import { listOtherProblems, problemAt } from "./problems.ts";
import type { Edit, ListName } from "./use-spec-form.ts";

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

type TextFieldProps = Omit<TextInputProps, "onChange" | "value"> & {
  value: string;
  onText: (text: string) => void;
};

/** A line of text of a card. */
export const TextField = ({ onText, ...input }: TextFieldProps) => (
  <TextInput
    size="xs"
    autoComplete="off"
    spellCheck={false}
    {...input}
    onChange={(event) => onText(event.currentTarget.value)}
  />
);

type Option<V extends string> = { readonly value: V; readonly label: string };
type ChoiceFieldProps<V extends string> = Omit<NativeSelectProps, "data" | "onChange" | "value"> & {
  options: readonly (V | Option<V>)[];
  value: V;
  onChoice: (value: V) => void;
};

/** A choice of a card among a few. */
export function ChoiceField<V extends string>({ options, onChoice, ...input }: ChoiceFieldProps<V>) {
  const all = options.map((option) =>
    typeof option === "string" ? { value: option, label: option } : option,
  );
  return (
    <NativeSelect
      size="xs"
      {...input}
      data={all}
      onChange={(event) => {
        const chosen = all.find(({ value }) => value === event.currentTarget.value);
        if (chosen !== undefined) onChoice(chosen.value);
      }}
    />
  );
}

/**
 * One item of a list of the manifest as a card edits it: how its fields are changed, and what is wrong with each.
 * @param shown the fields that show their own errors; the card shows the rest
 */
export function listItem<L extends ListName>(
  list: L,
  { item, index, problems, disabled, edit }: RowProps<L>,
  shown: readonly string[],
) {
  type Changes = Partial<SpecDraft[L][number]>;
  const place = `${list}[${index}]`;
  const at = (field: string) => problemAt(problems, `${place}.${field}`);
  const change = (changes: Changes) => edit.item(list, index, changes);
  return {
    at,
    change,
    /** The props of its card. */
    card: {
      name: item.name,
      problems: listOtherProblems(problems, place, shown),
      disabled,
      onRemove: () => edit.remove(list, index),
    },
    /** The props of a field of text. */
    text: (field: string, value: string, changes: (text: string) => Changes) => ({
      disabled,
      value,
      error: at(field),
      onText: (text: string) => change(changes(text)),
    }),
  };
}

/** One item of a list of the manifest, its index and its errors. */
export type RowProps<L extends ListName> = {
  item: SpecDraft[L][number];
  index: number;
  problems: FieldErrors;
  disabled: boolean;
  edit: Edit;
};
