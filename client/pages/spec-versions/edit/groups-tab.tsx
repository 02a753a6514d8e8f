import { Button, Checkbox, MultiSelect, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { ProblemList } from "../../../components/problem-list.tsx";
import { Card, span } from "./card.tsx";
import { newGroup, type SpecDraft } from "./draft.ts";
import { otherProblems, problemAt } from "./problems.ts";
import { TextField } from "./text-field.tsx";
import type { ListProps } from "./variables-tab.tsx";

const SHOWN = ["name", "variable_names", "open_by_default"];
type Props = ListProps & Pick<SpecDraft, "variables" | "variable_groups">;

/** How variables are put together where a job is made. */
export function GroupsTab({ variables, variable_groups: groups, problems, disabled, edit }: Props) {
  const names = variables.map(({ name }) => name);
  return (
    <>
      <Text size="xs" c="dimmed" mb={6}>
        How the variables are put together where a job is made. Those of no group come first.
      </Text>
      <ProblemList problems={problems.variable_groups ?? []} />
      {groups.map((group, index) => {
        const place = `variable_groups[${index}]`;
        const at = (field: string) => problemAt(problems, `${place}.${field}`);
        return (
          <Card
            key={group.key}
            kind="group"
            name={group.name}
            problems={otherProblems(problems, place, SHOWN)}
            disabled={disabled}
            onRemove={() => edit.remove("variable_groups", index)}
          >
            <TextField
              label="Name"
              required
              maxLength={200}
              disabled={disabled}
              value={group.name}
              error={at("name")}
              onText={(name) => edit.item("variable_groups", index, { name })}
            />
            <MultiSelect
              {...span(9)}
              size="xs"
              label="Variables"
              searchable
              disabled={disabled}
              data={[...new Set([...names, ...group.variable_names])]}
              value={[...group.variable_names]}
              error={at("variable_names")}
              onChange={(variable_names) => edit.item("variable_groups", index, { variable_names })}
            />
            <Checkbox
              {...span(12)}
              size="xs"
              label="Open by default"
              disabled={disabled}
              checked={group.open_by_default}
              error={at("open_by_default")}
              onChange={(event) =>
                edit.item("variable_groups", index, { open_by_default: event.currentTarget.checked })
              }
            />
          </Card>
        );
      })}
      <Button
        mt="sm"
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} />}
        disabled={disabled}
        onClick={() => edit.add("variable_groups", newGroup())}
      >
        Add Group
      </Button>
    </>
  );
}
