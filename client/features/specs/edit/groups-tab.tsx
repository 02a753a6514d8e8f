import { Checkbox, MultiSelect } from "@mantine/core";
import { memo, useMemo } from "react";
import type { RowProps } from "./card.tsx";
import { Card, listItem, span, TextField } from "./card.tsx";
import { CardList } from "./card-list.tsx";
import { newGroup, type SpecDraft } from "./draft.ts";
import type { ListProps } from "./variables-tab.tsx";

type Props = ListProps & Pick<SpecDraft, "variables" | "variable_groups">;

/** The groups in which variables are shown when a job is created. */
export function GroupsTab({ variables, variable_groups: groups, ...rest }: Props) {
  const { problems, disabled, edit } = rest;
  const names = useMemo(() => variables.map(({ name }) => name), [variables]);
  return (
    <CardList
      note="How variables are grouped when a job is created. Variables without a group come first."
      problems={problems.variable_groups}
      addLabel="Add Group"
      disabled={disabled}
      onAdd={() => edit.add("variable_groups", newGroup())}
    >
      {groups.map((group, index) => (
        <GroupCard key={group.key} item={group} index={index} names={names} {...rest} />
      ))}
    </CardList>
  );
}

const SHOWN_FIELDS = ["name", "variable_names", "open_by_default"];

/** Variables that are shown together when a job is created. `names` are those of all variables. */
const GroupCard = memo(function GroupCard({
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
