/** Lines and points: curves of simulations, or one point for each simulation. */
import type { ManifestGraph, SpecModel } from "@understudy/shared/domain/spec-manifest.ts";
import type { Curve, Value } from "../expressions/values.ts";
import { isLogarithmic } from "../grid.ts";
import { axis, type GraphFigure, type GraphTrace, withGaps } from "./figure.ts";
import { labelOf } from "./labels.ts";
import type { DrawnSeries, Series } from "./series.ts";

/** More lines could not be distinguished: those drawn are spread over all simulations. */
const MAX_LINES = 100;

export const curveOf = (value: Value | undefined): Curve | null => (typeof value === "object" ? value : null);

/** The coordinate that the curves lie over, with its scale. */
export function coordinateAxis(manifest: SpecModel, { y }: DrawnSeries) {
  const name = curveOf(y[0]?.values[0])?.coordinate;
  const coordinate = manifest.coordinates.find((one) => one.name === name);
  if (coordinate === undefined) return axis("Element");
  const type = isLogarithmic(coordinate.grid) ? "log" : "linear";
  return axis(labelOf(manifest, coordinate.name), type, coordinate.unit);
}

export function drawLines(manifest: SpecModel, { type }: ManifestGraph, series: DrawnSeries): GraphFigure {
  const { ids, x, y } = series;
  const step = Math.max(1, Math.ceil(ids.length / MAX_LINES));
  const { isOnRight, ...vertical } = verticalAxes(y);
  const data = ids.flatMap((id, i): GraphTrace[] => {
    if (i % step !== 0) return [];
    return y.map((one) => {
      const curve = curveOf(one.values[i]);
      const along = curveOf(x?.values[i]);
      const name =
        ids.length === 1 ? one.label : y.length === 1 ? `Simulation ${id}` : `${one.label}, simulation ${id}`;
      return {
        type: "scatter",
        mode: type === "line" ? "lines" : "markers",
        name,
        x: withGaps(along?.y ?? curve?.x),
        y: withGaps(curve?.y),
        ...(isOnRight(one) && { yaxis: "y2" as const }),
      };
    });
  });
  return {
    data,
    layout: {
      xaxis: xAxisOf(manifest, series),
      ...vertical,
      showlegend: data.length > 1 && data.length <= 12,
    },
  };
}

/** A graph over the coordinate itself has its scale, too. */
function xAxisOf(manifest: SpecModel, series: DrawnSeries) {
  const own = coordinateAxis(manifest, series);
  const { x } = series;
  return x === null || x.label === own.title.text ? own : axis(x.label, "linear", x.unit);
}

/**
 * The axis of all series, or one on each side where they have two units: gain in dB on the left, phase in degrees on the right. Of more
 * units none has a title.
 */
function verticalAxes(y: readonly Series[]) {
  const units = [...new Set(y.map((series) => series.unit))];
  const [left, right] = units;
  const withUnit = (unit: string | undefined) => y.filter((series) => series.unit === unit);
  if (right === undefined || units.length > 2)
    return { yaxis: units.length > 2 ? axis("") : makeAxis(withUnit(left)), isOnRight: () => false };
  return {
    yaxis: makeAxis(withUnit(left)),
    yaxis2: makeAxis(withUnit(right)),
    isOnRight: ({ unit }: Series) => unit === right,
  };
}

/** Several series have only their unit in common. */
function makeAxis(series: readonly Series[]) {
  const [first] = series;
  if (first === undefined) return axis("");
  if (series.length === 1) return axis(first.label, "linear", first.unit);
  return axis(first.unit === "" ? "" : `(${first.unit})`, "linear", first.unit);
}

/** A point for each simulation; a line joins them in the order of x. Those without finite values are left out. */
export function drawPoints({ type }: ManifestGraph, { ids, x, y }: DrawnSeries): GraphFigure {
  const { isOnRight, ...vertical } = verticalAxes(y);
  const data = y.map((one): GraphTrace => {
    const points = ids.flatMap((id, i) => {
      const [at, value] = [x?.values[i], one.values[i]];
      if (typeof at !== "string" && !(typeof at === "number" && Number.isFinite(at))) return [];
      return typeof value === "number" && Number.isFinite(value) ? [{ id, x: at, y: value }] : [];
    });
    if (type === "line") points.sort((a, b) => Number(a.x) - Number(b.x));
    return {
      type: "scatter",
      mode: type === "line" ? "lines" : "markers",
      name: one.label,
      x: points.map((point) => point.x),
      y: points.map((point) => point.y),
      text: points.map(({ id }) => `Simulation ${id}`),
      ...(isOnRight(one) && { yaxis: "y2" as const }),
    };
  });
  return {
    data,
    layout: {
      xaxis: x?.isText ? axis(x.label, "category") : axis(x?.label ?? "", "linear", x?.unit),
      ...vertical,
      showlegend: y.length > 1,
    },
  };
}
