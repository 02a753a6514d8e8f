/** Two things against each other in cells: how many points fall into each, or the mean of a third. */
import type { SpecModel } from "@understudy/shared/domain/spec-manifest.ts";
import { createBins } from "./bins.ts";
import { axis, type GraphDrawing, type UnitAxis } from "./figure.ts";
import { coordinateAxis, toCurve } from "./lines.ts";
import type { DrawnSeries, Series } from "./series.ts";

const MAX_CELLS = 40;
/** Curves of more points are counted at so many of them. */
const MAX_POSITIONS = 200;

/** A point that is counted, with its column. */
type Point = { readonly column: number; readonly y: number; readonly z: number };
type Columns = {
  /** Edges of the columns, one more than there are; or their middles or names. */
  readonly x: readonly (number | string)[];
  readonly count: number;
  readonly points: readonly Point[];
  readonly axis: UnitAxis;
};

export function drawHeatmap(manifest: SpecModel, series: DrawnSeries): GraphDrawing {
  const [y] = series.y;
  if (y === undefined) return { data: [], axes: { xaxis: axis(""), yaxis: axis("") }, showlegend: false };
  const {
    x,
    count,
    points,
    axis: xaxis,
  } = y.isCurve ? columnsOfCurves(manifest, series, y) : collectPoints(series, y);
  const rows = createBins(
    points.map((point) => point.y),
    MAX_CELLS,
  );
  const cells = Array.from(rows.edges.subarray(1), () =>
    Array.from({ length: count }, () => ({ sum: 0, count: 0 })),
  );
  for (const point of points) {
    const cell = cells[rows.indexOf(point.y)]?.[point.column];
    if (cell === undefined) continue;
    cell.sum += point.z;
    cell.count++;
  }
  const value = ({ sum, count }: { sum: number; count: number }) =>
    count === 0 ? null : series.z === null ? count : sum / count;
  const name = series.z?.label ?? "Count";
  return {
    data: [
      {
        ...{ type: "heatmap", name, x, y: [...rows.edges] },
        z: cells.map((row) => row.map(value)),
        colorbar: { title: { text: name } },
      },
    ],
    axes: { xaxis, yaxis: axis(y.label, "linear", y.unit) },
    showlegend: false,
  };
}

/** Collects one point of each simulation. */
function collectPoints({ ids, x, z }: DrawnSeries, y: Series): Columns {
  const drawnPoints = ids.flatMap((_, i) => {
    const [at, value, colour] = [x?.values[i], y.values[i], z === null ? 0 : z.values[i]];
    const isSound = typeof at === "string" || Number.isFinite(at);
    if (!isSound || !Number.isFinite(value) || !Number.isFinite(colour)) return [];
    return [{ at: typeof at === "string" ? at : Number(at), y: Number(value), z: Number(colour) }];
  });
  const label = x?.label ?? "";
  if (x?.isText) {
    const names = [...new Set(drawnPoints.map(({ at }) => String(at)))];
    const points = drawnPoints.map(({ at, y, z }) => ({ column: names.indexOf(String(at)), y, z }));
    return { x: names, count: names.length, points, axis: axis(label, "category") };
  }
  const bins = createBins(
    drawnPoints.map(({ at }) => Number(at)),
    MAX_CELLS,
  );
  const points = drawnPoints.map(({ at, y, z }) => ({ column: bins.indexOf(Number(at)), y, z }));
  return { x: [...bins.edges], count: bins.edges.length - 1, points, axis: axis(label, "linear", x?.unit) };
}

/**
 * Collects the points of all curves, one at each position: they show where the curves run, and how close together.
 */
function columnsOfCurves(manifest: SpecModel, series: DrawnSeries, { values }: Series): Columns {
  const positions = toCurve(values[0])?.x ?? new Float64Array();
  const step = Math.max(1, Math.ceil(positions.length / MAX_POSITIONS));
  const shownPositions = Array.from(positions).filter((_, i) => i % step === 0);
  const points = values.flatMap((value) => {
    const curve = toCurve(value);
    return shownPositions.flatMap((_, column) => {
      const y = curve?.y[column * step] ?? Number.NaN;
      return Number.isFinite(y) ? [{ column, y, z: 0 }] : [];
    });
  });
  return { x: shownPositions, count: shownPositions.length, points, axis: coordinateAxis(manifest, series) };
}
