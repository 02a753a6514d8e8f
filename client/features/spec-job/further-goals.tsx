import { ActionIcon, Button, Group, Paper, Select, Stack, Text, Title } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { SpecVersion } from "@understudy/shared/api/spec.ts";
import { JOB_CREATION } from "@understudy/shared/limits.ts";
import { useId } from "react";
import type { FieldErrors } from "#api/call.ts";
import { SharedFieldMark } from "#shared-form/field-marks.tsx";
import { fieldError } from "#ui/field-errors.ts";
import { NumberTextInput } from "#ui/number-text-input.tsx";
import { settledText } from "#ui/typed-quantities.ts";
import { numberHint } from "#ui/use-number-box.ts";
import classes from "./further-goals.module.css";
import { GOAL_KINDS, type GoalDraft, unitOfOutput, withGoal } from "./goal-draft.ts";

type Props = {
  spec: SpecVersion;
  goals: readonly GoalDraft[];
  errors: FieldErrors;
  onChange: (field: string, change: (before: readonly GoalDraft[]) => readonly GoalDraft[]) => void;
  onLeave: (field: string) => void;
};

/** The goals that an optimization keeps or pursues besides its score. */
export function FurtherGoals({ spec, goals, errors, onChange, onLeave }: Props) {
  const titleId = useId();
  // A goal that goes moves those after it: what the server said of any of them no longer belongs to its number.
  const changeAll = (change: (before: readonly GoalDraft[]) => readonly GoalDraft[]) =>
    onChange("further_goals", change);
  return (
    <Paper withBorder p="md" pos="relative" component="section" aria-labelledby={titleId}>
      <SharedFieldMark field="goals" />
      <Stack gap="sm">
        <div>
          <Title order={2} id={titleId}>
            Further Goals
          </Title>
          <Text size="xs" c="dimmed">
            Limits come before the score. Outputs to maximise or minimise share a Pareto front with it.
          </Text>
        </div>
        {goals.map((goal, at) => (
          <GoalFields
            key={goal.id}
            spec={spec}
            goal={goal}
            number={at + 1}
            findError={(part) => fieldError(errors, `further_goals.${at}.${part}`)}
            onChange={(changes) =>
              changeAll((before) =>
                before.map((candidate) =>
                  candidate.id === goal.id ? { ...candidate, ...changes } : candidate,
                ),
              )
            }
            onLeave={(part) => onLeave(`further_goals.${at}.${part}`)}
            onRemove={() => changeAll((before) => before.filter(({ id }) => id !== goal.id))}
          />
        ))}
        {fieldError(errors, "further_goals") !== null && (
          <Text size="xs" c="var(--mantine-color-error)">
            {fieldError(errors, "further_goals")}
          </Text>
        )}
        {goals.length < JOB_CREATION.furtherGoals && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => changeAll(withGoal)}
          >
            Add goal
          </Button>
        )}
      </Stack>
    </Paper>
  );
}

type GoalProps = {
  spec: SpecVersion;
  goal: GoalDraft;
  number: number;
  findError: (part: string) => string | null;
  onChange: (changes: Partial<GoalDraft>) => void;
  onLeave: (part: string) => void;
  onRemove: () => void;
};

function GoalFields({ spec, goal, number, findError, onChange, onLeave, onRemove }: GoalProps) {
  const scalars = spec.outputs.filter(({ type }) => type === "Scalar");
  const select = { size: "xs", allowDeselect: false } as const;
  return (
    <fieldset className={classes.goal} aria-label={`Goal ${number}`}>
      <Group gap={6} wrap="nowrap">
        <Select
          {...select}
          flex={1}
          aria-label={`Kind of goal ${number}`}
          data={[...GOAL_KINDS]}
          value={goal.kind}
          onChange={(chosen) => {
            const kind = GOAL_KINDS.find(({ value }) => value === chosen);
            if (kind !== undefined) onChange({ kind: kind.value });
          }}
        />
        <ActionIcon variant="subtle" color="gray" aria-label={`Remove goal ${number}`} onClick={onRemove}>
          <IconTrash size={16} />
        </ActionIcon>
      </Group>
      <Select
        {...select}
        aria-label={`Output of goal ${number}`}
        placeholder="Choose an output"
        data={scalars.map(({ name, verbose_name }) => ({ value: name, label: verbose_name }))}
        value={goal.output}
        error={findError("output_name")}
        onBlur={() => onLeave("output_name")}
        onChange={(output) => onChange({ output })}
      />
      {goal.kind === "limits" && (
        <Group gap={6} wrap="nowrap" align="flex-start" grow>
          <Limit part="lower" {...{ spec, goal, number, findError, onChange, onLeave }} />
          <Limit part="upper" {...{ spec, goal, number, findError, onChange, onLeave }} />
        </Group>
      )}
    </fieldset>
  );
}

type LimitProps = Omit<GoalProps, "onRemove"> & { part: "lower" | "upper" };

function Limit({ spec, goal, number, part, findError, onChange, onLeave }: LimitProps) {
  const { text: unit } = unitOfOutput(spec, goal.output);
  return (
    <NumberTextInput
      aria-label={`${part === "lower" ? "Lower" : "Upper"} limit of goal ${number}`}
      placeholder={part === "lower" ? "At least" : "At most"}
      title={numberHint(unit)}
      step={null}
      text={goal[part]}
      error={findError(part)}
      onBlur={() => {
        const text = settledText(goal[part], unit);
        if (text !== goal[part]) onChange({ [part]: text });
        onLeave(part);
      }}
      onText={(text) => onChange({ [part]: text })}
    />
  );
}
