import { NativeSelect } from "@mantine/core";
import type { Distribution } from "@understudy/shared/domain/distribution.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { roundTo } from "@understudy/shared/number-text.ts";
import { NO_UNIT, type ShownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { NumberField } from "#ui/number-field.tsx";
import classes from "./yield.module.css";

type Props = {
  readonly display: string;
  readonly unit: ShownUnit;
  /** The options of a choice; null for a number. */
  readonly options: readonly ScalarValue[] | null;
  readonly value: Distribution;
  readonly onChange: (value: Distribution) => void;
};

/** The numbers of one distribution, each in the unit that the input is shown in. */
export function DistributionFields({ display, unit, options, value, onChange }: Props) {
  const box = (label: string, of: number, change: (stored: number) => Distribution) => (
    <NumberField
      key={label}
      size="xs"
      label={label}
      aria-label={`${label} of ${display}`}
      className={classes.field}
      value={of / unit.multiplier}
      shown={unit}
      onNumber={(shown) => onChange(change(shown * unit.multiplier))}
    />
  );
  const limits = (distribution: Extract<Distribution, { lower: number }>) => [
    box("Lower limit", distribution.lower, (lower) => ({ ...distribution, lower })),
    box("Upper limit", distribution.upper, (upper) => ({ ...distribution, upper })),
  ];
  const bell = (distribution: Extract<Distribution, { mean: number }>) => [
    box("Mean", distribution.mean, (mean) => ({ ...distribution, mean })),
    box("Std. deviation", distribution.standard_deviation, (standard_deviation) => ({
      ...distribution,
      standard_deviation,
    })),
  ];
  switch (value.kind) {
    case "fixed":
      if (options === null)
        return box("Value", Number(value.value), (number) => ({ ...value, value: number }));
      return <OptionField display={display} options={options} value={value} onChange={onChange} />;
    case "uniform":
      return limits(value);
    case "normal":
    case "lognormal":
      return bell(value);
    case "truncated normal":
      return [...bell(value), ...limits(value)];
    case "levels":
      return value.levels.map(({ value: level, probability }, at) => (
        <NumberField
          key={level}
          size="xs"
          label={`P(${level})`}
          aria-label={`Probability of ${display} = ${level}`}
          className={classes.field}
          value={roundTo(probability, 6)}
          shown={NO_UNIT}
          onNumber={(edited) =>
            onChange({ ...value, levels: value.levels.with(at, { value: level, probability: edited }) })
          }
        />
      ));
  }
}

function OptionField({
  display,
  options,
  value,
  onChange,
}: Pick<Props, "display" | "onChange"> & {
  options: readonly ScalarValue[];
  value: Extract<Distribution, { kind: "fixed" }>;
}) {
  return (
    <NativeSelect
      size="xs"
      label="Option"
      aria-label={`Option of ${display}`}
      className={classes.field}
      data={options.map(String)}
      value={String(value.value)}
      onChange={(event) => {
        const chosen = options.find((option) => String(option) === event.currentTarget.value);
        if (chosen !== undefined) onChange({ ...value, value: chosen });
      }}
    />
  );
}
