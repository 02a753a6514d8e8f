import { useMemo } from "react";
import { CardList } from "./card-list.tsx";
import { newGroup, type SpecDraft } from "./draft.ts";
import { GroupCard } from "./group-card.tsx";
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
