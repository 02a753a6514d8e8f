import { Text } from "@mantine/core";
import type { FieldErrors } from "#api/call.ts";
import type { VariableDraft } from "./draft.ts";
import type { Edit } from "./use-spec-form.ts";
import { VariableRow } from "./variable-row.tsx";
import classes from "./variables.module.css";

const COLUMN_TITLES = ["Variable", "Name", "Unit", "Minimum", "Value", "Maximum", "Fixed"];

export type ListProps = { problems: FieldErrors; disabled: boolean; edit: Edit };

export function VariablesTab({ variables, ...rest }: ListProps & { variables: readonly VariableDraft[] }) {
  if (variables.length === 0) return <Text c="dimmed">This spec has no variables.</Text>;
  return (
    <>
      <Text size="xs" c="dimmed" mb={6}>
        The defaults of new jobs. Numbers can be written as 20u, 1.5k or 2e-5; separate the elements of a
        vector with commas.
      </Text>
      <div className={classes.table}>
        <div className={classes.head} aria-hidden>
          {COLUMN_TITLES.map((column) => (
            <span key={column}>{column}</span>
          ))}
        </div>
        {variables.map((variable, index) => (
          <VariableRow key={variable.key} item={variable} index={index} {...rest} />
        ))}
      </div>
    </>
  );
}
