/** The training rows of the page. */
import type { ScalarRows } from "@understudy/shared/api/emulator-profile.ts";
import type { PageFacts } from "@understudy/shared/domain/exported-page.ts";
import type { PageView } from "./page-model.ts";

/** A row further away than this share of the range in each input (root mean square) is not near. */
const MAX_DISTANCE = 0.1;

/** The rows by the names of inputs and scalar outputs, as the profiler reads them; null: the page has none. */
export function toScalarRows({
  inputs,
  outputs,
  rows,
}: PageFacts): Pick<ScalarRows, "inputs" | "outputs"> | null {
  if (rows === null) return null;
  const places = listPlaces({ inputs, outputs });
  return {
    inputs: Object.fromEntries(
      inputs.map(({ definition, levels }, at) => [
        definition.name,
        rows.map((row) => {
          const value = row[at] ?? Number.NaN;
          if (levels === null) return value;
          return definition.values?.find((candidate) => String(candidate) === levels[value]) ?? "";
        }),
      ]),
    ),
    outputs: Object.fromEntries(
      outputs.flatMap(({ definition, knots }, at) =>
        knots === null ? [[definition.name, rows.map((row) => row[places[at] ?? 0] ?? null)]] : [],
      ),
    ),
  };
}

/** Says how many training rows the page has, and where they are drawn: the map of a field has none. */
export function describeRows({
  outputs,
  rows,
  rowCount,
}: Pick<PageFacts, "outputs" | "rows" | "rowCount">): string {
  if (rows === null) return "This page has no training rows.";
  const places = [
    ...(outputs.some(({ knots }) => knots === null) ? ["they are the points in the profiler"] : []),
    ...(outputs.some(({ knots, definition }) => knots !== null && definition.grid_columns === null)
      ? ["the nearest one is the dashed curve in the chart of a curve"]
      : []),
  ];
  const text = `This page has ${rows.length} of ${rowCount ?? rows.length} training rows`;
  return places.length === 0 ? `${text}.` : `${text}: ${places.join(", and ")}.`;
}

/** The place of each output's first value in a row. */
function listPlaces({ inputs, outputs }: Pick<PageFacts, "inputs" | "outputs">): number[] {
  let place = inputs.length;
  return outputs.map(({ size }) => {
    place += size;
    return place - size;
  });
}

/** The values of an output in the training row nearest to the point; null where none is near. */
export function createNearestRow(facts: PageFacts) {
  const { inputs, outputs, rows } = facts;
  const places = listPlaces(facts);
  /** The squared distance to a row, in ranges of the inputs; another level is a range away. */
  const measureSquare = (row: readonly (number | null)[], x: readonly number[]): number =>
    inputs.reduce((sum, { trained }, at) => {
      const difference = (row[at] ?? Number.NaN) - (x[at] ?? Number.NaN);
      if (trained === null) return sum + (difference === 0 ? 0 : 1);
      const width = trained[1] - trained[0];
      return sum + (width > 0 ? (difference / width) ** 2 : 0);
    }, 0);
  return ({ x }: PageView): ((output: number) => readonly (number | null)[] | null) => {
    let nearest: readonly (number | null)[] | null = null;
    let least = MAX_DISTANCE ** 2 * inputs.length;
    for (const row of rows ?? []) {
      const square = measureSquare(row, x);
      if (square > least) continue;
      least = square;
      nearest = row;
    }
    return (output) => {
      const place = places[output] ?? 0;
      return nearest?.slice(place, place + (outputs[output]?.size ?? 0)) ?? null;
    };
  };
}
