/** The curves of the profiler: every output over every input through the sliders' point, computed in short slices. */

import type { PageFacts } from "@understudy/shared/domain/exported-page.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import type { Parameter } from "#predictions/parameters.ts";
import { type ColumnAxis, sampleAxis } from "../plots/profiler/column-axis.ts";
import { encodePoint, type OutputValues, type PageModel, type PageView } from "./page-model.ts";

/** Milliseconds that one slice may take: the page stays free to move a slider in between. */
const SLICE_MS = 10;
/** Points of a curve; fewer where there are many inputs. */
const POINTS_OF_CURVE = { few: 25, many: 15, manyInputs: 8 };
/** Whole numbers of a range of at most so many are drawn as steps. */
const MAX_INTEGER_STEPS = 20;

/** The predictions over one input. */
export type ProfileColumn = {
  readonly x: readonly ScalarValue[];
  readonly results: readonly (readonly OutputValues[])[];
  readonly isAway: readonly boolean[];
};

export function createAxis(parameter: Parameter): ColumnAxis {
  if (parameter.kind === "list") return { kind: "steps", values: parameter.values };
  const { min, max, isInteger } = parameter;
  const [low, high] = [Math.ceil(min), Math.floor(max)];
  if (!isInteger || high - low >= MAX_INTEGER_STEPS) return { kind: "numbers", min, max, isInteger };
  return { kind: "steps", values: Array.from({ length: high - low + 1 }, (_, at) => low + at) };
}

/** Computes one column after the other, and begins anew whenever the point has changed, with the column that it was at. */
export function createProfileRun(
  model: PageModel,
  facts: PageFacts,
  axes: ReadonlyMap<string, ColumnAxis>,
  onColumn: (name: string, column: ProfileColumn) => void,
) {
  const names = [...axes.keys()];
  const { few, many, manyInputs } = POINTS_OF_CURVE;
  const count = names.length > manyInputs ? many : few;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let first = 0;

  function* computeColumns(view: PageView): Generator<undefined> {
    for (let step = 0; step < names.length; step++) {
      const name = names[first] ?? "";
      const axis = axes.get(name);
      if (axis === undefined) continue;
      const x = sampleAxis(axis, count);
      const results: (readonly OutputValues[])[] = [];
      const isAway: boolean[] = [];
      for (const value of x) {
        const numbers = encodePoint(facts, { ...view.point, [name]: value });
        results.push(model.evaluate(numbers, true));
        isAway.push(model.isAwayFromData(numbers));
        yield;
      }
      onColumn(name, { x, results, isAway });
      first = (first + 1) % names.length;
    }
  }

  return (view: PageView): void => {
    clearTimeout(timer);
    const columns = computeColumns(view);
    const runSlice = (): void => {
      const end = performance.now() + SLICE_MS;
      while (performance.now() < end) if (columns.next().done === true) return;
      timer = setTimeout(runSlice);
    };
    timer = setTimeout(runSlice);
  };
}
