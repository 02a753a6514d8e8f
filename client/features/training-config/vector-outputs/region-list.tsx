import { ActionIcon, Button, Group, Stack, Text } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { columnTitle } from "@understudy/shared/quantities/quantity-text.ts";
import type { ShownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { useRef } from "react";
import { NumberField } from "#ui/number-field.tsx";
import {
  findProblems,
  newRegion,
  type RegionDraft,
  type RegionProblems,
  type Span,
  sectionsIn,
} from "./region-rules.ts";
import type { FocusRegions } from "./use-focus-regions.ts";
import classes from "./vector-outputs.module.css";

const NO_PROBLEMS: RegionProblems = { from: null, to: null, sections: null };

type RowProps = {
  region: RegionDraft;
  position: number;
  problems: RegionProblems;
  unit: ShownUnit;
  disabled: boolean;
  onChange: (region: RegionDraft) => void;
  onRemove: () => void;
};

function RegionFields({ region, position, problems, unit, disabled, onChange, onRemove }: RowProps) {
  return (
    <fieldset className={classes.region} disabled={disabled}>
      <legend className={classes.legend}>Region {position}</legend>
      <Group gap="xs" align="flex-start" grow wrap="nowrap">
        <NumberField
          label={columnTitle("From", unit)}
          shown={unit}
          size="xs"
          value={region.from}
          error={problems.from}
          onNumber={(from) => onChange({ ...region, from })}
        />
        <NumberField
          label={columnTitle("To", unit)}
          shown={unit}
          size="xs"
          value={region.to}
          error={problems.to}
          onNumber={(to) => onChange({ ...region, to })}
        />
      </Group>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <NumberField
          label="No of sections"
          size="xs"
          className={classes.grow}
          isWhole
          value={region.sections}
          error={problems.sections}
          onNumber={(sections) => onChange({ ...region, sections })}
        />
        <ActionIcon variant="default" size={30} onClick={onRemove} aria-label={`Remove region ${position}`}>
          <IconTrash size={15} />
        </ActionIcon>
      </Group>
    </fieldset>
  );
}

type Props = {
  focus: FocusRegions;
  regions: readonly RegionDraft[];
  span: Span;
  unit: ShownUnit;
  disabled: boolean;
};

/** The focus regions as fields, with a button for another. */
export function RegionList({ focus, regions, span, unit, disabled }: Props) {
  const nextKey = useRef(-1);
  const used = sectionsIn(regions);
  const problems = findProblems(regions, span);
  const isFull = used >= focus.maxSections;
  const add = () => {
    const region = newRegion(regions, span, focus.maxSections, nextKey.current--);
    if (region !== null) focus.change([...regions, region]);
  };
  return (
    <Stack gap="xs">
      {regions.map((region, index) => (
        <RegionFields
          key={region.key}
          region={region}
          position={index + 1}
          problems={problems[index] ?? NO_PROBLEMS}
          unit={unit}
          disabled={disabled}
          onChange={(changed) => focus.change(regions.with(index, changed))}
          onRemove={() => focus.change(regions.toSpliced(index, 1))}
        />
      ))}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} />}
        disabled={disabled || isFull}
        onClick={add}
      >
        Add Focus Region
      </Button>
      <Text size="xs" c={used > focus.maxSections ? "red" : "dimmed"} role="status">
        {isFull
          ? `${MESSAGES.maximumSections(focus.maxSections)}.`
          : `${used} of at most ${focus.maxSections} sections used.`}
      </Text>
    </Stack>
  );
}
