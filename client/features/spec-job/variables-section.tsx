import { Button, Group, Menu, Text } from "@mantine/core";
import { IconBookmark } from "@tabler/icons-react";
import type { NamedPoint } from "@understudy/shared/api/job-points.ts";
import type { SpecVersion } from "@understudy/shared/api/spec.ts";
import type { ManifestVariable } from "@understudy/shared/domain/spec-manifest.ts";
import { useCallback, useMemo } from "react";
import { usePoints } from "#predictions/use-points.ts";
import { fieldError } from "#ui/field-errors.ts";
import { createDraft, moveDraft, type VariableDraft } from "./draft.ts";
import { isShown, refusedVariables, variablesIn } from "./errors.ts";
import classes from "./new-spec-job.module.css";
import type { NewSpecJobForm } from "./use-new-spec-job.ts";
import type { useOpenGroups } from "./use-open-groups.ts";
import { VariableGroups } from "./variable-groups.tsx";
import { VariableRow } from "./variable-row.tsx";

/** Specs of this template are trained as they are. */
const FIXED_TEMPLATE = "spectre_nnva";

const formatField = (name: string): string => `variables.${name}`;

type Props = {
  spec: SpecVersion;
  /** In a Single Run every variable has one value. */
  hasOneValue: boolean;
  /** The job whose points may be begun at; null: none. */
  emulatorJobId: number | null;
  form: NewSpecJobForm;
  groups: ReturnType<typeof useOpenGroups>;
};

/** The values or ranges of the spec's variables. */
export function VariablesSection({ spec, hasOneValue, emulatorJobId, form, groups }: Props) {
  const { state, dispatch, read, refused, errors, uploads } = form;
  const disabled = spec.from_template === FIXED_TEMPLATE;
  const refusedByVariable = useMemo(() => refusedVariables(refused), [refused]);
  const invalid = useMemo(() => variablesIn(read.errors), [read]);
  const onChange = useCallback(
    (name: string, draft: VariableDraft) => dispatch({ type: "change-variable", name, draft }),
    [dispatch],
  );
  const onLeave = useCallback(
    (name: string) => dispatch({ type: "touch", field: formatField(name) }),
    [dispatch],
  );
  const startAtPoint = ({ values }: NamedPoint) => {
    for (const variable of spec.variables) {
      const draft = state.draft.variables[variable.name] ?? createDraft(variable, null);
      const moved = moveDraft(variable, draft, values);
      if (moved !== draft) onChange(variable.name, moved);
    }
    // Without it the search spreads over the ranges, wherever the values stand.
    dispatch({ type: "change", field: "warm_start", changes: { warmStart: true } });
  };
  const showsErrors = (name: string) => isShown(state, formatField(name));
  const isWrong = ({ name }: ManifestVariable) =>
    refusedByVariable[name] !== undefined || (showsErrors(name) && invalid.has(name));
  const problem = fieldError(errors, "variables");
  return (
    <section aria-label="Variables">
      <Group justify="space-between" gap="xs" mb={6} align="baseline">
        <Text component="h2" className={classes.title}>
          Variables
        </Text>
        {emulatorJobId !== null && !disabled && (
          <PointsMenu emulatorJobId={emulatorJobId} onChoose={startAtPoint} />
        )}
        {!hasOneValue && (
          <Text size="xs" c="dimmed" data-numeric>
            {read.varied} varied. Numbers can be written as 20u, 1.5k or 2e-5.
          </Text>
        )}
      </Group>
      {disabled && (
        <Text size="sm" c="dimmed" mb={6}>
          The parameters of this spec are set by its netlist and cannot be changed here.
        </Text>
      )}
      {problem !== null && (
        <Text size="sm" c="var(--mantine-color-error)" mb={6} role="alert">
          {problem}
        </Text>
      )}
      <VariableGroups
        spec={spec}
        hasOneValue={hasOneValue}
        open={groups.open}
        onOpen={groups.setOpen}
        wrongIn={(variables) => variables.filter(isWrong).length}
        row={(variable) => (
          <VariableRow
            key={variable.name}
            variable={variable}
            draft={state.draft.variables[variable.name] ?? createDraft(variable, null)}
            hasOneValue={hasOneValue}
            disabled={disabled}
            showsErrors={showsErrors(variable.name)}
            refused={refusedByVariable[variable.name]}
            uploads={uploads}
            onChange={onChange}
            onLeave={onLeave}
          />
        )}
      />
    </section>
  );
}

type PointsMenuProps = { emulatorJobId: number; onChoose: (point: NamedPoint) => void };

/** The points with names of the emulator's job, to begin at. */
function PointsMenu({ emulatorJobId, onChoose }: PointsMenuProps) {
  const points = usePoints(emulatorJobId);
  if (points.length === 0) return null;
  return (
    <Menu shadow="md" position="bottom-end">
      <Menu.Target>
        <Button size="compact-sm" variant="default" leftSection={<IconBookmark size={14} />}>
          Start at a point
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {points.map((point) => (
          <Menu.Item key={point.id} onClick={() => onChoose(point)}>
            {point.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
