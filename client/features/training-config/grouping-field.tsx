import { MultiSelect, Stack } from "@mantine/core";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { groupsText, listed } from "#predictions/row-groups-text.ts";
import { Cards } from "#ui/cards.tsx";

type Choice = "found" | "none" | "chosen";

type Props = {
  config: Pick<JobConfig, "inputs" | "row_groups" | "training">;
  disabled: boolean;
  onChange: (groupBy: string[] | null) => void;
};

/** More inputs than these are seldom varied by hand. */
const MAX_SUGGESTED = 100;

/**
 * Chooses which rows go together, so that the accuracy is measured on groups that were left out whole. Shown where rows look as if they did, or
 * somebody chose groups.
 */
export function GroupingField({ config, disabled, onChange }: Props) {
  const { row_groups: groups, training, inputs } = config;
  const { group_by } = training;
  if (groups === null && group_by === null) return null;
  const choice: Choice = group_by === null ? "found" : group_by.length === 0 ? "none" : "chosen";
  const change = (next: Choice) =>
    onChange(
      next === "found"
        ? null
        : next === "none"
          ? []
          : (groups?.columns ?? inputs.slice(0, 1).map(({ name }) => name)),
    );
  return (
    <Stack gap={6}>
      <Cards<Choice>
        label="Rows that go together"
        value={choice}
        disabled={disabled}
        options={[
          {
            value: "found",
            label: "As found in the data",
            text:
              choice === "found" && groups !== null
                ? `${groupsText(groups)}; ${sweptText(groups.swept)}. Accuracy is measured on groups that are left out whole.`
                : "Rows of one sweep are left out together.",
          },
          {
            value: "none",
            label: "Every row by itself",
            text: "Only where new designs will lie on sweeps that are in the data: else the accuracy shown is too good.",
          },
          {
            value: "chosen",
            label: "By chosen inputs",
            text:
              choice === "chosen" && groups !== null
                ? `${groupsText(groups)}.`
                : "Rows that agree in these inputs are left out together.",
          },
        ]}
        onChange={change}
      />
      {choice === "chosen" && (
        <MultiSelect
          size="xs"
          aria-label="Inputs that rows of a group agree in"
          disabled={disabled}
          searchable
          limit={MAX_SUGGESTED}
          data={inputs.map(({ name }) => name)}
          value={group_by ?? []}
          onChange={(names) => onChange(names)}
        />
      )}
    </Stack>
  );
}

const sweptText = (names: readonly string[]): string =>
  `${listed(names)} ${names.length === 1 ? "varies" : "vary"} within them`;
