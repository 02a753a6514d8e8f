import { Switch, Text } from "@mantine/core";
import type { ManifestVariable } from "@understudy/shared/domain/spec-manifest.ts";
import { exactQuantityText, rangeText } from "@understudy/shared/quantities/quantity-text.ts";
import { writtenUnit } from "@understudy/shared/quantities/shown-unit.ts";
import type { VariableErrors } from "@understudy/shared/spec-job/variable-outcome.ts";
import { memo, useId, useMemo } from "react";
import { SharedFieldMark } from "#shared-form/field-marks.tsx";
import { readVariable } from "./draft.ts";
import type { RowProps } from "./row-props.ts";
import { VariableCells } from "./variable-cells.tsx";
import classes from "./variables.module.css";

/** `1 to 200 µm`, or the only limit there is. */
function limitsText({ absolute_min: min, absolute_max: max, unit }: ManifestVariable): string {
  if (min !== null && max !== null) return rangeText(min, max, writtenUnit(unit));
  if (min !== null) return `≥ ${exactQuantityText(min, unit)}`;
  return max !== null ? `≤ ${exactQuantityText(max, unit)}` : "";
}

const PART_LABELS = { lbound: "Minimum", ubound: "Maximum", initval: "Value" } as const;

/** Everything that is wrong, as one text; each part is named where the row has several. */
function errorText(errors: VariableErrors, isRange: boolean): string {
  return Object.entries(errors)
    .map(([part, problems]) => {
      const named = part === "lbound" || part === "ubound" || part === "initval" ? PART_LABELS[part] : null;
      return isRange && named !== null ? `${named}: ${problems.join(" ")}` : problems.join(" ");
    })
    .join(" · ");
}

/** One variable: a line of a table on a wide screen, a small card on a phone. */
export const VariableRow = memo(function VariableRow(props: RowProps) {
  const { variable, draft, hasOneValue, disabled, showsErrors, refused, onChange, onLeave } = props;
  const { name, verbose_name, help_text } = variable;
  const id = useId();
  const pageErrors = useMemo(
    () => readVariable(variable, draft, hasOneValue).errors,
    [variable, draft, hasOneValue],
  );
  const errors: VariableErrors = { ...refused, ...(showsErrors && pageErrors) };
  const isNumber = draft.type === "Scalar" || draft.type === "Vector";
  const canBeFixed = !hasOneValue && (isNumber || draft.type === "MultiSelect");
  const isFixed = "fixed" in draft && draft.fixed;
  const text = errorText(errors, isNumber && !hasOneValue && !isFixed);
  return (
    <fieldset
      aria-labelledby={`${id}-name`}
      className={classes.row}
      data-single={hasOneValue || undefined}
      data-variable={name}
      onBlur={() => onLeave(name)}
    >
      <div className={classes.name} id={`${id}-name`}>
        <Text component="span" size="sm" fw={500} className={classes.verbose}>
          {verbose_name}
        </Text>
        {verbose_name !== name && (
          <Text component="span" className={classes.specName}>
            {name}
          </Text>
        )}
        {help_text !== "" && (
          <Text size="xs" c="dimmed" lineClamp={2} title={help_text}>
            {help_text}
          </Text>
        )}
      </div>
      <SharedFieldMark field={`variables.${name}.`} />
      <VariableCells {...props} errors={errors} errorId={`${id}-error`} />
      <Text component="span" size="xs" c="dimmed" className={classes.limits} data-label="Limits" data-numeric>
        {limitsText(variable)}
      </Text>
      {!hasOneValue && (
        <div className={classes.fixed} data-label="Fixed">
          {canBeFixed && "fixed" in draft && (
            <Switch
              size="xs"
              aria-label={`Fix ${verbose_name}`}
              disabled={disabled}
              checked={draft.fixed}
              onChange={(event) => onChange(name, { ...draft, fixed: event.currentTarget.checked })}
            />
          )}
        </div>
      )}
      {text !== "" && (
        <Text size="xs" id={`${id}-error`} className={classes.error} data-error>
          {text}
        </Text>
      )}
    </fieldset>
  );
});
