import { Box, Select, Text } from "@mantine/core";
import { displayName, type InputDefinition } from "@understudy/shared/domain/variable.ts";
import { DROPDOWN_MAX_HEIGHT_PX, SLIDER_STEPS } from "@understudy/shared/limits.ts";
import { memo } from "react";
import { formatValue } from "../../../../components/format.ts";
import { NumberField } from "../../../../components/number-field.tsx";
import classes from "./parameters.module.css";
import { type Parameter, stepOf, valueAt } from "./parameters.ts";
import type { EmulatorSession } from "./session.ts";

type Props = { parameter: Parameter; input: InputDefinition; session: EmulatorSession };

function SliderRow({ parameter, input, session }: Props & { parameter: Parameter & { kind: "slider" } }) {
  const value = Number(session.useParameter(parameter.name));
  const { multiplier, unit } = input;
  const label = displayName(input);
  const shown = (stored: number) => formatValue(stored / multiplier);
  const position = stepOf(parameter, value);
  return (
    <>
      <NumberField
        size="xs"
        className={classes.box}
        aria-label={`${label}, value`}
        value={value / multiplier}
        min={parameter.min / multiplier}
        max={parameter.max / multiplier}
        onNumber={(typed) => session.move(parameter.name, typed * multiplier)}
      />
      <Box
        component="input"
        type="range"
        className={classes.slider}
        __vars={{ "--filled": `${position}%` }}
        aria-label={label}
        aria-valuetext={`${shown(value)} ${unit}`}
        min={0}
        max={SLIDER_STEPS}
        step={1}
        value={position}
        onChange={(event) =>
          session.move(parameter.name, valueAt(parameter, Number(event.currentTarget.value)))
        }
      />
      <span className={classes.end}>{shown(parameter.min)}</span>
      <span className={classes.end} data-side="right">
        {shown(parameter.max)}
      </span>
    </>
  );
}

function ListRow({ parameter, input, session }: Props & { parameter: Parameter & { kind: "list" } }) {
  const value = session.useParameter(parameter.name);
  const { multiplier } = input;
  return (
    <Select
      size="xs"
      className={classes.list}
      aria-label={displayName(input)}
      allowDeselect={false}
      maxDropdownHeight={DROPDOWN_MAX_HEIGHT_PX}
      data={parameter.values.map((one, index) => ({
        value: String(index),
        label: typeof one === "number" ? formatValue(one / multiplier) : one,
      }))}
      value={String(parameter.values.indexOf(value))}
      onChange={(index) => {
        const chosen = parameter.values[Number(index)];
        if (index !== null && chosen !== undefined) session.move(parameter.name, chosen);
      }}
    />
  );
}

/** One input to set. It is drawn again only when its own value changes. */
export const ParameterRow = memo(function ParameterRow({ parameter, input, session }: Props) {
  return (
    <div className={classes.row}>
      <Text size="sm" fw={500} className={classes.label} title={input.name}>
        {displayName(input)}
        {input.unit !== "" && (
          <Text component="span" c="dimmed" fw={400}>
            {" "}
            ({input.unit})
          </Text>
        )}
      </Text>
      {parameter.kind === "slider" ? (
        <SliderRow parameter={parameter} input={input} session={session} />
      ) : (
        <ListRow parameter={parameter} input={input} session={session} />
      )}
    </div>
  );
});
