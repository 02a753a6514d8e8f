/** The parameters of a netlist as variables, and the templates in which their values are put in their places. */

import { MANIFEST_LIMITS } from "@understudy/shared/limits.ts";
import { problemOfName } from "../check/names.ts";
import type { WrittenVariable } from "../check/written.ts";
import { createNearest } from "../expressions/nearest.ts";
import { defaultRange } from "../language/default-range.ts";
import type { Netlist, NetlistParameter } from "../netlists/netlist.ts";
import { type Fields, textField } from "./template.ts";

export const PARAMETERS_FIELD = textField(
  "parameters",
  "Parameters",
  "The parameters that become variables, separated by commas or spaces. By default all that are set to a number. Parameters that depend on others never become variables.",
);

/** Parameters that are set to a number at the top level, or those of them that the field names. */
export function chosenParameters({ parameters }: Netlist, fields: Fields): NetlistParameter[] {
  const free = parameters.filter(({ bound, name }) => bound === null && problemOfName(name) === null);
  const names = fields
    .text(PARAMETERS_FIELD.key)
    .split(/[\s,;]+/)
    .filter((name) => name !== "");
  if (names.length === 0) return fewEnough(free, fields);
  const exact = new Map(free.map((parameter) => [parameter.name, parameter]));
  const folded = new Map(free.toReversed().map((parameter) => [parameter.name.toLowerCase(), parameter]));
  const freeNames = [...exact.keys()];
  const parameterByName = new Map(
    parameters.toReversed().map((parameter) => [parameter.name.toLowerCase(), parameter]),
  );
  const suggest = createNearest(MAX_SUGGESTIONS);
  return names.flatMap((name) => {
    const parameter = exact.get(name) ?? folded.get(name.toLowerCase());
    if (parameter !== undefined) return [parameter];
    fields.report(
      PARAMETERS_FIELD.key,
      whyNot(name, parameterByName.get(name.toLowerCase()), suggest(name, freeNames)),
    );
    return [];
  });
}

const MAX_SUGGESTIONS = 20;

function fewEnough(free: NetlistParameter[], fields: Fields): NetlistParameter[] {
  if (free.length <= MANIFEST_LIMITS.variables) return free;
  const count = `The netlist sets ${free.length} parameters to numbers`;
  fields.report(
    PARAMETERS_FIELD.key,
    `${count}: name those that become variables, at most ${MANIFEST_LIMITS.variables}`,
  );
  return free.slice(0, MANIFEST_LIMITS.variables);
}

function whyNot(name: string, parameter: NetlistParameter | undefined, suggestion: string): string {
  switch (parameter?.bound) {
    case "expression":
      return `${parameter.name} depends on others: ${parameter.text}`;
    case "library":
      return `${parameter.name} belongs to a section of the library ${parameter.file}`;
    case "conditional":
      return `${parameter.name} is set only under a condition`;
    default:
      return `The netlist sets no parameter named ${name}${suggestion}`;
  }
}

export function createVariables(
  chosen: readonly NetlistParameter[],
  { parameters }: Netlist,
): WrittenVariable[] {
  const followers = new Map<string, string[]>(chosen.map(({ name }) => [name, []]));
  for (const { name, text, dependsOn } of parameters) {
    for (const source of dependsOn) followers.get(source)?.push(`${name} = ${text}`);
  }
  return chosen.map(({ name, value }) => {
    const { low, high } = defaultRange(value ?? 0);
    const help = followers.get(name)?.join(", ") ?? "";
    return {
      name,
      ...(help === "" ? {} : { help_text: `Used by ${help}`.slice(0, 1_000) }),
      type: "Scalar",
      default_min: low,
      default_max: high,
      default_val: value ?? 0,
    };
  });
}

/** A change of a file: what stands from `start` to `end` becomes `text`. */
export type Edit = {
  readonly file: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
};

/** Placeholders in the places of the chosen parameters' values. */
export const placeholderEdits = (chosen: readonly NetlistParameter[]): Edit[] =>
  chosen.map(({ name, file, start, end }) => ({ file, start, end, text: `{{${name}}}` }));

/** The changed files, by path, as templates. */
export function createTemplates(
  edits: readonly Edit[],
  texts: ReadonlyMap<string, string>,
): Map<string, string> {
  const changed = new Map<string, string>();
  for (const [file, fileEdits] of Map.groupBy(edits, (edit) => edit.file)) {
    const text = texts.get(file) ?? "";
    let from = 0;
    const pieces = fileEdits
      .toSorted((a, b) => a.start - b.start)
      .flatMap((edit) => {
        const unchanged = text.slice(from, edit.start);
        from = edit.end;
        return [unchanged, edit.text];
      });
    changed.set(`${file}.tmpl`, [...pieces, text.slice(from)].join(""));
  }
  return changed;
}
