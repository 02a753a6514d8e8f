/** Placeholders in files and command items: `{{name}}`, and `{{name[0]}}` for the first element of a Vector. */
import type { ManifestVariable } from "@understudy/shared/domain/spec-manifest.ts";
import type { nearest } from "../expressions/nearest.ts";

/** Anything between double braces that begins as a name does; `{{1, 2}, {3, 4}}` in a program is none. */
const PLACEHOLDER_PATTERN = /\{\{[ \t]*([A-Za-z_][^{}\r\n]{0,200})\}\}/g;
const REFERENCE_PATTERN = /^([A-Za-z_]\w*)[ \t]*(?:\[[ \t]*(\d{1,6})[ \t]*\])?[ \t]*$/;

export type Reference = { readonly name: string; readonly index: number | null };
export type Placeholder = {
  /** As it stands there, braces included. */
  readonly text: string;
  /** Null for what is no reference. */
  readonly reference: Reference | null;
  /** The offset at which it begins in the text. */
  readonly offset: number;
};

export function* placeholdersIn(text: string): Generator<Placeholder> {
  for (const match of text.matchAll(PLACEHOLDER_PATTERN)) {
    yield { text: match[0], reference: parseReference(match[1] ?? ""), offset: match.index };
  }
}

function parseReference(inside: string): Reference | null {
  const [, name, index] = REFERENCE_PATTERN.exec(inside) ?? [];
  if (name === undefined) return null;
  return { name, index: index === undefined ? null : Number(index) };
}

/** Replaces every placeholder; what is no reference stays as it is. */
export function replacePlaceholders(text: string, replacement: (reference: Reference) => string): string {
  return text.replace(PLACEHOLDER_PATTERN, (placeholder, inside: string) => {
    const reference = parseReference(inside);
    return reference === null ? placeholder : replacement(reference);
  });
}

type Known = Pick<ManifestVariable, "name" | "type" | "length">;

/** A clause about a placeholder that will not be replaced, or null. @param variables by name */
export function problemOfPlaceholder(
  { text, reference }: Placeholder,
  variables: ReadonlyMap<string, Known>,
  suggest: typeof nearest,
): string | null {
  if (reference === null)
    return `${text} is not a valid placeholder: write {{name}}, or {{name[0]}} for an element`;
  const variable = variables.get(reference.name);
  if (variable === undefined) {
    const meant = suggest(reference.name, variables.keys());
    return `${text}: there is no variable named ${reference.name}${meant}`;
  }
  if (reference.index === null) return null;
  if (variable.type !== "Vector")
    return `${text}: ${variable.name} is a ${variable.type} and has no elements`;
  if (variable.length !== null && reference.index >= variable.length)
    return `${text}: ${variable.name} has the elements [0] to [${variable.length - 1}]`;
  return null;
}
