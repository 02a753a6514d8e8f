/** Curves as the text of SVG paths: every point is a corner of its path, none is left out. */
import type { Faded } from "./chart.ts";
import type { Scale } from "./scales.ts";

export type Place = { readonly x: Scale; readonly y: Scale };
/** The parts drawn in full, and those drawn pale. */
export type Paths = { readonly full: string; readonly pale: string };

type Values = readonly (number | null)[];
type Run = { readonly from: number; to: number; isPale: boolean };

const isPaleAt = (faded: Faded, at: number): boolean =>
  typeof faded === "boolean" ? faded : (faded[at] ?? false);

/** Stretches without a gap whose segments all look alike; neighbours share the point at which the look changes. */
function runsOf(isDrawn: (at: number) => boolean, count: number, faded: Faded): Run[] {
  const runs: Run[] = [];
  let open: Run | null = null;
  for (let at = 0; at < count; at++) {
    if (!isDrawn(at)) {
      open = null;
      continue;
    }
    const isPale: boolean = isPaleAt(faded, at) || (open !== null && isPaleAt(faded, at - 1));
    const isFirstSegment: boolean = open !== null && open.from === open.to;
    if (open !== null && (isFirstSegment || open.isPale === isPale)) {
      open.isPale = isPale;
      open.to = at;
      continue;
    }
    open = { from: open === null ? at : at - 1, to: at, isPale };
    runs.push(open);
  }
  return runs;
}

/** A tenth of a pixel is finer than any screen. */
const rounded = (pixel: number): number => Math.round(pixel * 10) / 10;
const pixels = (values: Values, scale: Scale): Float64Array =>
  Float64Array.from(values, (value) => (value === null ? Number.NaN : rounded(scale.to(value))));

function collect(runs: readonly Run[], path: (run: Run) => string): Paths {
  let full = "";
  let pale = "";
  for (const run of runs) {
    if (run.isPale) pale += path(run);
    else full += path(run);
  }
  return { full, pale };
}

/** A line through the points; a value that its axis cannot hold is a gap. */
export function linePaths(x: readonly number[], y: Values, { x: toX, y: toY }: Place, faded: Faded): Paths {
  const [left, top] = [pixels(x, toX), pixels(y, toY)];
  const runs = runsOf((at) => Number.isFinite(left[at]) && Number.isFinite(top[at]), x.length, faded);
  return collect(runs, ({ from, to }) => {
    let path = `M${left[from]} ${top[from]}`;
    for (let at = from + 1; at <= to; at++) path += `L${left[at]} ${top[at]}`;
    return path;
  });
}

/** The area between two lines. @param floor in pixels: where a lower value goes that a logarithmic axis cannot hold */
export function bandPaths(
  { x, lower, upper, faded }: { x: readonly number[]; lower: Values; upper: Values; faded: Faded },
  { x: toX, y: toY }: Place,
  floor: number,
): Paths {
  const [left, low, high] = [pixels(x, toX), pixels(lower, toY), pixels(upper, toY)];
  const isDrawn = (at: number) =>
    Number.isFinite(left[at]) && Number.isFinite(high[at]) && lower[at] !== null;
  return collect(runsOf(isDrawn, x.length, faded), ({ from, to }) => {
    let path = `M${left[from]} ${high[from]}`;
    for (let at = from + 1; at <= to; at++) path += `L${left[at]} ${high[at]}`;
    for (let at = to; at >= from; at--) {
      const edge = low[at] ?? floor;
      path += `L${left[at]} ${Number.isFinite(edge) ? edge : floor}`;
    }
    return `${path}Z`;
  });
}
