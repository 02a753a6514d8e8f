/** The expressions of a manifest: score functions and graphs, against the names that they may use. */

import { scoredObjective } from "@understudy/shared/domain/objectives.ts";
import type { ManifestGraph, ManifestScoreFunction } from "@understudy/shared/domain/spec-manifest.ts";
import { compileExpression } from "../expressions/compile.ts";
import type { ValueType } from "../expressions/values.ts";
import { scoreInputTypes } from "../language/scope.ts";
import { createNameRegistry } from "./names.ts";
import type { Report } from "./problems.ts";
import type { Part } from "./shape.ts";
import type { WrittenGraph, WrittenScoreFunction } from "./written.ts";

export type KnownNames = {
  readonly types: ReadonlyMap<string, ValueType>;
  /** False where a named part is invalid: then type errors of expressions are not reported. */
  readonly areValid: boolean;
};

/** @param taken the names of variables, coordinates and outputs, and what each is */
export function readScoreFunction(
  { value, report }: Part<WrittenScoreFunction>,
  knownNames: KnownNames,
  taken: ReadonlyMap<string, string>,
): ManifestScoreFunction {
  const names = createNameRegistry(taken);
  const inputs = (value.inputs ?? []).map((input, i) => {
    const place = report.at("inputs", i);
    names.claim(input.name, "an input", place, ["name"]);
    if (input.type !== "Scalar" && typeof input.default === "number")
      place.add(["default"], `a ${input.type} cannot have a default, only a Scalar can`);
    const fallback = input.type === "Scalar" ? (input.default ?? 0) : null;
    return { name: input.name, help_text: input.help_text ?? "", type: input.type, default: fallback };
  });
  const compiled = compileExpression(
    value.expression,
    new Map([...knownNames.types, ...scoreInputTypes(inputs)]),
    report.nearest,
  );
  if ("problem" in compiled) {
    if (knownNames.areValid || !compiled.isTypeError) report.add(["expression"], compiled.problem);
  } else if (knownNames.areValid && compiled.type.kind !== "number") {
    const resultKind =
      compiled.type.kind === "text" ? "text" : "a curve; reduce it with mean(...), max(...) or at(..., x)";
    report.add(["expression"], `must be a single number, but is ${resultKind}`);
  }
  const job_types = [...new Set(value.job_types ?? scoredObjective.options)];
  return { name: value.name, job_types, inputs, expression: value.expression };
}

type Kind = ValueType["kind"] | null;

export function readGraph({ value, report }: Part<WrittenGraph>, knownNames: KnownNames): ManifestGraph {
  const ys = value.y === undefined || value.y === null ? [] : [value.y].flat();
  const findKind = (field: string, expression: string): Kind => {
    const compiled = compileExpression(expression, knownNames.types, report.nearest);
    if (!("problem" in compiled)) return compiled.type.kind;
    if (knownNames.areValid || !compiled.isTypeError)
      report.add([field], `in ${JSON.stringify(expression)}: ${compiled.problem}`);
    return null;
  };
  const [x, z] = [value.x || null, value.z || null];
  const kinds: Kinds = {
    x: x === null ? "none" : findKind("x", x),
    y: ys.map((y) => findKind("y", y)),
    z: z === null ? "none" : findKind("z", z),
  };
  const drawnKind = kinds.y[0] ?? kinds.x;
  const per = value.per ?? (drawnKind === "curve" && value.type !== "heatmap" ? "simulation" : "job");
  if (knownNames.areValid && kinds.x !== null && kinds.z !== null && !kinds.y.includes(null))
    reportKinds({ type: value.type, per }, kinds, report);
  return { name: value.name, title: value.title || value.name, type: value.type, per, x, y: ys, z };
}

type Kinds = { readonly x: Kind | "none"; readonly y: readonly Kind[]; readonly z: Kind | "none" };

function reportKinds(
  { type, per }: Pick<ManifestGraph, "type" | "per">,
  { x, y, z }: Kinds,
  report: Report,
): void {
  if (z !== "none" && type !== "heatmap") report.add(["z"], `a ${type} has no z`);
  if (type === "histogram") {
    if (y.length > 0) report.add(["y"], "a histogram counts the values of x: omit y");
    if (x === "none") report.add(["x"], "is missing: the histogram needs values to count");
    else if (per === "simulation" && x !== "curve")
      report.add(["x"], 'must be a curve, or choose "per": "job" to count over all simulations');
    return;
  }
  const first = y[0];
  if (first === undefined) report.add(["y"], "is missing");
  else if (y.some((kind) => kind !== first)) report.add(["y"], "must be either all curves or all numbers");
  else if (first === "text") report.add(["y"], "must be a number or a curve, not text");
  else if (first === "curve" && x !== "none" && type === "heatmap")
    report.add(["x"], "a heatmap of curves has their coordinate as x: omit x");
  else if (first === "curve" && x !== "none" && x !== "curve")
    report.add(["x"], "must be a curve because y is one; if omitted, it is the coordinate of y");
  else if (first === "number" && per === "simulation")
    report.add(["y"], 'must be a curve, or choose "per": "job" to draw a point for each simulation');
  else if (first === "number" && (x === "none" || x === "curve"))
    report.add(["x"], x === "none" ? "is missing" : "must be a number because y is one");
  if (type !== "heatmap") return;
  if (per === "simulation") report.add(["per"], 'a heatmap shows a whole job: choose "per": "job"');
  if (y.length > 1) report.add(["y"], "a heatmap has exactly one y");
  if (z !== "none" && (z !== "number" || first !== "number" || x === "text"))
    report.add(["z"], "must be a number, as must x and y");
}
