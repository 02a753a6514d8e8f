import { formatValue } from "@understudy/shared/quantities/quantity-text.ts";
import type { Palette } from "../model/palette.ts";
import type { CloudFigure } from "./cloud-drawing.ts";
import { createPointCloud } from "./point-cloud.ts";

/** A design of the front: its goals in the order of their names. */
export type FrontPoint = { readonly goals: readonly (number | null)[]; readonly violation: number | null };

/** Points that do not keep all limits. */
const PALE_OPACITY = 0.4;

/** A design is feasible if it keeps all limits. */
export const isFeasible = ({ violation }: Pick<FrontPoint, "violation">): boolean => violation === 0;

const formatGoal = (value: number | null | undefined): string => (value == null ? "–" : formatValue(value));

/**
 * Two or three goals of the designs that no other beats in all goals.
 * @param names of all goals
 * @param axes the places of the goals that are drawn
 * @param chosen the index of a point to be marked; null: none
 */
export function createParetoFront(
  points: readonly FrontPoint[],
  names: readonly string[],
  axes: readonly number[],
  chosen: number | null,
  palette: Palette,
): CloudFigure {
  const [xName = "", yName = "", zName] = axes.map((goal) => names[goal] ?? "");
  const group = { color: palette.prediction, isHollow: false };
  return createPointCloud(
    {
      axes: axes.map((goal) => ({
        name: names[goal] ?? "",
        unit: "",
        values: points.map(({ goals }) => goals[goal] ?? null),
        range: null,
      })),
      groups: [
        { ...group, name: "Limits not kept", opacity: PALE_OPACITY },
        { ...group, name: "All limits kept", opacity: 1 },
      ],
      groupIndices: points.map((point) => (isFeasible(point) ? 1 : 0)),
      box: null,
      chosen,
      revision: `front ${axes.join(" ")}`,
      source: points,
      summary: `Pareto front of ${yName} over ${xName}${zName === undefined ? "" : ` and ${zName}`}: ${points.length} designs, ${points.filter(isFeasible).length} of them keep all limits.`,
      hasLegend: false,
      parts: (at) => [
        ...names.map((label, goal) => ({
          label,
          text: formatGoal(points[at]?.goals[goal]),
          color: null,
        })),
        ...(points[at] === undefined || isFeasible(points[at])
          ? []
          : [{ label: "limits not kept", text: "", color: null }]),
      ],
      table: (listed) => ({
        header: [...names, "violation"],
        rows: listed.flatMap((at) => {
          const point = points[at];
          return point === undefined ? [] : [[...point.goals, point.violation]];
        }),
      }),
    },
    palette,
  );
}
