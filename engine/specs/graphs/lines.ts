/** Lines and points: curves of simulations, or one point for each simulation. */
import type { ManifestGraph, SpecModel } from "@understudy/shared/domain/spec-manifest.ts";
import type { Curve, Value } from "../expressions/values.ts";
import { isLogarithmic } from "../language/grid.ts";
import { axis, type GraphDrawing, type GraphTrace, withGaps } from "./figure.ts";
import { findLabel } from "./labels.ts";
import type { DrawnSeries, Series } from "./series.ts";

/** More lines could not be distinguished: those drawn are spread over all simulations. */
const MAX_LINES = 100;

export const toCurve = (value: Value | undefined): Curve | null => (typeof value === "object" ? value : null);

/** The coordinate that the curves lie over, with its scale. */
export function coordinateAxis(manifest: SpecModel, { y }: DrawnSeries) {
  const name = toCurve(y[0]?.values[0])?.coordinate;
  const coordinate = manifest.coordinates.find((candidate) => candidate.name === name);
  if (coordinate === undefined) return axis("Element");
  const type = isLogarithmic(coordinate.grid) ? "log" : "linear";
  return axis(findLabel(manifest, coordinate.name), type, coordinate.unit);
}

export function drawLines(manifest: SpecModel, { type }: ManifestGraph, series: DrawnSeries): GraphDrawing {
  const { ids, x, y } = series;
  const step = Math.max(1, Math.ceil((ids.length * y.length) / MAX_LINES));
  const { isOnRight, ...vertical } = verticalAxes(y);
  const data = ids.flatMap((id, i): GraphTrace[] => {
    if (i % step !== 0) return [];
    return y.map((seriesItem) => {
      const curve = toCurve(seriesItem.values[i]);
      const along = toCurve(x?.values[i]);
      const name =
        ids.length === 1
          ? seriesItem.label
          : y.length === 1
            ? `Simulation ${id}`
            : `${seriesItem.label}, simulation ${id}`;
      return {
        type: "scatter",
        mode: type === "line" ? "lines" : "markers",
        name,
        x: withGaps(along?.y ?? curve?.x),
        y: withGaps(curve?.y),
        ...(ids.length > 1 && { meta: id }),
        ...(isOnRight(seriesItem) && { yaxis: "y2" as const }),
      };
    });
  });
  return {
    data,
    axes: { xaxis: createXAxis(manifest, series), ...vertical },
    showlegend: data.length > 1 && data.length <= 12,
  };
}

/** A graph over the coordinate itself has its scale, too. */
function createXAxis(manifest: SpecModel, series: DrawnSeries) {
  const coordinate = coordinateAxis(manifest, series);
  const { x } = series;
  return x === null || x.label === coordinate.title.text ? coordinate : axis(x.label, "linear", x.unit);
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
export function drawPoints({ type }: ManifestGraph, { ids, x, y }: DrawnSeries): GraphDrawing {
  const { isOnRight, ...vertical } = verticalAxes(y);
  const data = y.map((seriesItem): GraphTrace => {
    const points = ids.flatMap((id, i) => {
      const [at, value] = [x?.values[i], seriesItem.values[i]];
      if (typeof at !== "string" && !(typeof at === "number" && Number.isFinite(at))) return [];
      return typeof value === "number" && Number.isFinite(value) ? [{ id, x: at, y: value }] : [];
    });
    if (type === "line") points.sort((a, b) => Number(a.x) - Number(b.x));
    return {
      type: "scatter",
      mode: type === "line" ? "lines" : "markers",
      name: seriesItem.label,
      x: points.map((point) => point.x),
      y: points.map((point) => point.y),
      text: points.map(({ id }) => `Simulation ${id}`),
      customdata: points.map(({ id }) => id),
      ...(isOnRight(seriesItem) && { yaxis: "y2" as const }),
    };
  });
  return {
    data,
    axes: {
      xaxis: x?.isText ? axis(x.label, "category") : axis(x?.label ?? "", "linear", x?.unit),
      ...vertical,
    },
    showlegend: y.length > 1,
  };
}
