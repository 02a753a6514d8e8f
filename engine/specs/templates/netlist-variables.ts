/** The parameters of a netlist as variables, and the templates in which their values are put in their places. */

import { problemOfName } from "../check/names.ts";
import type { WrittenVariable } from "../check/written.ts";
import { defaultRange } from "../default-range.ts";
import { nearest } from "../nearest.ts";
import type { Netlist, NetlistParameter } from "../netlists/netlist.ts";
import { type Fields, textField } from "./template.ts";

export const PARAMETERS = textField(
  "parameters",
  "Parameters",
  "The parameters that become variables, parted by commas or blanks. All that are set to a number where nothing is given; those that follow from others never do.",
);

/** Parameters that are set to a number at the top level, or those of them that the field names. */
export function chosenParameters({ parameters }: Netlist, fields: Fields): NetlistParameter[] {
  const free = parameters.filter(({ bound, name }) => bound === null && problemOfName(name) === null);
  const names = fields
    .text(PARAMETERS.key)
    .split(/[\s,;]+/)
    .filter((name) => name !== "");
  if (names.length === 0) return free;
  return names.flatMap((name) => {
    const found =
      free.find((one) => one.name === name) ??
      free.find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (found !== undefined) return [found];
    fields.report(PARAMETERS.key, whyNot(name, parameters, free));
    return [];
  });
}

function whyNot(name: string, all: readonly NetlistParameter[], free: readonly NetlistParameter[]): string {
  const found = all.find((one) => one.name.toLowerCase() === name.toLowerCase());
  switch (found?.bound) {
    case "expression":
      return `${found.name} follows from others: ${found.text}`;
    case "library":
      return `${found.name} belongs to a section of the library ${found.file}`;
    case "conditional":
      return `${found.name} is set only under a condition`;
    default:
      return `The netlist sets no parameter named ${name}${nearest(
        name,
        free.map((one) => one.name),
      )}`;
  }
}

export function variablesOf(chosen: readonly NetlistParameter[], { parameters }: Netlist): WrittenVariable[] {
  return chosen.map(({ name, value }) => {
    const { low, high } = defaultRange(value ?? 0);
    const followers = parameters.filter(({ dependsOn }) => dependsOn.includes(name));
    const help = followers.map((one) => `${one.name} = ${one.text}`).join(", ");
    return {
      name,
      ...(help === "" ? {} : { help_text: `From it follows ${help}`.slice(0, 1_000) }),
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
export function templatesOf(edits: readonly Edit[], texts: ReadonlyMap<string, string>): Map<string, string> {
  const changed = new Map<string, string>();
  for (const [file, own] of Map.groupBy(edits, (edit) => edit.file)) {
    // From the end, so that what is still to be changed stays where it is.
    const text = own
      .toSorted((a, b) => b.start - a.start)
      .reduce(
        (kept, edit) => kept.slice(0, edit.start) + edit.text + kept.slice(edit.end),
        texts.get(file) ?? "",
      );
    changed.set(`${file}.tmpl`, text);
  }
  return changed;
}
