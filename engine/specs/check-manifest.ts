/** The check of a spec at its upload: everything that is wrong with it at once, or the whole manifest. */
import { MANIFEST_FILE, type SpecManifest } from "@understudy/shared/domain/spec-manifest.ts";
import { MAX_VALIDATION_ERRORS } from "@understudy/shared/limits.ts";
import { checkTemplates, type SpecFiles, textOf } from "./check/check-files.ts";
import { type KnownNames, readGraph, readScoreFunction } from "./check/expressions.ts";
import { readGroups } from "./check/groups.ts";
import { parseJson } from "./check/json.ts";
import { type KnownVariable, readNames } from "./check/known.ts";
import { readCoordinate, readOutput } from "./check/outputs.ts";
import {
  createReport,
  type Place,
  placeText,
  quotedValue,
  type Report,
  type SpecProblem,
} from "./check/problems.ts";
import { readRun } from "./check/run.ts";
import { isRecord, readPart, readParts } from "./check/shape.ts";
import { readVariable } from "./check/variables.ts";
import * as written from "./check/written.ts";
import { nearest } from "./nearest.ts";
import { typesOfNames } from "./scope.ts";
import { BUILT_IN_NAMES } from "./score-functions/built-in.ts";

export type { SpecFiles } from "./check/check-files.ts";
export type { SpecProblem } from "./check/problems.ts";

export type CheckedManifest =
  | { readonly manifest: SpecManifest }
  | { readonly problems: readonly SpecProblem[] };

/** A sentence for people: "spec.json, line 12, variables[3].default_min: 2 is more than default_max, 1". */
export function describeProblem({ file, path, message, line }: SpecProblem): string {
  return `${[file, line === null ? "" : `line ${line}`, path].filter((part) => part !== "").join(", ")}: ${message}`;
}

export function checkManifest(files: SpecFiles): CheckedManifest {
  const content = files.get(MANIFEST_FILE);
  if (content === undefined || content === null) return { problems: [missingManifest(files)] };
  const text = textOf(content);
  const whole = (message: string, line: number | null = null): SpecProblem => ({
    file: MANIFEST_FILE,
    path: "",
    message,
    line,
  });
  if (text === null) return { problems: [whole("is not a text in UTF-8")] };
  const json = parseJson(text);
  if ("problems" in json) return { problems: json.problems.map(({ line, message }) => whole(message, line)) };
  if (!isRecord(json.value)) return { problems: [whole("must be an object in braces", 1)] };

  const found: { place: Place; message: string }[] = [];
  const { manifest, variables } = readManifest(json.value, files, createReport(found));
  const templates = isRecord(json.value.run) ? listOfTexts(json.value.run.templates) : [];
  const more = found.length - MAX_VALIDATION_ERRORS;
  const problems = [
    ...found.slice(0, MAX_VALIDATION_ERRORS).map(({ place, message }) => ({
      file: MANIFEST_FILE,
      path: placeText(place),
      message,
      line: json.lineOf(place),
    })),
    ...checkTemplates(templates, files, variables),
    ...(more > 0 ? [whole(`there are ${more} more problems`)] : []),
  ];
  // What could not be read has been reported; without a report there is a whole manifest.
  return problems.length > 0 || manifest === null ? { problems } : { manifest };
}

const listOfTexts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];

function missingManifest(files: SpecFiles): SpecProblem {
  const nested = [...files.keys()].find((path) => path.endsWith(`/${MANIFEST_FILE}`));
  const alike = nearest(MANIFEST_FILE, files.keys());
  const message =
    nested === undefined
      ? `is missing: a spec is described by a file of this name${alike}`
      : `is missing; there is one in a folder, ${nested}: upload the files of that folder`;
  return { file: MANIFEST_FILE, path: "", message, line: null };
}

type Read = { readonly manifest: SpecManifest | null; readonly variables: readonly KnownVariable[] };

function readManifest(raw: Record<string, unknown>, files: SpecFiles, report: Report): Read {
  const top = readPart(written.writtenManifest, raw, report);
  const known = readNames(raw, report);
  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

  if (raw.variables === undefined) report.add(["variables"], "is missing; a spec that has none writes []");
  const variables = readParts(written.writtenVariable, raw.variables, report.at("variables"))
    .map(readVariable)
    .filter((variable) => variable !== null);
  const variable_groups = readGroups(
    raw.variable_groups,
    names(known.variables),
    report.at("variable_groups"),
  );
  const coordinates = readParts(written.writtenCoordinate, raw.coordinates, report.at("coordinates")).map(
    readCoordinate,
  );
  if (raw.outputs === undefined) report.add(["outputs"], "is missing");
  else if (Array.isArray(raw.outputs) && raw.outputs.length === 0)
    report.add(["outputs"], "must list at least one output");
  const outputs = readParts(written.writtenOutput, raw.outputs, report.at("outputs"))
    .map((part) => readOutput(part, names(known.coordinates)))
    .filter((output) => output !== null);

  const named: KnownNames = {
    types: typesOfNames(known),
    areSound:
      variables.length === lengthOf(raw.variables) &&
      coordinates.length === lengthOf(raw.coordinates) &&
      outputs.length === lengthOf(raw.outputs),
  };
  const score_functions = readScoreFunctions(raw, named, known.taken, report.at("score_functions"));
  const graphs = readGraphs(raw, named, report.at("graphs"));
  if (raw.run === undefined) report.add(["run"], "is missing: it says which command runs a simulation");
  const runPart = raw.run === undefined ? null : readPart(written.writtenRun, raw.run, report.at("run"));
  const run =
    runPart === null ? null : readRun(runPart, { files, variables: known.variables }, report.at("run"));
  if (run === null || top === null) return { manifest: null, variables: known.variables };
  const { verbose_name, help_text } = top;
  const head = { format: 1, verbose_name: verbose_name ?? "", help_text: help_text ?? "" } as const;
  const body = { variables, variable_groups, coordinates, outputs, score_functions, graphs, run };
  return { manifest: { ...head, ...body }, variables: known.variables };
}

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

function readScoreFunctions(
  raw: Record<string, unknown>,
  known: KnownNames,
  taken: ReadonlyMap<string, string>,
  report: Report,
) {
  const names = new Set<string>();
  return readParts(written.writtenScoreFunction, raw.score_functions, report).map((part) => {
    const { name } = part.value;
    if (BUILT_IN_NAMES.includes(name))
      part.report.add(["name"], `${quotedValue(name)} is the name of a score function of the platform`);
    if (names.has(name))
      part.report.add(["name"], `another score function is named ${quotedValue(name)}, too`);
    names.add(name);
    return readScoreFunction(part, known, taken);
  });
}

function readGraphs(raw: Record<string, unknown>, known: KnownNames, report: Report) {
  const names = new Set<string>();
  return readParts(written.writtenGraph, raw.graphs, report).map((part) => {
    const { name } = part.value;
    if (names.has(name)) part.report.add(["name"], `another graph is named ${quotedValue(name)}, too`);
    names.add(name);
    return readGraph(part, known);
  });
}
