/** What a spec makes a server do, as one number: whoever trusts one spec to run trusts all of its fingerprint. */
import { createHash } from "node:crypto";
import { MANIFEST_FILE, type SpecManifest } from "@understudy/shared/domain/spec-manifest.ts";

type File = { readonly path: string; readonly sha256: string };

/**
 * Of the command, of the files and of what values may be written into them. Names, texts, ranges, outputs, score functions and
 * graphs do not count: they may be edited.
 * @returns hexadecimal digits, SHA-256
 */
export function specFingerprint(
  { run, variables }: Pick<SpecManifest, "run" | "variables">,
  files: readonly File[],
): string {
  const said = {
    run,
    // A Scalar is always written as a number; of the others the options tell what may be written.
    variables: variables.map(({ name, type, options }) => ({ name, type, options })),
    files: files
      .filter(({ path }) => path !== MANIFEST_FILE)
      .map(({ path, sha256 }) => `${sha256} ${path}`)
      .sort(),
  };
  return createHash("sha256").update(JSON.stringify(said, inOrder)).digest("hex");
}

/** Whoever has stored an object may give its fields back in another order. */
const inOrder = (_: string, value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
