/** The platform's spec templates: forms that make a spec from a netlist or a program. */
import type { SpecTemplate } from "@understudy/shared/api/spec.ts";
import { MANIFEST_FILE, type SpecManifest } from "@understudy/shared/domain/spec-manifest.ts";
import { decodeText } from "./check/check-files.ts";
import { checkManifest, describeProblem, type SpecProblem } from "./check-manifest.ts";
import { COMMAND_LINE } from "./templates/command-line.ts";
import { NGSPICE_TEMPLATE } from "./templates/ngspice.ts";
import { SPECTRE_NNVA } from "./templates/spectre.ts";
import { type FieldValues, type Made, readFields, type TemplateFiles } from "./templates/template.ts";

const ALL_TEMPLATES = [NGSPICE_TEMPLATE, SPECTRE_NNVA, COMMAND_LINE];

export const templates = (): SpecTemplate[] =>
  ALL_TEMPLATES.map(({ key, name, fields }) => ({ key, name, fields }));

export type SpecOfTemplate = {
  readonly manifest: SpecManifest;
  /** The files that are added to the uploaded ones, by path; spec.json among them. */
  readonly files: Map<string, string>;
};

/**
 * @param values by field key; a File or FileList holds names of `files`
 * @param files what was uploaded, by name; null for what is there and was not read
 * @returns errors by field key, as sentences
 * @throws Error for a key that is no template's
 */
export function specFromTemplate(
  key: string,
  values: FieldValues,
  files: TemplateFiles,
): SpecOfTemplate | { readonly errors: Record<string, string[]> } {
  const template = ALL_TEMPLATES.find((candidate) => candidate.key === key);
  if (template === undefined) throw new Error(`There is no spec template ${key}`);
  const texts = new Map<string, string>();
  for (const name of files.keys()) {
    const content = files.get(name) ?? null;
    const text = content === null ? null : decodeText(content);
    if (text !== null && !text.includes("\0")) texts.set(name, text);
  }
  const { fields, errors } = readFields(template, values, texts, files);
  if (Object.keys(errors).length > 0) return { errors };
  const made = template.make(fields);
  if (Object.keys(errors).length > 0) return { errors };
  const added = new Map([...made.added, [MANIFEST_FILE, `${JSON.stringify(made.manifest, null, 2)}\n`]]);
  const checked = checkManifest(new Map([...files, ...added]));
  if ("manifest" in checked) return { manifest: checked.manifest, files: added };
  for (const problem of checked.problems) fields.report(findField(problem, made), describe(problem, made));
  return { errors };
}

/** The field that a part of the manifest was made from. */
function findField({ file, path }: SpecProblem, { fieldOf, added }: Made): string {
  if (file !== MANIFEST_FILE) return added.has(file) ? "netlist" : "files";
  return fieldOf[/^\w+/.exec(path)?.[0] ?? ""] ?? Object.values(fieldOf)[0] ?? "files";
}

/** The person who fills in the form does not see the manifest: the message names what is wrong, not its place in it. */
function describe(problem: SpecProblem, { manifest }: Made): string {
  if (problem.file !== MANIFEST_FILE) return describeProblem(problem);
  const [, list, index] = /^(variables|outputs|coordinates)\[(\d+)\]/.exec(problem.path) ?? [];
  const parts =
    list === "variables" ? manifest.variables : list === "outputs" ? manifest.outputs : manifest.coordinates;
  if (problem.path.startsWith("run")) return problem.message;
  const name = list === undefined ? problem.path : parts[Number(index)]?.name;
  return `${name}: ${problem.message}`;
}
