import { formatValue } from "@understudy/shared/quantities/quantity-text.ts";
import type { Chart } from "../chart/chart.ts";
import type { Palette } from "./palette.ts";
import { numberAxis, pointsMark } from "./parts.ts";
import { extent, padRange } from "./ranges.ts";

/** A design of the front: its goals in the order of their names. */
export type FrontPoint = { readonly goals: readonly (number | null)[]; readonly violation: number | null };

/** A design is feasible if it keeps all limits. */
export const isFeasible = ({ violation }: Pick<FrontPoint, "violation">): boolean => violation === 0;

/** Two goals of the designs that no other beats in all goals. @param chosen the index of a point to be marked; null: none */
export function paretoFrontChart(
  points: readonly FrontPoint[],
  names: readonly string[],
  [across, up]: readonly [number, number],
  chosen: number | null,
  palette: Palette,
): Chart {
  const x = points.map(({ goals }) => goals[across] ?? Number.NaN);
  const y = points.map(({ goals }) => goals[up] ?? null);
  const [xName, yName] = [names[across] ?? "", names[up] ?? ""];
  const heights = y.flatMap((value) => (value === null ? [] : [value]));
  const marked = chosen === null ? [] : [chosen];
  const texts = (at: number): string[] =>
    names.map((name, goal) => {
      const value = points[at]?.goals[goal] ?? null;
      return `${name} ${value === null ? "–" : formatValue(value)}`;
    });
  const describeLimits = (at: number): string => {
    const point = points[at];
    return point === undefined || isFeasible(point) ? "" : "limits not kept";
  };
  return {
    x: numberAxis(xName, "", padRange(extent(x) ?? [0, 1])),
    y: numberAxis(yName, "", padRange(extent(heights) ?? [0, 1])),
    zones: [],
    marks: [
      pointsMark({
        name: "Pareto front",
        x,
        y,
        color: palette.prediction,
        faded: points.map((point) => !isFeasible(point)),
      }),
      pointsMark({
        name: "Selected",
        x: marked.map((at) => x[at] ?? Number.NaN),
        y: marked.map((at) => y[at] ?? null),
        color: palette.actual,
        radius: 8,
        isHollow: true,
      }),
    ],
    revision: `front ${across} ${up}`,
    summary: `Pareto front of ${yName} over ${xName}: ${points.length} designs, ${points.filter(isFeasible).length} of them keep all limits.`,
    readout: {
      x,
      y,
      count: points.length,
      nearest: "both",
      parts: (at) => [
        ...names.map((label, goal) => {
          const value = points[at]?.goals[goal] ?? null;
          return { label, text: value === null ? "–" : formatValue(value), color: null };
        }),
        ...(describeLimits(at) === "" ? [] : [{ label: describeLimits(at), text: "", color: null }]),
      ],
      describe: (at) => [...texts(at), describeLimits(at)].filter((text) => text !== "").join(", "),
    },
    table: () => ({
      header: [...names, "violation"],
      rows: points.map(({ goals, violation }) => [...goals, violation]),
    }),
  };
}
