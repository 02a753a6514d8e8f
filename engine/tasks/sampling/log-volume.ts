/**
 * The density that is sampled is one over the variables' own values: exp(score) per unit of each real variable, and exp(score) for
 * each whole number and each option. Walkers move in the unit cube instead, so that the logarithm of what a unit of the cube holds
 * is added to the score: on a logarithmic axis the derivative of the value by the fraction (the Jacobian), and for a cell, whose
 * share of the axis must not count, the inverse of that share. Constants cancel and are left out.
 */
import type { Axis } from "../../designs/axes.ts";
import { findCell, hasCells, type SearchAxis } from "../search-space.ts";

type MeasuredAxis = SearchAxis & Pick<Axis, "value" | "spacing">;

/** @param point of the cube, snapped @returns to be added to the log density over the values */
export function logVolume(axes: readonly MeasuredAxis[], point: Float64Array): number {
  let sum = 0;
  for (let a = 0; a < axes.length; a++) {
    const axis = axes[a];
    if (axis.spacing === "linear") continue;
    const cell = findCell(axis, point[a]);
    sum += hasCells(axis)
      ? -Math.log(axis.edge(cell + 1) - axis.edge(cell))
      : Math.log(Number(axis.value(cell)));
  }
  return sum;
}
