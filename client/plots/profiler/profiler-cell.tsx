import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { type KeyboardEvent, type MouseEvent, memo, type PointerEvent, useCallback, useRef } from "react";
import { shareAtPixel } from "./cell-drawing.ts";
import { findShare, findValue, moveBySteps } from "./column-axis.ts";
import type { ProfilerInput } from "./profiler-data.ts";
import type { ProfilerPainter } from "./profiler-painter.ts";
import classes from "./profiler-plot.module.css";

/** Steps of the Page keys, and of arrow keys with Shift. */
const LARGE_STEP = 10;

type Props = {
  input: ProfilerInput;
  /** The name of its row: that of an output, or the overall desirability's. */
  row: string;
  label: string;
  /** It is reached by the Tab key; the other cells of its column by the arrow keys. */
  isTabbed: boolean;
  describedBy: string;
  painter: ProfilerPainter;
  getPoint: () => InputPoint;
  onDrag: (input: string, value: ScalarValue) => void;
  onRelease: () => void;
  onFocusRow: (row: string) => void;
};

/** One cell: a slider of its input. React draws it once; the painter paints its curve behind it whenever something has moved. */
export const ProfilerCell = memo(function ProfilerCell(props: Props) {
  const { input, row, label, isTabbed, describedBy, painter, getPoint, onDrag, onRelease, onFocusRow } =
    props;
  const { name, axis, isLocked } = input;
  const isDragged = useRef(false);
  /** The finger's distance from the handle that it holds, as a share of the axis; null: it holds none. */
  const grip = useRef<number | null>(null);
  const ref = useCallback(
    (element: HTMLDivElement | null) => painter.setCell(name, row, element),
    [painter, name, row],
  );
  const readShare = ({ currentTarget, clientX }: PointerEvent | MouseEvent): number => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return shareAtPixel(clientX - left, width);
  };
  const moveTo = (event: PointerEvent | MouseEvent) =>
    onDrag(name, findValue(axis, readShare(event) - (grip.current ?? 0)));
  const start = (event: PointerEvent) => {
    grip.current = null;
    // A finger swipes the columns, unless it has taken hold of the handle.
    const isHandle = event.target instanceof Element && event.target.matches("[data-handle]");
    if (isLocked || event.button !== 0 || (event.pointerType === "touch" && !isHandle)) return;
    isDragged.current = true;
    event.currentTarget.setPointerCapture(event.pointerId);
    const present = findShare(axis, getPoint()[name] ?? Number.NaN);
    // A finger seldom meets the middle of the handle, which stays below it as it was taken.
    if (event.pointerType === "touch" && Number.isFinite(present)) grip.current = readShare(event) - present;
    else moveTo(event);
  };
  const end = () => {
    if (!isDragged.current) return;
    isDragged.current = false;
    onRelease();
  };
  const tap = (event: MouseEvent) => {
    const isTouch = "pointerType" in event.nativeEvent && event.nativeEvent.pointerType === "touch";
    if (isLocked || !isTouch || grip.current !== null) return;
    moveTo(event);
    onRelease();
  };
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    // These belong to the browser: Alt with an arrow goes back a page.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { key, shiftKey, currentTarget } = event;
    if (key === "ArrowUp" || key === "ArrowDown") {
      event.preventDefault();
      findNeighbour(currentTarget, key === "ArrowUp" ? -1 : 1)?.focus();
      return;
    }
    const value = getPoint()[name];
    const steps = countSteps(key, shiftKey);
    if (steps === null || value === undefined) return;
    event.preventDefault();
    if (isLocked) return;
    onDrag(
      name,
      Number.isFinite(steps) ? moveBySteps(axis, value, steps) : findValue(axis, steps > 0 ? 1 : 0),
    );
    onRelease();
    painter.describe(currentTarget, name, row);
  };
  return (
    <div
      ref={ref}
      className={classes.cell}
      role="slider"
      tabIndex={isTabbed ? 0 : -1}
      aria-label={label}
      aria-describedby={describedBy}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={0}
      aria-disabled={isLocked}
      data-column={name}
      data-locked={isLocked || undefined}
      onPointerDown={start}
      onPointerMove={(event) => isDragged.current && moveTo(event)}
      onPointerUp={end}
      onPointerCancel={end}
      onClick={tap}
      onKeyDown={press}
      onFocus={() => onFocusRow(row)}
      onBlur={onRelease}
    >
      {!isLocked && <span className={classes.handle} data-handle="" />}
    </div>
  );
});

/** The number of steps that a key stands for; infinite for the ends, and null for a key that moves nothing. */
function countSteps(key: string, isLarge: boolean): number | null {
  switch (key) {
    case "ArrowRight":
      return isLarge ? LARGE_STEP : 1;
    case "ArrowLeft":
      return isLarge ? -LARGE_STEP : -1;
    case "PageUp":
      return LARGE_STEP;
    case "PageDown":
      return -LARGE_STEP;
    case "Home":
      return Number.NEGATIVE_INFINITY;
    case "End":
      return Number.POSITIVE_INFINITY;
    default:
      return null;
  }
}

/** The cell of the same column in the row above or below. */
function findNeighbour(cell: HTMLElement, by: -1 | 1): HTMLElement | null {
  const grid = cell.parentElement?.parentElement;
  const cells = [...(grid?.querySelectorAll<HTMLElement>("[data-column]") ?? [])];
  const column = cells.filter((candidate) => candidate.dataset.column === cell.dataset.column);
  return column[column.indexOf(cell) + by] ?? null;
}
