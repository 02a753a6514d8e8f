import { NativeSelect, Popover, Stack, Text, UnstyledButton } from "@mantine/core";
import {
  computeDesirability,
  GOAL_KINDS,
  type OutputGoal,
  outputGoal,
} from "@understudy/shared/domain/desirability.ts";
import type { OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { storedValue } from "@understudy/shared/quantities/shown-unit.ts";
import { useState } from "react";
import { linspace, type Range } from "#plots/model/ranges.ts";
import type { ProfilerOutput } from "#plots/profiler/profiler-data.ts";
import { usePalette } from "#plots/use-palette.ts";
import { NumberField } from "#ui/number-field.tsx";
import classes from "./profiler.module.css";
import { proposeGoal } from "./profiler-settings.ts";

const KIND_LABELS: Readonly<Record<OutputGoal["kind"], string>> = {
  maximise: "Maximise",
  minimise: "Minimise",
  target: "Target",
  limits: "Limits",
};
type Field = "low" | "target" | "high";
const FIELD_LABELS: Readonly<Record<OutputGoal["kind"], Partial<Record<Field, string>>>> = {
  maximise: { low: "Worth nothing up to", high: "Best from" },
  minimise: { low: "Best up to", high: "Worth nothing from" },
  target: { low: "Worth nothing up to", target: "Target", high: "Worth nothing from" },
  limits: { low: "Lower limit", high: "Upper limit" },
};
const GOAL_FIELDS: readonly Field[] = ["low", "target", "high"];

/** Drawn beside the curves: how much each value of the output is worth. */
const LINE_SIZE = { width: 40, height: 84, margin: 3 };
const LINE_POINTS = 61;

type Props = {
  output: ProfilerOutput;
  /** The range of the row's axis, as it is drawn. */
  range: Range;
  definition: OutputDefinition;
  onGoal: (goal: OutputGoal | null) => void;
};

/** The desirability line of an output, on which its goal is chosen. */
export function GoalEditor({ output, range, definition, onGoal }: Props) {
  const { goal, label } = output;
  const kind = goal?.kind ?? "none";
  return (
    <Popover position="left" shadow="md" trapFocus withinPortal>
      <Popover.Target>
        <UnstyledButton
          className={classes.goal}
          aria-label={`Goal of ${label}: ${goal === null ? "none" : KIND_LABELS[goal.kind]}`}
          title={`Goal of ${label}`}
        >
          {goal === null ? (
            <span className={classes.noGoal}>Goal</span>
          ) : (
            <GoalLine output={output} range={range} goal={goal} />
          )}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={`Goal of ${label}`}>
        <Stack gap="xs" w={210}>
          <NativeSelect
            size="xs"
            label={`Goal of ${label}`}
            value={kind}
            data={[
              { value: "none", label: "None" },
              ...GOAL_KINDS.map((value) => ({ value, label: KIND_LABELS[value] })),
            ]}
            onChange={({ currentTarget }) => {
              const chosen = GOAL_KINDS.find((candidate) => candidate === currentTarget.value);
              onGoal(chosen === undefined ? null : proposeGoal(chosen, definition));
            }}
          />
          {goal !== null && <GoalFields key={goal.kind} output={output} goal={goal} onGoal={onGoal} />}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

type FieldsProps = { output: ProfilerOutput; goal: OutputGoal; onGoal: (goal: OutputGoal) => void };

/** The values of a goal. One that makes no sense together with the others is kept here with what is wrong, and changes nothing. */
function GoalFields({ output, goal, onGoal }: FieldsProps) {
  const [draft, setDraft] = useState<Partial<Record<Field, number | null>>>({ ...goal });
  const { unit } = output;
  const problem = outputGoal.safeParse({ ...draft, kind: goal.kind }).error?.issues[0]?.message ?? null;
  const change = (field: Field, value: number | null) => {
    const next = { ...draft, [field]: value };
    setDraft(next);
    const read = outputGoal.safeParse({ ...next, kind: goal.kind });
    if (read.success) onGoal(read.data);
  };
  return (
    <>
      {GOAL_FIELDS.flatMap((field) => {
        const label = FIELD_LABELS[goal.kind][field];
        if (label === undefined) return [];
        const value = draft[field] ?? null;
        return [
          <NumberField
            key={field}
            size="xs"
            label={unit.text === "" ? label : `${label} (${unit.text})`}
            shown={unit}
            value={value === null ? null : value / unit.multiplier}
            onNumber={(typed) => change(field, storedValue(typed, unit))}
          />,
        ];
      })}
      <Text size="xs" c="var(--mantine-color-error)" role="status" mih={18}>
        {problem ?? ""}
      </Text>
    </>
  );
}

/** The desirability from 0 (left) to 1 (right) of the values on the output's axis. */
function GoalLine({ output, range, goal }: Pick<Props, "output" | "range"> & { goal: OutputGoal }) {
  const palette = usePalette();
  const { width, height, margin } = LINE_SIZE;
  const [low, high] = range;
  const points = linspace(low, high, LINE_POINTS).map((place) => {
    const value = output.isLogarithmic ? 10 ** place : place;
    const x = margin + computeDesirability(goal, value) * (width - 2 * margin);
    const y = height - margin - ((place - low) / (high - low)) * (height - 2 * margin);
    return `${x},${y}`;
  });
  return (
    <svg
      className={classes.goalLine}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <polyline
        points={points.join(" ")}
        fill="none"
        stroke={palette.series[2] ?? palette.prediction}
        strokeWidth={1.75}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
