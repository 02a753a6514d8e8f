/** Specs made of templates, and what is wrong with what they are made of. */
import { specFromTemplate } from "@understudy/engine/specs/templates.ts";
import type { SpecManifest } from "@understudy/shared/domain/spec-manifest.ts";

export type Values = Record<string, string | string[]>;
type Files = Record<string, string | Uint8Array>;

/** @throws when the template cannot be filled with these. */
export function made(
  key: string,
  values: Values,
  files: Files = {},
): { manifest: SpecManifest; files: Map<string, string> } {
  const result = specFromTemplate(key, values, new Map(Object.entries(files)));
  if ("manifest" in result) return result;
  throw new Error(JSON.stringify(result.errors));
}
/** By field; none where the spec can be made. */
export function findTemplateErrors(key: string, values: Values, files: Files = {}): Record<string, string[]> {
  const result = specFromTemplate(key, values, new Map(Object.entries(files)));
  return "errors" in result ? result.errors : {};
}
