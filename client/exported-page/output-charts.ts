/** The outputs that are no scalars: curves as charts, and fields as maps of colours. */

import type { PageOutput } from "@understudy/shared/domain/exported-page.ts";
import { displayName } from "@understudy/shared/domain/variable.ts";
import { fullText, rangeText } from "@understudy/shared/quantities/quantity-text.ts";
import { type ShownUnit, shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { mapPixels } from "../plots/chart/map-colors.ts";
import { extent, type Range } from "../plots/model/ranges.ts";
import { createCurveChart } from "./curve-chart.ts";
import { createElement, createName, setAttributes } from "./elements.ts";
import type { OutputValues, PageView } from "./page-model.ts";
import { createVerdict } from "./values-table.ts";

/** A section with a heading; it is not shown where its content has no rows or columns. */
export function createSection(title: string, content: HTMLElement): HTMLElement {
  return createElement("section", { hidden: content.hidden }, createElement("h2", {}, title), content);
}

/** A curve, or a field, with its heading; nothing for a scalar. */
export function createOutputChart(output: PageOutput, at: number) {
  const { definition, knots } = output;
  if (knots === null) return [];
  const { grid_columns } = definition;
  const chart =
    grid_columns === null ? createCurveChart(output, knots) : createFieldMap(output, grid_columns);
  const title = createElement("h2", {}, createName(displayName(definition)), " ", createVerdict(output));
  const update = (view: PageView, row: readonly (number | null)[] | null): void => {
    const result = view.results[at];
    if (result !== undefined) chart.update(result, row, view.isAway);
  };
  return [{ at, update, rest: chart.rest, section: createElement("section", {}, title, chart.element) }];
}

/** A map of the means, row by row. Its colours stay as they are while sliders move: they span the range of the data. */
function createFieldMap({ definition, size }: PageOutput, columns: number) {
  const unit = shownUnit(definition);
  const rows = size / columns;
  const canvas = createElement("canvas", { class: "field", width: columns, height: rows, role: "img" });
  const caption = createElement("p", { class: "readout" });
  canvas.style.aspectRatio = `${columns} / ${rows}`;
  const { min, max } = definition;
  const dataRange: Range | null =
    min === null || max === null ? null : [min / unit.multiplier, max / unit.multiplier];
  return {
    element: createElement("div", { class: "plot" }, canvas, caption),
    update: (
      { mean, lower, upper }: OutputValues,
      _row: readonly (number | null)[] | null,
      isAway: boolean,
    ): void => {
      const values = Array.from(mean, (value) => value / unit.multiplier);
      const range = extent(values) ?? [0, 1];
      const colorRange = dataRange ?? range;
      const image = new ImageData(mapPixels(values, colorRange, "viridis"), columns, rows);
      canvas.getContext("2d")?.putImageData(image, 0, 0);
      const widest = lower === null || upper === null ? null : computeWidest(lower, upper) / unit.multiplier;
      const text = describeMap({ range, colorRange, widest, isAway }, unit);
      setAttributes(canvas, { "data-away": isAway });
      caption.textContent = text;
      canvas.setAttribute("aria-label", `${displayName(definition)}, ${rows} x ${columns} values: ${text}`);
    },
    rest: (): void => undefined,
  };
}

const computeWidest = (lower: Float64Array, upper: Float64Array): number =>
  upper.reduce((most, value, at) => Math.max(most, value - (lower[at] ?? value)), 0);

/** Numbers as shown. */
type MapFacts = {
  readonly range: Range;
  readonly colorRange: Range;
  /** The largest width of the 95% bounds; null: the page has none. */
  readonly widest: number | null;
  /** The sliders are outside the training data or far from it. */
  readonly isAway: boolean;
};

/** The map in words, for those who do not see it too. */
export const describeMap = ({ range, colorRange, widest, isAway }: MapFacts, unit: ShownUnit): string =>
  [
    `${rangeText(...range, unit, "fixed")}; colours from ${rangeText(...colorRange, unit)}, dark to bright`,
    ...(widest === null ? [] : [`95% bounds at most ${fullText(widest, unit)} wide`]),
    ...(isAway ? ["faded: far from the training data"] : []),
  ].join("; ");
