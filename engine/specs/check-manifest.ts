/** The check of a spec at its upload: everything that is wrong with it at once, or the whole manifest. */
import {
  MANIFEST_FILE,
  MANIFEST_VARIABLE_TYPES,
  type SpecManifest,
} from "@understudy/shared/domain/spec-manifest.ts";
import { checkTemplates, type SpecFiles, textOf } from "./check/check-files.ts";
import { readGraph, readScoreFunction } from "./check/expressions.ts";
import { parseJson } from "./check/json.ts";
import { createNameBook } from "./check/names.ts";
import { readCoordinate, readOutput } from "./check/outputs.ts";
import {
  createReport,
  type Place,
  placeText,
  quotedValue,
  type Report,
  type SpecProblem,
} from "./check/problems.ts";
import { type KnownVariable, readRun } from "./check/run.ts";
import { isRecord, namesOf, readPart, readParts } from "./check/shape.ts";
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
  const problems = [
    ...found.map(({ place, message }) => ({
      file: MANIFEST_FILE,
      path: placeText(place),
      message,
      line: json.lineOf(place),
    })),
    ...checkTemplates(templates, files, variables),
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
  const book = createNameBook();
  const taken = new Map<string, string>();
  const claim = (name: string, what: string, place: Report) => {
    book.claim(name, what, place, ["name"]);
    taken.set(name, what);
  };

  if (raw.variables === undefined) report.add(["variables"], "is missing; a spec that has none writes []");
  const variableParts = readParts(written.writtenVariable, raw.variables, report.at("variables"));
  const variables = variableParts.flatMap((part) => {
    claim(part.value.name, "a variable", part.report);
    const variable = readVariable(part);
    return variable === null ? [] : [variable];
  });
  const coordinates = readParts(written.writtenCoordinate, raw.coordinates, report.at("coordinates")).map(
    (part) => {
      claim(part.value.name, "a coordinate", part.report);
      return readCoordinate(part);
    },
  );
  const coordinateNames = namesOf(raw.coordinates);
  if (!Array.isArray(raw.outputs) || raw.outputs.length === 0)
    report.add(["outputs"], raw.outputs === undefined ? "is missing" : "must list at least one output");
  const outputs = readParts(written.writtenOutput, raw.outputs, report.at("outputs")).flatMap((part) => {
    claim(part.value.name, "an output", part.report);
    const output = readOutput(part, coordinateNames);
    return output === null ? [] : [output];
  });

  const known = knownVariables(raw.variables);
  const groups = readGroups(raw, known, report.at("variable_groups"));
  // An expression that names a part which is not sound would be called wrong for the wrong reason.
  const allSound =
    variables.length === known.length &&
    outputs.length === namesOf(raw.outputs).length &&
    coordinates.length === coordinateNames.length;
  const types = allSound ? typesOfNames({ variables, coordinates, outputs }) : null;
  const score_functions = readScoreFunctions(raw, types, taken, report.at("score_functions"));
  const graphs = readGraphs(raw, types, report.at("graphs"));
  if (raw.run === undefined) report.add(["run"], "is missing: it says which command runs a simulation");
  const runPart = raw.run === undefined ? null : readPart(written.writtenRun, raw.run, report.at("run"));
  const run = runPart === null ? null : readRun(runPart, { files, variables: known }, report.at("run"));
  if (run === null || top === null) return { manifest: null, variables: known };
  const { verbose_name, help_text } = top;
  const head = { format: 1, verbose_name: verbose_name ?? "", help_text: help_text ?? "" } as const;
  const body = { variables, variable_groups: groups, coordinates, outputs, score_functions, graphs, run };
  return { manifest: { ...head, ...body }, variables: known };
}

/** All variables that have a name, as far as placeholders and groups are concerned. */
function knownVariables(raw: unknown): KnownVariable[] {
  if (!Array.isArray(raw)) return [];
  return raw.flatMap((one: unknown): KnownVariable[] => {
    if (!isRecord(one) || typeof one.name !== "string") return [];
    const type = MANIFEST_VARIABLE_TYPES.find((type) => type === one.type) ?? "Vector";
    return [{ name: one.name, type, length: typeof one.length === "number" ? one.length : null }];
  });
}

function readGroups(raw: Record<string, unknown>, known: readonly KnownVariable[], report: Report) {
  const names = known.map(({ name }) => name);
  const groupOf = new Map<string, string>();
  const titles = new Set<string>();
  return readParts(written.writtenGroup, raw.variable_groups, report).map(({ value, report: place }) => {
    if (titles.has(value.name)) place.add(["name"], `another group is named ${quotedValue(value.name)}, too`);
    titles.add(value.name);
    for (const [i, name] of value.variable_names.entries()) {
      const other = groupOf.get(name);
      if (!names.includes(name)) {
        place.add(
          ["variable_names", i],
          `there is no variable named ${quotedValue(name)}${nearest(name, names)}`,
        );
      } else if (other !== undefined) {
        place.add(
          ["variable_names", i],
          `${quotedValue(name)} is in the group ${quotedValue(other)} already`,
        );
      }
      groupOf.set(name, value.name);
    }
    return { ...value, open_by_default: value.open_by_default ?? false };
  });
}

type Types = ReturnType<typeof typesOfNames> | null;

function readScoreFunctions(
  raw: Record<string, unknown>,
  types: Types,
  taken: ReadonlyMap<string, string>,
  report: Report,
) {
  const names = new Set<string>();
  return readParts(written.writtenScoreFunction, raw.score_functions, report).flatMap((part) => {
    const { name } = part.value;
    if (BUILT_IN_NAMES.includes(name))
      part.report.add(["name"], `${quotedValue(name)} is the name of a score function of the platform`);
    if (names.has(name))
      part.report.add(["name"], `another score function is named ${quotedValue(name)}, too`);
    names.add(name);
    return types === null ? [] : [readScoreFunction(part, types, taken)];
  });
}

function readGraphs(raw: Record<string, unknown>, types: Types, report: Report) {
  const names = new Set<string>();
  return readParts(written.writtenGraph, raw.graphs, report).flatMap((part) => {
    const { name } = part.value;
    if (names.has(name)) part.report.add(["name"], `another graph is named ${quotedValue(name)}, too`);
    names.add(name);
    return types === null ? [] : [readGraph(part, types)];
  });
}
