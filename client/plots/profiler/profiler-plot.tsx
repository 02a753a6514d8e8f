import { ActionIcon } from "@mantine/core";
import { IconLock, IconLockOpen } from "@tabler/icons-react";
import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { ScalarRows } from "@understudy/shared/api/emulator-profile.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { percentText, roundTo } from "@understudy/shared/number-text.ts";
import {
  columnTitle,
  fullText,
  quantityText,
  rangeText,
} from "@understudy/shared/quantities/quantity-text.ts";
import { linearTickTexts, logTickText } from "@understudy/shared/quantities/tick-text.ts";
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from "react";
import { keyed } from "#data/store.ts";
import type { Range } from "../model/ranges.ts";
import { usePalette } from "../use-palette.ts";
import { ProfilerCell } from "./profiler-cell.tsx";
import {
  collectGoals,
  DESIRABILITY_ROW,
  getPresentValue,
  overallAt,
  type Profile,
  type ProfilerInput,
  type ProfilerOutput,
  presentDesirability,
} from "./profiler-data.ts";
import { createProfilerPainter, type ProfilerPainter } from "./profiler-painter.ts";
import classes from "./profiler-plot.module.css";

/** The present point and the curves through it, which change while a cell is dragged. */
export type ProfilerSource = {
  readonly getPoint: () => InputPoint;
  readonly getProfile: () => Profile | null;
  readonly useProfile: () => Profile | null;
  readonly useInput: (name: string) => ScalarValue;
  /** Calls back when the point or the curves have changed. */
  readonly subscribe: (listener: () => void) => () => void;
};

type Props = {
  label: string;
  inputs: readonly ProfilerInput[];
  outputs: readonly ProfilerOutput[];
  /** Rows of the data; null until they are read. */
  rows: ScalarRows | null;
  showUncertainties: boolean;
  source: ProfilerSource;
  onDrag: (input: string, value: ScalarValue) => void;
  onRelease: () => void;
  onLock: (input: string, isLocked: boolean) => void;
  /** Draws the cell at the end of an output's row, in which its goal is chosen. @param range of the row's axis, as it is drawn */
  renderGoal: (output: ProfilerOutput, range: Range) => ReactNode;
};

/**
 * A grid of curves: every output over every input through the present point. Dragging in a cell moves its input. The last row is the
 * overall desirability, where outputs have goals.
 */
export function ProfilerPlot(props: Props) {
  const { label, inputs, outputs, rows, showUncertainties, source, onDrag, onRelease, onLock, renderGoal } =
    props;
  const palette = usePalette();
  const ranges = useMemo(() => keyed<string, Range | null>(null), []);
  const painter = useMemo(
    () =>
      createProfilerPainter({
        getProfile: source.getProfile,
        getPoint: source.getPoint,
        onRange: ranges.set,
      }),
    [source, ranges],
  );
  useEffect(() => {
    painter.setContent({ inputs, outputs, rows, palette, showUncertainties });
  }, [painter, inputs, outputs, rows, palette, showUncertainties]);
  useEffect(() => {
    const unsubscribe = source.subscribe(painter.schedule);
    return () => {
      unsubscribe();
      painter.end();
    };
  }, [source, painter]);
  const grid = useRepaintOnResize(painter);
  const hintId = useId();
  const hasGoals = outputs.some(({ goal }) => goal !== null);
  const names = [...outputs.map(({ name }) => name), ...(hasGoals ? [DESIRABILITY_ROW] : [])];
  const [tabRow, setTabRow] = useState<string | null>(null);
  const tabbedRow = tabRow !== null && names.includes(tabRow) ? tabRow : names[0];
  const cellsOfRow = (row: string, rowLabel: string) =>
    inputs.map((input) => (
      <ProfilerCell
        key={input.name}
        input={input}
        row={row}
        label={`${rowLabel} over ${input.label}`}
        isTabbed={row === tabbedRow}
        describedBy={hintId}
        painter={painter}
        getPoint={source.getPoint}
        onDrag={onDrag}
        onRelease={onRelease}
        onFocusRow={setTabRow}
      />
    ));
  const style = { "--columns": String(inputs.length) };
  return (
    <div className={classes.scroll}>
      <p id={hintId} className={classes.hint}>
        Left and right arrow keys move the input, up and down lead to the other outputs.
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be laid out as a form */}
      <div ref={grid} className={classes.grid} role="group" aria-label={label} style={style}>
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: it is not focusable; the cells above it have texts */}
        <canvas ref={painter.setSheet} className={classes.sheet} aria-hidden="true" />
        {outputs.map((output) => (
          <div key={output.name} className={classes.row}>
            <RowHead output={output} source={source} ranges={ranges} showUncertainties={showUncertainties} />
            {cellsOfRow(output.name, output.label)}
            <GoalCell output={output} ranges={ranges} renderGoal={renderGoal} />
          </div>
        ))}
        {hasGoals && (
          <div className={classes.row}>
            <DesirabilityHead outputs={outputs} source={source} />
            {cellsOfRow(DESIRABILITY_ROW, "Desirability")}
            <div className={classes.goal} />
          </div>
        )}
        <div className={classes.row}>
          <div className={classes.corner} />
          {inputs.map((input) => (
            <ColumnFoot key={input.name} input={input} source={source} onLock={onLock} />
          ))}
          <div className={classes.goal} />
        </div>
      </div>
    </div>
  );
}

/** Paints again when the grid has another size. */
function useRepaintOnResize(painter: ProfilerPainter) {
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = grid.current;
    if (element === null) return;
    painter.setGrid(element);
    const observer = new ResizeObserver(painter.repaint);
    observer.observe(element);
    return () => observer.disconnect();
  }, [painter]);
  return grid;
}

/** Digits at the ends of the axes. */
const END_DIGITS = 3;

type HeadProps = {
  output: ProfilerOutput;
  source: ProfilerSource;
  ranges: { useValue: (name: string) => Range | null };
  showUncertainties: boolean;
};

/** The title of a row's axis, its prediction at the point, and the ends of the axis. */
function RowHead({ output, source, ranges, showUncertainties }: HeadProps) {
  const { name, label, unit, isLogarithmic } = output;
  const present = getPresentValue(source.useProfile(), name);
  const range = ranges.useValue(name);
  const shown = (value: number) => value / unit.multiplier;
  const end = (value: number) => roundTo(shown(isLogarithmic ? 10 ** value : value), END_DIGITS);
  const ends = range === null ? null : [end(range[0]), end(range[1])];
  const endTexts = isLogarithmic
    ? ends?.map((value) => logTickText(value, unit.text))
    : ends && linearTickTexts(ends, unit.text);
  return (
    <div className={classes.rowHead}>
      <div className={classes.title} title={name}>
        {columnTitle(label, unit)}
      </div>
      <div className={classes.value}>
        {present === null ? "–" : fullText(shown(present.value), unit)}
        {present !== null && showUncertainties && (
          <span className={classes.bounds}>
            {rangeText(shown(present.lower), shown(present.upper), unit)}
          </span>
        )}
      </div>
      {endTexts && (
        <div className={classes.ends} aria-hidden="true">
          <span>{endTexts[1]}</span>
          <span>{endTexts[0]}</span>
        </div>
      )}
    </div>
  );
}

/** The axis of a row grows with its curves, and the line of the goal with it. */
function GoalCell({
  output,
  ranges,
  renderGoal,
}: Pick<HeadProps, "output" | "ranges"> & Pick<Props, "renderGoal">) {
  const range = ranges.useValue(output.name) ?? output.range;
  return <div className={classes.goal}>{renderGoal(output, range)}</div>;
}

function DesirabilityHead({
  outputs,
  source,
}: {
  outputs: readonly ProfilerOutput[];
  source: ProfilerSource;
}) {
  const profile = source.useProfile();
  const overall = profile === null ? null : overallAt(collectGoals(outputs), profile.prediction, 0);
  const each = outputs.flatMap((output) => {
    const desirability = presentDesirability(output, profile);
    return desirability === null ? [] : [`${output.label} ${percentText(desirability)}`];
  });
  return (
    <div className={classes.rowHead} title={each.join(", ")}>
      <div className={classes.title}>Desirability</div>
      <div className={classes.value}>{overall === null ? "–" : percentText(overall)}</div>
      <div className={classes.ends} aria-hidden="true">
        <span>100%</span>
        <span>0%</span>
      </div>
    </div>
  );
}

type FootProps = { input: ProfilerInput; source: ProfilerSource; onLock: Props["onLock"] };

/** The title of a column's axis, its present value and its ends, and its lock. */
function ColumnFoot({ input, source, onLock }: FootProps) {
  const { name, label, unit, axis, isLocked } = input;
  const value = source.useInput(name);
  const text = (stored: ScalarValue | undefined) =>
    typeof stored === "number" ? quantityText(stored / unit.multiplier, unit, "short") : (stored ?? "");
  const ends =
    axis.kind === "numbers"
      ? linearTickTexts(
          [axis.min, axis.max].map((end) => roundTo(end / unit.multiplier, END_DIGITS)),
          unit.text,
        )
      : [text(axis.values[0]), text(axis.values.at(-1))];
  return (
    <div className={classes.foot}>
      <div className={classes.ends} aria-hidden="true">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </div>
      <div className={classes.title} title={name}>
        {columnTitle(label, unit)}
      </div>
      <div className={classes.setting}>
        <span>{text(value)}</span>
        <ActionIcon
          variant={isLocked ? "light" : "subtle"}
          color="gray"
          size={22}
          aria-label={`Lock ${label}`}
          aria-pressed={isLocked}
          title={isLocked ? "Locked: it stays where it is" : "Lock: it stays where it is"}
          onClick={() => onLock(name, !isLocked)}
        >
          {isLocked ? <IconLock size={14} /> : <IconLockOpen size={14} />}
        </ActionIcon>
      </div>
    </div>
  );
}
