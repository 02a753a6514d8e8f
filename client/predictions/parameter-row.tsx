import { Select, Text } from "@mantine/core";
import type { TrainedInput } from "@understudy/shared/api/emulator-report.ts";
import { displayName, type InputDefinition } from "@understudy/shared/domain/variable.ts";
import { formatValue, titleUnit } from "@understudy/shared/quantities/quantity-text.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { memo } from "react";
import { levelBars } from "./histogram.ts";
import type { ParameterControls } from "./parameter-controls.ts";
import classes from "./parameters.module.css";
import type { Parameter } from "./parameters.ts";
import { SliderRow } from "./slider-row.tsx";
import { TrainingHistogram } from "./training-histogram.tsx";

type Props = {
  parameter: Parameter;
  input: InputDefinition;
  /** The training values of the input; undefined while they are being read. */
  trained: TrainedInput | undefined;
  /** The parameters that move with it in the training data, in words; undefined: none. */
  followers: string | undefined;
  store: ParameterControls;
};

function ListRow({
  parameter,
  input,
  trained,
  store,
}: Omit<Props, "followers"> & { parameter: Parameter & { kind: "list" } }) {
  const value = store.useParameter(parameter.name);
  const label = displayName(input);
  const { values } = parameter;
  const formatOption = (option: string | number) =>
    typeof option === "number" ? formatValue(option, "short") : option;
  const bars = levelBars(trained?.levels ?? [], values);
  const current = values.indexOf(value);
  const rows = bars.reduce((sum, { count }) => sum + count, 0);
  return (
    <>
      <Select
        size="xs"
        className={classes.list}
        aria-label={label}
        allowDeselect={false}
        data={values.map((option, index) => ({ value: String(index), label: formatOption(option) }))}
        value={String(current)}
        onChange={(index) => {
          const chosen = values[Number(index)];
          if (index !== null && chosen !== undefined) store.move(parameter.name, chosen);
        }}
      />
      <TrainingHistogram
        bars={bars}
        current={current}
        text={`Training data over ${label}: ${rows} rows, ${bars[current]?.count ?? 0} of them with ${formatOption(value)}`}
        kind="list"
      />
    </>
  );
}

/** One input. It re-renders only when its own value changes. */
export const ParameterRow = memo(function ParameterRow({
  parameter,
  input,
  trained,
  followers,
  store,
}: Props) {
  const unit = titleUnit(shownUnit(input));
  return (
    <div className={classes.row}>
      <Text size="sm" fw={500} className={classes.label} title={input.name}>
        {displayName(input)}
        {unit !== "" && (
          <Text component="span" c="dimmed" fw={400}>
            {" "}
            ({unit})
          </Text>
        )}
        {followers !== undefined && (
          <Text
            component="span"
            size="xs"
            c="dimmed"
            fw={400}
            title={followers}
            className={classes.followers}
          >
            {followers}
          </Text>
        )}
      </Text>
      {parameter.kind === "slider" ? (
        <SliderRow parameter={parameter} input={input} trained={trained} store={store} />
      ) : (
        <ListRow parameter={parameter} input={input} trained={trained} store={store} />
      )}
    </div>
  );
});
