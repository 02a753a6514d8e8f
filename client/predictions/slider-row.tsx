import type { TrainedInput } from "@understudy/shared/api/emulator-report.ts";
import { displayName, type InputDefinition } from "@understudy/shared/domain/variable.ts";
import { fullText, quantityText } from "@understudy/shared/quantities/quantity-text.ts";
import { shownUnit, storedValue } from "@understudy/shared/quantities/shown-unit.ts";
import { useId, useMemo } from "react";
import { NUMBER_INPUT, type NumberBoxOptions, useNumberBox } from "#ui/use-number-box.ts";
import { findBin, sliderBars } from "./histogram.ts";
import type { ParameterControls } from "./parameter-controls.ts";
import classes from "./parameters.module.css";
import { computeStep, countSteps, type Parameter, valueAt } from "./parameters.ts";
import { TrainingHistogram } from "./training-histogram.tsx";

type Slider = Parameter & { kind: "slider" };
type Props = {
  parameter: Slider;
  input: InputDefinition;
  trained: TrainedInput | undefined;
  store: ParameterControls;
};

/** A slider over the range of the data with a box beside it, in which any value of that range may be typed. */
export function SliderRow({ parameter, input, trained, store }: Props) {
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
