/** The score and each varied variable by the number of the simulation, as graphs. */
import { axis, type GraphTrace, toFigure } from "@understudy/engine/specs/graphs/figure.ts";
import type { Graph } from "@understudy/shared/api/simulation.ts";
import {
  displayName,
  elementName,
  type InputDefinition,
  type ScalarValue,
} from "@understudy/shared/domain/variable.ts";
import { nameWithUnit } from "@understudy/shared/quantities/quantity-text.ts";
import { exactShownValue, shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import type { JobRecord } from "../models/job.ts";
import type { SimulationRow } from "../models/simulation.ts";

export type IterationRow = Pick<SimulationRow, "_id" | "index" | "inputs" | "score">;
type Trace = Extract<GraphTrace, { type: "scatter" }>;
type Drawn = Pick<Trace, "name" | "y"> & Partial<Pick<Trace, "mode">>;

const FIRST_ELEMENT = elementName("", 0);
/** The number of elements of a Vector that are drawn: the colours of more cannot be told apart. */
const MAX_ELEMENTS = 8;
/** More options do not fit an axis. */
const MAX_NAMED = 6;

/** The columns of the Vector whose first element is at that place, in their order; none where no Vector begins there. */
function elementsFrom<Column extends { name: string }>(columns: readonly Column[], at: number): Column[] {
  const first = columns[at]?.name ?? "";
  if (!first.endsWith(FIRST_ELEMENT)) return [];
  const vector = first.slice(0, -FIRST_ELEMENT.length);
  let end = at + 1;
  while (columns[end]?.name === elementName(vector, end - at)) end++;
  return columns.slice(at, end);
}

/** Counts the values of one row that the graphs show besides its score. */
export function drawnColumns(inputs: readonly Pick<InputDefinition, "name" | "fixed">[]): number {
  const varied = inputs.filter(({ fixed }) => !fixed);
  let drawn = 0;
  for (let at = 0; at < varied.length; ) {
    const columns = Math.max(1, elementsFrom(varied, at).length);
    drawn += Math.min(columns, MAX_ELEMENTS);
    at += columns;
  }
  return drawn;
}

/** The row without those elements of its Vectors that no graph shows. */
export const withDrawnElements = (row: IterationRow): IterationRow => ({
  ...row,
  inputs: Object.fromEntries(
    Object.entries(row.inputs).map(([name, value]) => [
      name,
      typeof value === "object" ? value.slice(0, MAX_ELEMENTS) : value,
    ]),
  ),
});

/** @param rows by rising index; those without a score are gaps */
export function iterationGraphs(
  { config }: Pick<JobRecord, "config">,
  rows: readonly IterationRow[],
): Graph[] {
  const [first] = rows;
  if (first === undefined) return [];
  const varied = config.inputs.filter(({ fixed }) => !fixed);
  return [
    scoreGraph(rows),
    ...varied.flatMap((input, at) => {
      if (input.name in first.inputs) return [scalarGraph(rows, input)];
      const name = input.name.endsWith(FIRST_ELEMENT) ? input.name.slice(0, -FIRST_ELEMENT.length) : "";
      const isVector = typeof first.inputs[name] === "object";
      return isVector ? [vectorGraph(rows, name, elementsFrom(varied, at), input)] : [];
    }),
  ];
}

function scoreGraph(rows: readonly IterationRow[]): Graph {
  const scores = rows.map(({ score }) => score);
  let best: number | null = null;
  const envelope = scores.map((score) => {
    if (score !== null && (best === null || score > best)) best = score;
    return best;
  });
  return toGraph(rows, "Score", { label: "Score", unit: "" }, [
    { name: "Score", y: scores },
    { name: "Best so far", mode: "lines", y: envelope },
  ]);
}

function scalarGraph(rows: readonly IterationRow[], input: InputDefinition): Graph {
  const name = displayName(input);
  const places = input.values;
  const unit = shownUnit(input);
  const label = places === null ? nameWithUnit(name, unit.text) : namedPlaces(name, places);
  const y = rows.map(({ inputs }) => {
    const value = inputs[input.name];
    if (typeof value === "number") return places === null ? exactShownValue(value, unit) : value;
    const at = value === undefined || typeof value === "object" ? -1 : (places?.indexOf(value) ?? -1);
    return at < 0 ? null : at;
  });
  return toGraph(rows, name, { label, unit: places === null ? unit.text : "" }, [{ name, y }]);
}

/** @param elements its columns, in their order @param first of these: its unit is that of all */
function vectorGraph(
  rows: readonly IterationRow[],
  name: string,
  elements: readonly InputDefinition[],
  first: InputDefinition,
): Graph {
  const drawn = elements.slice(0, MAX_ELEMENTS);
  const shown = displayName(first);
  // A person may have given the element a name of its own.
  const vectorName = shown.endsWith(FIRST_ELEMENT) ? shown.slice(0, -FIRST_ELEMENT.length) : name;
  const title =
    drawn.length < elements.length ? `${vectorName} (its first ${drawn.length} elements)` : vectorName;
  const unit = shownUnit(first);
  const traces = drawn.map((input, element) => ({
    name: displayName(input),
    y: rows.map(({ inputs }) => {
      const value = inputs[name];
      const elementValue = typeof value === "object" ? value[element] : undefined;
      return elementValue === undefined ? null : exactShownValue(elementValue, unit);
    }),
  }));
  return toGraph(rows, title, { label: nameWithUnit(vectorName, unit.text), unit: unit.text }, traces);
}

function toGraph(
  rows: readonly IterationRow[],
  title: string,
  { label, unit }: { label: string; unit: string },
  drawn: readonly Drawn[],
): Graph {
  const x = rows.map(({ index }) => index + 1);
  const customdata = rows.map(({ _id }) => _id);
  return {
    status: "ready",
    title,
    figure: toFigure({
      data: drawn.map(
        (trace): Trace =>
          trace.mode === "lines"
            ? { type: "scatter", mode: "lines", x, ...trace }
            : { type: "scatter", mode: "markers", x, customdata, ...trace },
      ),
      axes: { xaxis: axis("Simulation"), yaxis: axis(label, "linear", unit) },
      showlegend: drawn.length > 1,
    }),
  };
}

/** Adds the meaning of the graph's numbers that stand for options: `corner (0 tt, 1 ss, 2 ff)`. */
function namedPlaces(name: string, places: readonly ScalarValue[]): string {
  if (places.length > MAX_NAMED || places.every((place) => typeof place === "number")) return name;
  return `${name} (${places.map((place, at) => `${at} ${place}`).join(", ")})`;
}
