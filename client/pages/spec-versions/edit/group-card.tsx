import { Checkbox, MultiSelect } from "@mantine/core";
import { memo } from "react";
import { Card, span } from "./card.tsx";
import { listItem } from "./list-item.ts";
import type { RowProps } from "./row-props.ts";
import { TextField } from "./text-field.tsx";

const SHOWN_FIELDS = ["name", "variable_names", "open_by_default"];

/** Variables that are shown together when a job is created. `names` are those of all variables. */
export const GroupCard = memo(function GroupCard({
  names,
  ...props
}: RowProps<"variable_groups"> & { names: readonly string[] }) {
  const { item, disabled } = props;
  const { card, text, at, change } = listItem("variable_groups", props, SHOWN_FIELDS);
  return (
    <Card kind="group" {...card}>
      <TextField label="Name" required maxLength={200} {...text("name", item.name, (name) => ({ name }))} />
      <MultiSelect
        {...span(9)}
        size="xs"
        label="Variables"
        searchable
        disabled={disabled}
        data={[...new Set([...names, ...item.variable_names])]}
        value={[...item.variable_names]}
        error={at("variable_names")}
        onChange={(variable_names) => change({ variable_names })}
      />
      <Checkbox
        {...span(12)}
        size="xs"
        label="Open by default"
        disabled={disabled}
        checked={item.open_by_default}
        error={at("open_by_default")}
        onChange={(event) => change({ open_by_default: event.currentTarget.checked })}
      />
    </Card>
  );
});
