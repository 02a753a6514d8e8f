/**
 * Score functions: what a job may choose, and the chosen one as a function of a simulation's values. It needs nothing but
 * inputs and outputs, so that it works on an emulator's as well.
 */

import type { SimulationInputs, SimulationOutputs } from "@understudy/shared/domain/simulation.ts";
import type { ScoreFunctionOption, SpecModel } from "@understudy/shared/domain/spec-manifest.ts";
import { ownValue } from "@understudy/shared/own-value.ts";
import { compileExpression } from "./expressions/compile.ts";
import type { Curve, Value } from "./expressions/values.ts";
import { scopeMaker, scoreInputTypes, typesOfNames } from "./language/scope.ts";
import { builtIn, builtInOptions } from "./score-functions/built-in.ts";
import { readCurveFile } from "./score-functions/curve-file.ts";
import { targetProblem, type ValueRange } from "./target-curve.ts";

/** One input as the job gives it; of a file its text. */
export type ChosenInput =
  | { readonly type: "Scalar"; readonly value: number }
  | { readonly type: "File"; readonly text: string }
  | { readonly type: "Output Scalar" | "Output Vector"; readonly output_name: string };

export type ChosenScore = {
  readonly name: string;
  readonly inputs: Readonly<Record<string, ChosenInput>>;
};

/** Larger is better; at least 0 is in spec. NaN where the score does not exist, as that of log10(-1). */
export type Score = (inputs: SimulationInputs, outputs: SimulationOutputs) => number;

/** The spec's own score functions first, then the platform's that its outputs allow. */
export function scoreFunctionOptions(
  manifest: Pick<SpecModel, "score_functions" | "outputs">,
): ScoreFunctionOption[] {
  const manifestFunctions = manifest.score_functions.map(({ name, job_types, inputs }) => ({
    name,
    job_types,
    inputs,
  }));
  return [...manifestFunctions, ...builtInOptions(new Set(manifest.outputs.map(({ type }) => type)))];
}

/** Errors by input, as sentences; under "score_function" where it is not one of the spec's. */
export function compileScore(
  manifest: SpecModel,
  chosen: ChosenScore,
): { readonly score: Score } | { readonly errors: Record<string, string> } {
  const manifestFunction = manifest.score_functions.find(({ name }) => name === chosen.name);
  const builtInOne = manifestFunction === undefined ? builtIn(chosen.name) : undefined;
  const option = manifestFunction ?? builtInOne;
  if (option === undefined)
    return { errors: { score_function: `There is no score function named ${chosen.name}` } };
  const bound = bindInputs(manifest, option, chosen);
  if ("errors" in bound) return bound;
  const score =
    manifestFunction === undefined
      ? scoreOfBuiltIn(builtInOne, manifest, bound)
      : scoreOfOwn(manifestFunction, manifest, bound);
  return "problem" in score ? { errors: { score_function: score.problem } } : score;
}

function scoreOfOwn(
  { expression, inputs }: SpecModel["score_functions"][number],
  manifest: SpecModel,
  bound: Bound,
): { readonly score: Score } | { readonly problem: string } {
  const types = new Map([...typesOfNames(manifest), ...scoreInputTypes(inputs)]);
  const compiled = compileExpression(expression, types);
  if ("problem" in compiled) return compiled;
  const makeScope = scopeMaker(manifest, new Set([...compiled.names, ...bound.outputs.values()]));
  return {
    score: (simulationInputs, computed) => {
      const scope = makeScope(simulationInputs, computed);
      return toNumber(compiled.evaluate(bind(bound, scope)));
    },
  };
}

function scoreOfBuiltIn(
  chosen: ReturnType<typeof builtIn>,
  manifest: SpecModel,
  bound: Bound,
): { readonly score: Score } {
  const makeScope = scopeMaker(manifest, new Set(bound.outputs.values()));
  return {
    score: (simulationInputs, computed) => {
      const values = bind(bound, makeScope(simulationInputs, computed));
      const curve = (name: string) => {
        const value = values.get(name);
        return typeof value === "object" ? value : NO_CURVE;
      };
      return chosen?.score({ number: (name) => toNumber(values.get(name)), curve }) ?? Number.NaN;
    },
  };
}

/**
 * Finds target curves that are in another unit than the output: their points lie where it has no values, or their values far from its own.
 * @param chosen a score function that `compileScore` accepts
 * @param ranges of the outputs' values in known rows, by name
 * @returns sentences by input of the score function; empty where nothing is wrong
 */
export function checkTargets(
  manifest: SpecModel,
  { name, inputs }: ChosenScore,
  ranges: Readonly<Record<string, ValueRange>>,
): Record<string, string> {
  const isOwn = manifest.score_functions.some((option) => option.name === name);
  const [output, target, tolerance] = [inputs.output, inputs.target, inputs.tolerance];
  if (isOwn || output?.type !== "Output Vector" || target?.type !== "File") return {};
  const curve = readCurveFile(target.text);
  if ("problem" in curve) return {};
  const problem = targetProblem(manifest, {
    target: curve,
    output: output.output_name,
    range: ownValue(ranges, output.output_name) ?? null,
    hasTolerance: tolerance?.type === "Scalar" && tolerance.value > 0,
  });
  return problem === null ? {} : { target: problem };
}

const toNumber = (value: Value | undefined): number => (typeof value === "number" ? value : Number.NaN);
const NO_CURVE: Curve = { x: new Float64Array(), y: new Float64Array(), coordinate: null, isLog: false };

/** The meaning of each input of the function: a value, or an output of each simulation by its name. */
type Bound = {
  readonly fixed: ReadonlyMap<string, number | Curve>;
  readonly outputs: ReadonlyMap<string, string>;
};

/** Adds the function's inputs to the values of a simulation: they hide what is named like them. Called a million times. */
function bind({ fixed, outputs }: Bound, scope: Map<string, Value>): Map<string, Value> {
  const read: [string, Value][] = [];
  for (const [input, output] of outputs) read.push([input, scope.get(output) ?? Number.NaN]);
  for (const [input, value] of read) scope.set(input, value);
  for (const [input, value] of fixed) scope.set(input, value);
  return scope;
}

function bindInputs(
  { outputs }: SpecModel,
  option: ScoreFunctionOption,
  chosen: ChosenScore,
): Bound | { readonly errors: Record<string, string> } {
  const errors: Record<string, string> = {};
  const fixed = new Map<string, number | Curve>();
  const bound = new Map<string, string>();
  for (const { name, type, default: fallback } of option.inputs) {
    const chosenInput = ownValue(chosen.inputs, name);
    if (type === "Scalar") {
      fixed.set(name, chosenInput?.type === "Scalar" ? chosenInput.value : (fallback ?? 0));
    } else if (type === "File") {
      const curve =
        chosenInput?.type === "File" ? readCurveFile(chosenInput.text) : { problem: "A file is required" };
      if ("problem" in curve) errors[name] = curve.problem;
      else fixed.set(name, curve);
    } else {
      const expectedType = type === "Output Scalar" ? "Scalar" : "Vector";
      const output_name = chosenInput?.type === type ? chosenInput.output_name : "";
      if (!outputs.some((output) => output.name === output_name && output.type === expectedType)) {
        errors[name] = "An output is required";
      } else bound.set(name, output_name);
    }
  }
  const [lower, upper] = [fixed.get("lower"), fixed.get("upper")];
  if (option.name === "Within limits" && Number(lower) >= Number(upper))
    errors.upper = "The upper limit must be more than the lower";
  if (option === builtIn(option.name) && Number(fixed.get("tolerance")) < 0)
    errors.tolerance = "The tolerance must not be negative";
  return Object.keys(errors).length > 0 ? { errors } : { fixed, outputs: bound };
}
