/** One curve with its 95% bounds as an SVG chart that redraws in place. */

import type { PageOutput } from "@understudy/shared/domain/exported-page.ts";
import { coordinateLabel, displayName } from "@understudy/shared/domain/variable.ts";
import { fullText, nameWithUnit, rangeText } from "@understudy/shared/quantities/quantity-text.ts";
import { NO_UNIT, type ShownUnit, shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { logNeed, startRange } from "#predictions/axis-range.ts";
import { type ChartLayout, computeLayout } from "../plots/chart/layout.ts";
import { bandPaths, linePaths } from "../plots/chart/paths.ts";
import type { ChartAxis } from "../plots/model/chart.ts";
import {
  extent,
  growRange,
  limitToNearby,
  mergeRanges,
  type Range,
  spanValues,
} from "../plots/model/ranges.ts";
import { createElement, createSvg, setAttributes } from "./elements.ts";
import type { OutputValues } from "./page-model.ts";

const HEIGHT_PX = 280;
const FIRST_WIDTH_PX = 560;

/** A chart shows these values, in the units of its axes. */
export type CurveScene = {
  readonly mean: readonly number[];
  readonly lower: readonly number[] | null;
  readonly upper: readonly number[] | null;
  /** The curve of the nearest training row; null: none is near. */
  readonly row: readonly (number | null)[] | null;
  readonly isAway: boolean;
};

type CurveAxes = { readonly x: readonly number[]; readonly xUnit: ShownUnit; readonly yUnit: ShownUnit };

/** A curve's values, and the values of a training row, in shown units. */
export function createScene(
  { mean, lower, upper }: OutputValues,
  row: readonly (number | null)[] | null,
  { multiplier }: ShownUnit,
  isAway: boolean,
): CurveScene {
  const shown = (values: Float64Array | null) => values && Array.from(values, (value) => value / multiplier);
  return {
    mean: Array.from(mean, (value) => value / multiplier),
    lower: shown(lower),
    upper: shown(upper),
    row: row?.map((value) => (value === null ? null : value / multiplier)) ?? null,
    isAway,
  };
}

export function createCurveChart(output: PageOutput, knots: readonly number[]) {
  const { definition, coordinate, isLogarithmic } = output;
  const yUnit = shownUnit(definition);
  const xUnit = coordinate === null ? NO_UNIT : shownUnit(coordinate);
  const axes = { x: knots.map((knot) => knot / xUnit.multiplier), xUnit, yUnit };
  const isLogX = coordinate?.spacing === "log" && axes.x.every((value) => value > 0);
  const xName = nameWithUnit(coordinate === null ? "Index" : coordinateLabel(coordinate), xUnit.text);
  const name = displayName(definition);
  const marks = createMarks();
  const label = `${name} over ${xName}`;
  const svg = createSvg(
    "svg",
    { class: "chart", role: "img", height: HEIGHT_PX, "aria-label": label },
    marks.group,
  );
  const readout = createElement("output", { class: "readout" });
  const frame = createElement("div", { class: "plot", tabindex: 0, role: "group" }, svg, readout);
  frame.setAttribute("aria-label", `${label}. Arrow keys read the values.`);
  let range = startRange(definition, isLogarithmic);
  let width = FIRST_WIDTH_PX;
  let scene: CurveScene | null = null;
  let readAt: number | null = null;
  let layout: ChartLayout | null = null;

  function draw(): void {
    if (scene === null) return;
    range = growRange(range, computeNeed(scene, isLogarithmic, range));
    const x: ChartAxis = createAxis(xName, xUnit.text, isLogX ? "log" : "linear", extent(axes.x) ?? [0, 1]);
    const yType = isLogarithmic ? "log" : "linear";
    const y = createAxis(
      nameWithUnit(name, yUnit.text),
      yUnit.text,
      yType,
      spanValues({ type: yType, range }),
    );
    layout = computeLayout({ x, y, hasMap: false }, null, width, HEIGHT_PX);
    setAttributes(svg, { viewBox: `0 0 ${width} ${HEIGHT_PX}`, width });
    marks.draw(layout, axes.x, scene, [x.name, y.name]);
    read();
  }

  function read(): void {
    if (scene === null || layout === null) return;
    const at = readAt;
    marks.mark(layout, at === null ? null : [axes.x[at] ?? 0, scene.mean[at] ?? 0]);
    readout.textContent = at === null ? "" : describePlace(scene, axes, at);
  }
  const readValue = (at: number | null): void => {
    readAt = at;
    read();
  };
  frame.addEventListener("pointermove", ({ clientX }) => {
    if (layout === null) return;
    const pixel = ((clientX - svg.getBoundingClientRect().left) / svg.clientWidth) * width;
    readValue(findNearest(axes.x, layout.place.x.from(pixel), isLogX));
  });
  frame.addEventListener("pointerleave", () => readValue(null));
  frame.addEventListener("blur", () => readValue(null));
  frame.addEventListener("keydown", (event) => {
    const next = nextPlace(event.key, readAt, knots.length);
    if (next === undefined) return;
    event.preventDefault();
    readValue(next);
  });
  new ResizeObserver(() => {
    if (frame.clientWidth === 0 || frame.clientWidth === width) return;
    width = frame.clientWidth;
    draw();
  }).observe(frame);
  return {
    element: frame,
    update: (values: OutputValues, row: readonly (number | null)[] | null, isAway: boolean): void => {
      scene = createScene(values, row, yUnit, isAway);
      draw();
    },
    /** The axis fits what is drawn once a slider rests. */
    rest: (): void => {
      range = startRange(definition, isLogarithmic);
      draw();
    },
  };
}

const createAxis = (name: string, unit: string, type: "linear" | "log", range: Range): ChartAxis => ({
  name,
  unit,
  type,
  range,
  categories: null,
});

/** The range that the drawing needs; on a logarithmic axis in exponents of ten. */
function computeNeed(
  { mean, lower, upper, row }: CurveScene,
  isLogarithmic: boolean,
  range: Range,
): Range | null {
  const lines = [mean, ...(row === null ? [] : [row.map((value) => value ?? Number.NaN)])];
  const bounds = lower === null || upper === null ? [] : [lower, upper];
  if (isLogarithmic) return logNeed(lines, bounds);
  return mergeRanges(extent(...lines), limitToNearby(extent(...bounds), range));
}

/** The place of the value nearest to this one. */
function findNearest(x: readonly number[], value: number, isLog: boolean): number {
  const measure = (knot: number): number => Math.abs(isLog ? Math.log(knot / value) : knot - value);
  let nearest = 0;
  for (let at = 1; at < x.length; at++)
    if (measure(x[at] ?? Number.NaN) < measure(x[nearest] ?? Number.NaN)) nearest = at;
  return nearest;
}

/** The place that a key leads to; null: none is read; undefined: the key does nothing. */
function nextPlace(key: string, at: number | null, count: number): number | null | undefined {
  switch (key) {
    case "ArrowRight":
      return Math.min(count - 1, (at ?? -1) + 1);
    case "ArrowLeft":
      return Math.max(0, (at ?? count) - 1);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    case "Escape":
      return null;
    default:
      return undefined;
  }
}

function describePlace(
  { mean, lower, upper }: CurveScene,
  { x, xUnit, yUnit }: CurveAxes,
  at: number,
): string {
  const value = (values: readonly number[]): number => values[at] ?? Number.NaN;
  const prediction = `at ${fullText(value(x), xUnit, "short")}: ${fullText(value(mean), yUnit)}`;
  if (lower === null || upper === null) return prediction;
  return `${prediction}, 95% bounds ${rangeText(value(lower), value(upper), yUnit)}`;
}

function createMarks() {
  const grid = createSvg("path", { class: "grid" });
  const texts = createSvg("g");
  const band = createSvg("path", { class: "band" });
  const row = createSvg("path", { class: "row" });
  const line = createSvg("path", { class: "line" });
  const place = createSvg("circle", { class: "place", r: 4, visibility: "hidden" });
  return {
    group: createSvg("g", {}, grid, band, row, line, place, texts),
    draw: (layout: ChartLayout, x: readonly number[], scene: CurveScene, names: readonly string[]): void => {
      const { place: scales, left, right, top, bottom } = layout;
      const { mean, lower, upper, isAway } = scene;
      const onX = layout.xTicks.map((tick) => ({ ...tick, pixel: scales.x.to(tick.value) }));
      const onY = layout.yTicks.map((tick) => ({ ...tick, pixel: scales.y.to(tick.value) }));
      const lines = [
        ...onX.map(({ pixel }) => `M${pixel} ${top}V${bottom}`),
        ...onY.map(({ pixel }) => `M${left} ${pixel}H${right}`),
      ];
      setAttributes(grid, { d: lines.join("") });
      const middle = (top + bottom) / 2;
      texts.replaceChildren(
        ...onX.map(({ pixel, label }) => createText(pixel, bottom + 16, "middle", label)),
        ...onY.map(({ pixel, label }) => createText(left - 6, pixel + 4, "end", label)),
        createText((left + right) / 2, bottom + 36, "middle", names[0] ?? ""),
        createSvg(
          "text",
          { "text-anchor": "middle", transform: `translate(14 ${middle}) rotate(-90)` },
          names[1] ?? "",
        ),
      );
      const bounds =
        lower === null || upper === null
          ? { full: "", pale: "" }
          : bandPaths({ x, lower, upper, faded: false }, scales, bottom);
      setAttributes(band, { d: bounds.full });
      setAttributes(row, { d: scene.row === null ? "" : linePaths(x, scene.row, scales, false).full });
      setAttributes(line, { d: linePaths(x, mean, scales, false).full, "data-away": isAway });
    },
    mark: ({ place: scales }: ChartLayout, at: readonly [number, number] | null): void => {
      setAttributes(place, {
        visibility: at === null ? "hidden" : "visible",
        cx: at === null ? 0 : scales.x.to(at[0]),
        cy: at === null ? 0 : scales.y.to(at[1]),
      });
    },
  };
}

const createText = (x: number, y: number, anchor: string, text: string): SVGElement =>
  createSvg("text", { x, y, "text-anchor": anchor }, text);
