/** The graphs that a spec's manifest asks for, of one simulation or of all of a job. */
import type { SimulationInputs, SimulationOutputs } from "@understudy/shared/domain/simulation.ts";
import type { ManifestGraph, SpecModel } from "@understudy/shared/domain/spec-manifest.ts";
import { compileExpression, type Expression } from "./expressions/compile.ts";
import { type GraphDrawing, type GraphFigure, toFigure } from "./graphs/figure.ts";
import { drawHeatmap } from "./graphs/heatmap.ts";
import { drawHistogram } from "./graphs/histogram.ts";
import { findLabel, findUnit } from "./graphs/labels.ts";
import { drawLines, drawPoints } from "./graphs/lines.ts";
import { type DrawnSeries, type GraphError, type Series, undefinedEverywhere } from "./graphs/series.ts";
import { scopeMaker, typesOfNames } from "./language/scope.ts";

export type GraphSimulation = {
  readonly id: number;
  readonly inputs: SimulationInputs;
  readonly outputs: SimulationOutputs;
};

export type DrawnGraph =
  | { readonly title: string; readonly figure: GraphFigure }
  | { readonly title: string; readonly errors: readonly GraphError[] };

/**
 * @param simulations one for a graph that is drawn per simulation, otherwise those of the job that have finished
 * @returns the figure, or what is missing for it, by field: x, y, z or simulations
 */
export function drawGraph(
  manifest: SpecModel,
  graph: ManifestGraph,
  simulations: readonly GraphSimulation[],
): DrawnGraph {
  const { title } = graph;
  if (simulations.length === 0)
    return { title, errors: [{ field: "simulations", message: "No simulation has finished yet" }] };
  const errors: GraphError[] = [];
  const series = evaluate(manifest, graph, simulations, errors);
  if (errors.length === 0) errors.push(...undefinedEverywhere(series));
  if (errors.length > 0) return { title, errors };
  return { title, figure: toFigure(drawSeries(manifest, graph, series)) };
}

function drawSeries(manifest: SpecModel, graph: ManifestGraph, series: DrawnSeries): GraphDrawing {
  switch (graph.type) {
    case "line":
    case "scatter":
      return series.y[0]?.isCurve ? drawLines(manifest, graph, series) : drawPoints(graph, series);
    case "histogram":
      return drawHistogram(series);
    case "heatmap":
      return drawHeatmap(manifest, series);
  }
}

const NAME_PATTERN = /[A-Za-z_]\w*/g;

/**
 * True if a graph reads curves of simulations, which are many times as long as their scalars. The names in its
 * expressions decide: to compile them all would take longer than an answer may.
 */
export function readsCurves({ outputs }: SpecModel, { x, y, z }: ManifestGraph): boolean {
  const curves = new Set(outputs.filter(({ type }) => type === "Vector").map(({ name }) => name));
  return [x, ...y, z].some((text) => text?.match(NAME_PATTERN)?.some((name) => curves.has(name)) ?? false);
}

function evaluate(
  manifest: SpecModel,
  { x, y, z }: ManifestGraph,
  simulations: readonly GraphSimulation[],
  errors: GraphError[],
): DrawnSeries {
  const types = typesOfNames(manifest);
  const compiled = new Map<string, { expression: Expression; text: string; field: string }>();
  const fields = [
    ...(x === null ? [] : [{ field: "x", text: x }]),
    ...y.map((text) => ({ field: "y", text })),
    ...(z === null ? [] : [{ field: "z", text: z }]),
  ];
  for (const { field, text } of fields) {
    const expression = compileExpression(text, types);
    if ("problem" in expression) errors.push({ field, message: `${text}: ${expression.problem}` });
    else compiled.set(`${field} ${text}`, { expression, text, field });
  }
  const names = new Set([...compiled.values()].flatMap(({ expression }) => expression.names));
  const makeScope = scopeMaker(manifest, names);
  const scopes = simulations.map(({ inputs, outputs }) => makeScope(inputs, outputs));
  const evaluateSeries = (field: string, text: string): Series => {
    const compiledField = compiled.get(`${field} ${text}`);
    if (compiledField === undefined)
      return { label: text, unit: "", isCurve: false, isText: false, values: [] };
    const { expression } = compiledField;
    for (const name of expression.names) {
      const without = scopes.findIndex((scope) => !scope.has(name));
      if (without !== -1)
        errors.push({ field, message: missing(name, simulations[without]?.id, simulations.length) });
    }
    return {
      label: findLabel(manifest, text),
      unit: findUnit(manifest, text),
      isCurve: expression.type.kind === "curve",
      isText: expression.type.kind === "text",
      values: scopes.map((scope) => expression.evaluate(scope)),
    };
  };
  return {
    ids: simulations.map(({ id }) => id),
    x: x === null ? null : evaluateSeries("x", x),
    y: y.map((text) => evaluateSeries("y", text)),
    z: z === null ? null : evaluateSeries("z", z),
  };
}

const missing = (name: string, id: number | undefined, of: number): string =>
  of === 1 ? `There is no value of ${name}` : `There is no value of ${name} in simulation ${id ?? ""}`;
