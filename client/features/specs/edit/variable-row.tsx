import { ActionIcon, Badge, Checkbox, Collapse, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronRight } from "@tabler/icons-react";
import { memo } from "react";
import type { FieldErrors } from "#api/call.ts";
import type { RowProps } from "./card.tsx";
import { MoreOfVariable } from "./more-of-variable.tsx";
import { listOtherProblems, problemAt } from "./problems.ts";
import { relabelVariable } from "./units.ts";
import { ValueFields } from "./value-fields.tsx";
import classes from "./variables.module.css";

/** Fields that the folded part holds: it opens where something is wrong with one. */
const FOLDED_FIELDS = ["help_text", "is_integer", "absolute_min", "absolute_max", "options", "optional"];
const SHOWN_FIELDS = [
  "verbose_name",
  "unit",
  "default_min",
  "default_val",
  "default_max",
  "fixed",
  ...FOLDED_FIELDS,
];

const isFoldedWrong = (problems: FieldErrors, place: string): boolean =>
  FOLDED_FIELDS.some((field) => problemAt(problems, `${place}.${field}`) !== null);

/** One variable: a line of a table on a wide screen, a small card on a phone; the rest of it folds out below. */
export const VariableRow = memo(function VariableRow(props: RowProps<"variables">) {
  const { item, index, problems, disabled, edit } = props;
  const { name, type, verbose_name, unit, fixed } = item;
  const [isOpen, { toggle }] = useDisclosure(false);
  const place = `variables[${index}]`;
  const opened = isOpen || isFoldedWrong(problems, place);
  const hiddenProblems = listOtherProblems(problems, place, SHOWN_FIELDS);
  const canBeFixed = type === "Scalar" || type === "Vector" || type === "MultiSelect";
  return (
    <fieldset aria-label={name} className={classes.row} data-variable={name}>
      <NameCell name={name} type={type} isOpen={opened} onToggle={toggle} />
      <TextInput
        size="xs"
        className={classes.verbose}
        wrapperProps={{ "data-label": "Name" }}
        aria-label={`Name of ${name}`}
        placeholder={name}
        maxLength={200}
        disabled={disabled}
        value={verbose_name}
        error={problemAt(problems, `${place}.verbose_name`)}
        onChange={(event) => edit.item("variables", index, { verbose_name: event.currentTarget.value })}
      />
      <TextInput
        size="xs"
        className={classes.unit}
        wrapperProps={{ "data-label": "Unit" }}
        aria-label={`Unit of ${name}`}
        maxLength={50}
        disabled={disabled}
        value={unit}
        error={problemAt(problems, `${place}.unit`)}
        onChange={(event) => edit.item("variables", index, relabelVariable(item, event.currentTarget.value))}
      />
      <ValueFields {...props} />
      <div className={classes.fixed} data-label="Fixed">
        {canBeFixed && (
          <Checkbox
            size="xs"
            aria-label={`Fix ${name}`}
            disabled={disabled}
            checked={fixed}
            error={problemAt(problems, `${place}.fixed`)}
            onChange={(event) => edit.item("variables", index, { fixed: event.currentTarget.checked })}
          />
        )}
      </div>
      {hiddenProblems.length > 0 && (
        <Text size="xs" c="var(--mantine-color-error)" className={classes.more} role="alert">
          {hiddenProblems.join("; ")}
        </Text>
      )}
      <Collapse expanded={opened} transitionDuration={120} className={classes.more}>
        <MoreOfVariable {...props} />
      </Collapse>
    </fieldset>
  );
});

type NameProps = { name: string; type: string; isOpen: boolean; onToggle: () => void };

function NameCell({ name, type, isOpen, onToggle }: NameProps) {
  return (
    <div className={classes.name}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={`More settings of ${name}`}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        <IconChevronRight size={15} className={classes.chevron} data-opened={isOpen} />
      </ActionIcon>
      <code className={classes.specName} title={name}>
        {name}
      </code>
      <Badge size="xs" variant="default" tt="none" fw={500}>
        {type}
      </Badge>
    </div>
  );
}
