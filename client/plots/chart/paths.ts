/** Curves as the text of SVG paths: every point is a corner of its path, none is left out. */
import type { Faded } from "../model/chart.ts";
import type { Scale } from "./scales.ts";

export type Place = { readonly x: Scale; readonly y: Scale };
/** The parts drawn in full, and those drawn pale. */
export type Paths = { readonly full: string; readonly pale: string };

type Values = readonly (number | null)[];
type Run = { readonly from: number; to: number; isPale: boolean };

const isPaleAt = (faded: Faded, at: number): boolean =>
  typeof faded === "boolean" ? faded : (faded[at] ?? false);

/** Stretches without a gap whose segments all look alike; neighbours share the point at which the look changes. */
function splitRuns(isDrawn: (at: number) => boolean, count: number, faded: Faded): Run[] {
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

/** Converts values to tenths of a pixel, which are finer than any screen. */
const toTenths = (values: Values, scale: Scale): Float64Array =>
  Float64Array.from(values, (value) => (value === null ? Number.NaN : Math.round(scale.to(value) * 10)));

/** Texts of the lengths that a screen has, once written: to write a fraction takes longer than all else of a path. */
const LENGTH_TEXTS: (string | undefined)[] = Array.from({ length: 20_000 });
function lengthText(length: number): string {
  const cachedText = LENGTH_TEXTS[length];
  if (cachedText !== undefined) return cachedText;
  const text = String(length / 10);
  if (length >= 0 && length < LENGTH_TEXTS.length) LENGTH_TEXTS[length] = text;
  return text;
}
/** A corner of a path, from tenths of a pixel. */
const formatCorner = (left = Number.NaN, top = Number.NaN): string =>
  `${lengthText(left)} ${lengthText(top)}`;

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
  const [left, top] = [toTenths(x, toX), toTenths(y, toY)];
  const runs = splitRuns((at) => Number.isFinite(left[at]) && Number.isFinite(top[at]), x.length, faded);
  return collect(runs, ({ from, to }) => {
    let path = `M${formatCorner(left[from], top[from])}`;
    for (let at = from + 1; at <= to; at++) path += `L${formatCorner(left[at], top[at])}`;
    return path;
  });
}

/** Places a point vertically, in pixels. @param floor of a null; null: it has no place, as what the axis cannot hold has none */
export function placeHeight(height: number | null | undefined, { to }: Scale, floor: number | null): number {
  return height == null ? (floor ?? Number.NaN) : to(height);
}

/** The area between two lines. @param floor in pixels: where a lower value goes that a logarithmic axis cannot hold */
export function bandPaths(
  { x, lower, upper, faded }: { x: readonly number[]; lower: Values; upper: Values; faded: Faded },
  { x: toX, y: toY }: Place,
  floor: number,
): Paths {
  const [left, low, high] = [toTenths(x, toX), toTenths(lower, toY), toTenths(upper, toY)];
  const isDrawn = (at: number) =>
    Number.isFinite(left[at]) && Number.isFinite(high[at]) && lower[at] !== null;
  return collect(splitRuns(isDrawn, x.length, faded), ({ from, to }) => {
    let path = `M${formatCorner(left[from], high[from])}`;
    for (let at = from + 1; at <= to; at++) path += `L${formatCorner(left[at], high[at])}`;
    for (let at = to; at >= from; at--) {
      const edge = low[at] ?? Number.NaN;
      path += `L${formatCorner(left[at], Number.isFinite(edge) ? edge : floor * 10)}`;
    }
    return `${path}Z`;
  });
}
