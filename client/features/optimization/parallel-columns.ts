/** The axes of a result's parallel coordinates: the variables, then the outputs, or the goals, and the score. */
import type { Optimization } from "@understudy/shared/api/optimization.ts";
import { type DesignValue, expandColumns, inputLook, type Looks, outputLook } from "#designs/quantities.ts";
import type { ParallelColumn } from "#plots/analysis/parallel-coordinates.ts";

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

/** The axes of the local optima, or of the best designs. */
export function optimaColumns(maxima: Optimization["maxima"], looks: Looks | null): ParallelColumn[] {
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
  return [...inputColumns(inputs, looks), ...outputs, scores];
}

/** The axes of the designs of the Pareto front. */
export function frontColumns(
  front: Optimization["front"],
  goals: readonly string[],
  looks: Looks | null,
): ParallelColumn[] {
  const columns = goals.map(
    (name, at): ParallelColumn => ({
      name,
      unit: "",
      values: front.map((design) => design.goals[at] ?? null),
    }),
  );
  const inputs = front.map((design) => design.inputs);
  return [...inputColumns(inputs, looks), ...columns];
}
