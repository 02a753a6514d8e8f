/** The values of a simulation as its model reads them: in files, in the command, and as variables.json. */

import type { SimulationInputs } from "@understudy/shared/domain/simulation.ts";
import {
  type ManifestVariable,
  type PlatformName,
  type SpecManifest,
  VARIABLES_FILE,
} from "@understudy/shared/domain/spec-manifest.ts";
import { ownValue } from "@understudy/shared/own-value.ts";
import { renderedName } from "./language/paths.ts";
import { type Reference, replacePlaceholders } from "./language/placeholders.ts";

/** The values do not fit the variables: a mistake of the code or the person that made them. */
export class SimulationValueError extends Error {
  override readonly name = "SimulationValueError";
}

/**
 * The files that stand beside the model: each template with its values, and all values as JSON.
 * @param values of every variable; a File's is its path in the simulation's directory, "" for one that was left out
 * @param templates the texts of `manifest.run.templates`
 * @throws SimulationValueError
 */
export function renderFiles(
  manifest: SpecManifest,
  values: SimulationInputs,
  templates: ReadonlyMap<string, string>,
): { path: string; text: string }[] {
  const replace = replacer(manifest, values);
  const rendered = manifest.run.templates.map((path) => {
    const text = templates.get(path);
    if (text === undefined) throw new SimulationValueError(`The template ${path} is missing`);
    return { path: renderedName(path), text: replace(text) };
  });
  return [...rendered, { path: VARIABLES_FILE, text: variablesJson(manifest, values) }];
}

/** The program and its arguments on a platform, with values in place. @throws SimulationValueError */
export function commandFor(
  { variables, run }: Pick<SpecManifest, "variables" | "run">,
  values: SimulationInputs,
  platform: PlatformName,
): string[] {
  const command = run.platforms[platform]?.command ?? run.command;
  return command.map(replacer({ variables }, values));
}

function replacer({ variables }: Pick<SpecManifest, "variables">, values: SimulationInputs) {
  const byName = new Map(variables.map((variable) => [variable.name, variable]));
  const renderReference = ({ name, index }: Reference): string => {
    const variable = byName.get(name);
    if (variable === undefined) throw new SimulationValueError(`There is no variable named ${name}`);
    const parts = renderElements(variable, values);
    if (index === null) return parts.join(", ");
    const part = parts[index];
    if (part === undefined) throw new SimulationValueError(`${name} has no element ${index}`);
    return part;
  };
  return (text: string): string => replacePlaceholders(text, renderReference);
}

/** Writes the value as text, one for each element of a Vector. */
function renderElements(variable: ManifestVariable, values: SimulationInputs): string[] {
  const { name, is_integer } = variable;
  const value = ownValue(values, name);
  if (value === undefined) throw new SimulationValueError(`${name} has no value`);
  if (Array.isArray(value)) {
    if (value.length !== (variable.length ?? 1))
      throw new SimulationValueError(`${name} has ${value.length} values, not ${variable.length ?? 1}`);
    return value.map((number) => numberText(number, is_integer, name));
  }
  if (typeof value === "number") return [numberText(value, is_integer, name)];
  // A line break would add lines of its own to a netlist.
  if (/[\0\r\n]/.test(value)) throw new SimulationValueError(`The value of ${name} has more than one line`);
  return [value];
}

/**
 * The shortest text that reads back as the same number. A real always has a point or an exponent: FreeFem++ reads
 * 210000000000 as a 32-bit integer and goes on with nonsense, and C divides 1/3 to 0.
 */
function numberText(value: number, isInteger: boolean, name: string): string {
  if (!Number.isFinite(value)) throw new SimulationValueError(`The value of ${name} is ${value}`);
  if (isInteger) {
    if (!Number.isSafeInteger(value))
      throw new SimulationValueError(`The value of ${name}, ${value}, is not a whole number`);
    return String(value + 0);
  }
  const text = Object.is(value, -0) ? "-0" : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

function variablesJson({ variables }: SpecManifest, values: SimulationInputs): string {
  const lines = variables.map((variable) => {
    const parts = renderElements(variable, values);
    const value = values[variable.name];
    const single = typeof value === "string" ? JSON.stringify(value) : (parts[0] ?? "null");
    return `  ${JSON.stringify(variable.name)}: ${Array.isArray(value) ? `[${parts.join(", ")}]` : single}`;
  });
  return `{\n${lines.join(",\n")}\n}\n`;
}
