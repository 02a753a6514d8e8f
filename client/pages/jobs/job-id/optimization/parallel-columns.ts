/** The axes of a result's parallel coordinates: the variables, then the outputs, or the goals, and the score. */
import type { Optimization } from "@understudy/shared/api/optimization.ts";
import {
  type ParallelChart,
  type ParallelColumn,
  parallelChart,
} from "../../../../plots/figures/parallel-coordinates.ts";
import { isFeasible } from "../../../../plots/figures/pareto-front.ts";
import { type DesignValue, expandColumns, inputLook, type Looks, outputLook } from "./quantities.ts";

type Inputs = Readonly<Record<string, DesignValue>>;

/** One axis for each variable, an element of a Vector by itself. */
export function inputColumns(all: readonly Inputs[], looks: Looks | null): ParallelColumn[] {
  const points = all.map(expandColumns);
  return Object.keys(points[0] ?? {}).map((name) => {
    const { display, unit } = inputLook(looks, name);
    const values = points.map((point) => {
      const value = point[name] ?? null;
      return typeof value === "number" ? value / unit.multiplier : value;
    });
    return { name: display, unit: unit.text, values };
  });
}

/** The parallel coordinates of the local optima; pale lines are out of spec. */
export function optimaParallel(maxima: Optimization["maxima"], looks: Looks | null): ParallelChart {
  const outputs = Object.keys(maxima[0]?.outputs ?? {}).map((name): ParallelColumn => {
    const { display, unit } = outputLook(looks, name);
    const values = maxima.map((design) => {
      const mean = design.outputs[name]?.mean ?? null;
      return mean === null ? null : mean / unit.multiplier;
    });
    return { name: display, unit: unit.text, values };
  });
  const inputs = maxima.map((design) => design.inputs);
  const scores = { name: "Score", unit: "", values: maxima.map(({ score }) => score) };
  return parallelChart(
    [...inputColumns(inputs, looks), ...outputs, scores],
    maxima.map((_, at) => String(at)),
    (line) => maxima[line]?.in_spec === false || maxima[line]?.violation !== 0,
  );
}

/** The parallel coordinates of the front; pale lines do not keep all limits. */
export function frontParallel(
  front: Optimization["front"],
  goals: readonly string[],
  looks: Looks | null,
): ParallelChart {
  const columns = goals.map(
    (name, at): ParallelColumn => ({
      name,
      unit: "",
      values: front.map((design) => design.goals[at] ?? null),
    }),
  );
  const inputs = front.map((design) => design.inputs);
  return parallelChart(
    [...inputColumns(inputs, looks), ...columns],
    front.map((_, at) => String(at)),
    (line) => front[line] !== undefined && !isFeasible(front[line]),
  );
}
