/** Checks an uploaded spec: all its problems at once, or the manifest. */
import { MANIFEST_FILE, type SpecManifest } from "@understudy/shared/domain/spec-manifest.ts";
import { MANIFEST_LIMITS, MAX_VALIDATION_ERRORS } from "@understudy/shared/limits.ts";
import { checkTemplates, decodeText, type SpecFiles } from "./check/check-files.ts";
import { type KnownNames, readGraph, readScoreFunction } from "./check/expressions.ts";
import { readGroups } from "./check/groups.ts";
import { parseJson, TOO_LONG } from "./check/json.ts";
import { type KnownVariable, readNames } from "./check/known.ts";
import { readCoordinate, readOutput } from "./check/outputs.ts";
import {
  createProblemList,
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
import { nearest } from "./expressions/nearest.ts";
import { typesOfNames } from "./language/scope.ts";
import { BUILT_IN_NAMES } from "./score-functions/built-in.ts";

export type { SpecFiles } from "./check/check-files.ts";
export type { SpecProblem } from "./check/problems.ts";

export type Problems = {
  /** The first ones, which are listed. */
  readonly problems: readonly SpecProblem[];
  /** The number of further problems that are not listed. */
  readonly more: number;
};
export type CheckedManifest = { readonly manifest: SpecManifest } | Problems;

/** A sentence for people: "spec.json, line 12, variables[3].default_min: 2 is greater than default_max, 1". */
export function describeProblem({ file, path, message, line }: SpecProblem): string {
  return `${[file, line === null ? "" : `line ${line}`, path].filter((part) => part !== "").join(", ")}: ${message}`;
}

export function checkManifest(files: SpecFiles): CheckedManifest {
  const content = files.get(MANIFEST_FILE);
  if (content === undefined) return only([missingManifest(files)]);
  if (content === null) return only([ofManifest(TOO_LONG)]);
  const text = decodeText(content);
  if (text === null) return only([ofManifest("is not valid UTF-8 text")]);
  const json = parseJson(text);
  if ("problems" in json) {
    const { problems, more } = json;
    return { problems: problems.map(({ line, message }) => ofManifest(message, line)), more };
  }
  if (!isRecord(json.value)) return only([ofManifest("must be a JSON object in braces", 1)]);

  const ofParts = createProblemList<{ place: Place; message: string }>();
  const ofTemplates = createProblemList<SpecProblem>();
  const report = createReport(ofParts);
  const { manifest, variables } = readManifest(json.value, files, report);
  const templates = listTemplates(json.value.run);
  checkTemplates(templates, files, variables, { add: ofTemplates.add, nearest: report.nearest });
  const count = ofParts.count + ofTemplates.count;
  // What could not be read has been reported; without a report there is a whole manifest.
  if (count === 0 && manifest !== null) return { manifest };
  const problems = [
    ...ofParts.listed.map(({ place, message }) => ({
      ...{ file: MANIFEST_FILE, path: placeText(place), message },
      line: json.lineOf(place),
    })),
    ...ofTemplates.listed,
  ].slice(0, MAX_VALIDATION_ERRORS);
  return { problems, more: count - problems.length };
}

const only = (problems: readonly SpecProblem[]): Problems => ({ problems, more: 0 });

const ofManifest = (message: string, line: number | null = null): SpecProblem => ({
  ...{ file: MANIFEST_FILE, path: "", message, line },
});

/** Lists the templates, each once, up to the limit: that there are more has been reported. */
function listTemplates(run: unknown): string[] {
  const templates = isRecord(run) && Array.isArray(run.templates) ? run.templates : [];
  const paths = new Set(
    templates.slice(0, MANIFEST_LIMITS.templates).filter((path) => typeof path === "string"),
  );
  return [...paths];
}

function missingManifest(files: SpecFiles): SpecProblem {
  const nested = [...files.keys()].find((path) => path.endsWith(`/${MANIFEST_FILE}`));
  const alike = nearest(MANIFEST_FILE, files.keys());
  const message =
    nested === undefined
      ? `is missing: every spec needs a file of this name${alike}`
      : `is missing, but there is ${nested}: upload the files of that folder`;
  return ofManifest(message);
}

type Read = {
  readonly manifest: SpecManifest | null;
  readonly variables: ReadonlyMap<string, KnownVariable>;
};

function readManifest(raw: Record<string, unknown>, files: SpecFiles, report: Report): Read {
  const top = readPart(written.writtenManifest, raw, report);
  const declared = readNames(raw, report);
  const variablesByName = new Map(declared.variables.map((variable) => [variable.name, variable]));

  if (raw.variables === undefined) report.add(["variables"], "is missing; write [] if there are none");
  const variables = readParts(
    written.writtenVariable,
    raw.variables,
    MANIFEST_LIMITS.variables,
    report.at("variables"),
  )
    .map(readVariable)
    .filter((variable) => variable !== null);
  reportElements(variables, report);
  const variable_groups = readGroups(
    raw.variable_groups,
    new Set(variablesByName.keys()),
    report.at("variable_groups"),
  );
  const coordinates = readParts(
    written.writtenCoordinate,
    raw.coordinates,
    MANIFEST_LIMITS.coordinates,
    report.at("coordinates"),
  ).map(readCoordinate);
  const coordinateNames = new Set(declared.coordinates.map(({ name }) => name));
  if (raw.outputs === undefined) report.add(["outputs"], "is missing");
  else if (Array.isArray(raw.outputs) && raw.outputs.length === 0)
    report.add(["outputs"], "must list at least one output");
  const outputs = readParts(written.writtenOutput, raw.outputs, MANIFEST_LIMITS.outputs, report.at("outputs"))
    .map((part) => readOutput(part, coordinateNames))
    .filter((output) => output !== null);

  const named: KnownNames = {
    types: typesOfNames(declared),
    areValid:
      variables.length === countEntries(raw.variables) &&
      coordinates.length === countEntries(raw.coordinates) &&
      outputs.length === countEntries(raw.outputs),
  };
  const score_functions = readScoreFunctions(raw, named, declared.taken, report.at("score_functions"));
  const graphs = readGraphs(raw, named, report.at("graphs"));
  if (raw.run === undefined) report.add(["run"], "is missing: it defines the command that runs a simulation");
  const runPart = raw.run === undefined ? null : readPart(written.writtenRun, raw.run, report.at("run"));
  const run =
    runPart === null ? null : readRun(runPart, { files, variables: variablesByName }, report.at("run"));
  if (run === null || top === null) return { manifest: null, variables: variablesByName };
  const { verbose_name, help_text } = top;
  const head = { format: 1, verbose_name: verbose_name ?? "", help_text: help_text ?? "" } as const;
  const body = { variables, variable_groups, coordinates, outputs, score_functions, graphs, run };
  return { manifest: { ...head, ...body }, variables: variablesByName };
}

/** A few bytes can declare a thousand elements, and each becomes an input of every job. */
function reportElements(variables: SpecManifest["variables"], report: Report): void {
  const elements = variables.reduce((sum, { length }) => sum + (length ?? 0), 0);
  if (elements <= MANIFEST_LIMITS.vectorElements) return;
  const message = `the Vectors have ${elements} elements in total; at most ${MANIFEST_LIMITS.vectorElements} are allowed`;
  report.add(["variables"], message);
}

const countEntries = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

function readScoreFunctions(
  raw: Record<string, unknown>,
  knownNames: KnownNames,
  taken: ReadonlyMap<string, string>,
  report: Report,
) {
  const names = new Set<string>();
  return readParts(
    written.writtenScoreFunction,
    raw.score_functions,
    MANIFEST_LIMITS.scoreFunctions,
    report,
  ).map((part) => {
    const { name } = part.value;
    if (BUILT_IN_NAMES.includes(name))
      part.report.add(["name"], `${quotedValue(name)} is the name of a built-in score function`);
    if (names.has(name))
      part.report.add(["name"], `another score function is already named ${quotedValue(name)}`);
    names.add(name);
    return readScoreFunction(part, knownNames, taken);
  });
}

function readGraphs(raw: Record<string, unknown>, knownNames: KnownNames, report: Report) {
  const names = new Set<string>();
  return readParts(written.writtenGraph, raw.graphs, MANIFEST_LIMITS.graphs, report).map((part) => {
    const { name } = part.value;
    if (names.has(name)) part.report.add(["name"], `another graph is already named ${quotedValue(name)}`);
    names.add(name);
    return readGraph(part, knownNames);
  });
}
