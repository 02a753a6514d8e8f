/** The names of a manifest, of invalid parts too: a reference to an invalid part is not a problem of its own. */
import {
  MANIFEST_VARIABLE_TYPES,
  type ManifestOutput,
  type ManifestVariable,
} from "@understudy/shared/domain/spec-manifest.ts";
import { createNameRegistry } from "./names.ts";
import type { Report } from "./problems.ts";
import { isRecord } from "./shape.ts";

export type KnownVariable = Pick<ManifestVariable, "name" | "type" | "length" | "options">;
export type Known = {
  readonly variables: readonly KnownVariable[];
  readonly coordinates: readonly { readonly name: string }[];
  readonly outputs: readonly Pick<ManifestOutput, "name" | "type" | "coordinate">[];
  /** The kind of thing that each name stands for: "a variable". */
  readonly taken: ReadonlyMap<string, string>;
};

/** Reports names that are none, and those that are given twice: all of them may meet in one expression. */
export function readNames(raw: Record<string, unknown>, report: Report): Known {
  const book = createNameRegistry();
  const read = (list: string, kind: string) =>
    namedParts(raw[list]).map(({ index, name, part }) => {
      book.claim(name, kind, report, [list, index, "name"]);
      return { name, part };
    });
  return {
    variables: read("variables", "a variable").map(({ name, part }) => knownVariable(name, part)),
    coordinates: read("coordinates", "a coordinate").map(({ name }) => ({ name })),
    outputs: read("outputs", "an output").map(({ name, part }) => {
      const { coordinate } = part;
      return part.type === "Vector"
        ? { name, type: "Vector", coordinate: typeof coordinate === "string" ? coordinate : "" }
        : { name, type: "Scalar", coordinate: null };
    }),
    taken: book.taken,
  };
}

type NamedPart = { readonly index: number; readonly name: string; readonly part: Record<string, unknown> };

function namedParts(list: unknown): NamedPart[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((part: unknown, index): NamedPart[] =>
    isRecord(part) && typeof part.name === "string" && part.name !== ""
      ? [{ index, name: part.name, part }]
      : [],
  );
}

function knownVariable(name: string, { type, length, options }: Record<string, unknown>): KnownVariable {
  const variableType = MANIFEST_VARIABLE_TYPES.find((candidate) => candidate === type) ?? "Scalar";
  const choices = Array.isArray(options)
    ? options.filter((option) => typeof option === "number" || typeof option === "string")
    : null;
  // A wrong length is reported for the variable, not again for each of its placeholders.
  return { name, type: variableType, length: typeof length === "number" ? length : null, options: choices };
}
