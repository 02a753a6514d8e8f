import { Select, Text } from "@mantine/core";
import type { TrainedInput } from "@understudy/shared/api/emulator-report.ts";
import { displayName, type InputDefinition } from "@understudy/shared/domain/variable.ts";
import {
  formatValue,
  fullText,
  quantityText,
  titleUnit,
} from "@understudy/shared/quantities/quantity-text.ts";
import { shownUnit, storedValue } from "@understudy/shared/quantities/shown-unit.ts";
import { memo, useId, useMemo } from "react";
import { NUMBER_INPUT, type NumberBoxOptions, useNumberBox } from "#ui/use-number-box.ts";
import {
  BARS_HEIGHT,
  BARS_WIDTH,
  type Bar,
  barsPath,
  findBin,
  findTallest,
  levelBars,
  sliderBars,
} from "./histogram.ts";
import type { ParameterControls } from "./parameter-controls.ts";
import classes from "./parameters.module.css";
import { computeStep, countSteps, type Parameter, valueAt } from "./parameters.ts";

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

type Slider = Parameter & { kind: "slider" };
type SliderRowProps = {
  parameter: Slider;
  input: InputDefinition;
  trained: TrainedInput | undefined;
  store: ParameterControls;
};

/** A slider over the range of the data with a box beside it, in which any value of that range may be typed. */
function SliderRow({ parameter, input, trained, store }: SliderRowProps) {
  const value = Number(store.useParameter(parameter.name));
  const isOutside = store.useInputIsOutside(parameter.name);
  const unit = useMemo(() => shownUnit(input), [input]);
  const { multiplier } = unit;
  const label = displayName(input);
  const shown = (stored: number) => quantityText(stored / multiplier, unit, "short");
  const position = computeStep(parameter, value);
  const steps = countSteps(parameter);
  const release = useMemo(() => onRelease(store.release), [store]);
  const edges = trained?.histogram?.edges ?? [];
  const [first = parameter.min] = edges;
  const last = edges.at(-1) ?? parameter.max;
  return (
    <>
      <SliderBox
        label={`${label}, value`}
        isOutside={isOutside}
        value={value / multiplier}
        min={parameter.min / multiplier}
        max={parameter.max / multiplier}
        limitName="value that can be set here"
        shown={unit}
        isWhole={parameter.isInteger}
        onNumber={(typed) => store.drag(parameter.name, storedValue(typed, unit))}
        onLeave={() => store.release()}
      />
      <div className={classes.range}>
        <span className={classes.end}>{shown(parameter.min)}</span>
        <div className={classes.track}>
          <SliderHistogram
            parameter={parameter}
            value={value}
            label={label}
            trained={trained}
            shown={shown}
          />
          <input
            ref={release}
            type="range"
            className={classes.slider}
            style={{ "--filled": `${(100 * position) / steps}%` }}
            aria-label={label}
            aria-valuetext={fullText(value / multiplier, unit, "short")}
            min={0}
            max={steps}
            step={1}
            value={position}
            onChange={(event) =>
              store.drag(parameter.name, valueAt(parameter, Number(event.currentTarget.value)))
            }
          />
          {isOutside && (
            <span className={classes.trained}>
              trained on {shown(first)} to {shown(last)}
            </span>
          )}
        </div>
        <span className={classes.end} data-side="right">
          {shown(parameter.max)}
        </span>
      </div>
    </>
  );
}

/** Calls back when a slider is let go of: React's `onChange` is the browser's "input", which comes with every move. */
const onRelease = (release: () => void) => (slider: HTMLInputElement) => {
  slider.addEventListener("change", release);
  return () => slider.removeEventListener("change", release);
};

type HistogramProps = {
  parameter: Slider;
  value: number;
  label: string;
  trained: TrainedInput | undefined;
  shown: (stored: number) => string;
};

function SliderHistogram({ parameter, value, label, trained, shown }: HistogramProps) {
  const histogram = trained?.histogram ?? null;
  const bars = useMemo(
    () => (histogram === null ? [] : sliderBars(histogram, parameter)),
    [histogram, parameter],
  );
  if (histogram === null) return null;
  const current = findBin(histogram, value);
  const { edges, counts } = histogram;
  const rows = counts.reduce((sum, count) => sum + count, 0);
  const here =
    current === null
      ? "none near this value"
      : `${counts[current]} of them from ${shown(edges[current] ?? 0)} to ${shown(edges[current + 1] ?? 0)}`;
  const text = `Training data over ${label}: ${rows} rows, ${here}`;
  return <TrainingHistogram bars={bars} current={current} text={text} kind="slider" />;
}

type SliderBoxProps = NumberBoxOptions & {
  label: string;
  isOutside: boolean;
  /** Called when it loses the focus. */
  onLeave: () => void;
};

/** The box beside a slider: a plain one, for it is drawn again with every step of the slider. */
function SliderBox({ label, isOutside, onLeave, ...options }: SliderBoxProps) {
  const { text, hint, problem, note, type, leave, press } = useNumberBox(options);
  const aboutId = useId();
  const about = problem ?? note;
  return (
    <>
      <input
        {...NUMBER_INPUT}
        className={classes.box}
        title={hint}
        aria-label={label}
        aria-invalid={problem !== null}
        {...(about !== null && { "aria-describedby": aboutId })}
        data-outside={isOutside || undefined}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => {
          leave();
          onLeave();
        }}
        onKeyDown={press}
      />
      {about !== null && (
        <p id={aboutId} role="status" className={classes.note} data-problem={problem !== null || undefined}>
          {about}
        </p>
      )}
    </>
  );
}

type TrainingHistogramProps = {
  bars: readonly Bar[];
  /** The bar that holds the present value; null: none does. */
  current: number | null;
  /** The description, for those who do not see the histogram and for a resting pointer. */
  text: string;
  /** The histogram of a slider is as wide as the range of the slider's thumb. */
  kind: "slider" | "list";
};

/** The distribution of the training rows over an input. */
function TrainingHistogram({ bars, current, text, kind }: TrainingHistogramProps) {
  const tallest = useMemo(() => findTallest(bars), [bars]);
  const all = useMemo(() => barsPath(bars, tallest), [bars, tallest]);
  const marked = current === null ? undefined : bars[current];
  return (
    <svg
      className={classes.histogram}
      data-kind={kind}
      viewBox={`0 0 ${BARS_WIDTH} ${BARS_HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={text}
    >
      <title>{text}</title>
      <path d={all} className={classes.bars} />
      {marked !== undefined && <path d={barsPath([marked], tallest)} className={classes.marked} />}
      <path d={`M0 ${BARS_HEIGHT}H${BARS_WIDTH}`} className={classes.ground} />
    </svg>
  );
}
