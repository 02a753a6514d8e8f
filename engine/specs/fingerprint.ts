/** A fingerprint of what a spec runs on a server: trusting one spec means trusting all specs of its fingerprint. */
import { createHash } from "node:crypto";
import { MANIFEST_FILE, type SpecModel } from "@understudy/shared/domain/spec-manifest.ts";

type File = { readonly path: string; readonly sha256: string };

/**
 * Computes the fingerprint of the command, of the files and of what values may be written into them. Names, texts,
 * ranges, outputs, score functions and graphs do not count: they may be edited.
 * @returns hexadecimal digits, SHA-256
 */
export function specFingerprint(
  { run, variables }: Pick<SpecModel, "run" | "variables">,
  files: readonly File[],
): string {
  const content = {
    run,
    // A Scalar is always written as a number; for the others the options restrict what may be written.
    variables: variables.map(({ name, type, options }) => ({ name, type, options })),
    files: files
      .filter(({ path }) => path !== MANIFEST_FILE)
      .map(({ path, sha256 }) => `${sha256} ${path}`)
      .sort(),
  };
  return createHash("sha256").update(JSON.stringify(content, inOrder)).digest("hex");
}

/** A store may return the fields of an object in another order. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
