import { checkManifest, type SpecProblem } from "@understudy/engine/specs/check-manifest.ts";
import { MANIFEST_FILE, type SpecManifest } from "@understudy/shared/domain/spec-manifest.ts";
import { MAX_VALIDATION_ERRORS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { applyEdits, modify } from "jsonc-parser";
import { type Source, Unreadable } from "../files/specs/sources.ts";
import { type Staged, stage } from "../files/specs/stage.ts";
import type { Platform } from "../platform.ts";
import { type FieldErrors, invalid } from "../problem.ts";
import { problemsTogether } from "./gather-spec-files.ts";

/** What a form says of a spec; it wins over the manifest. */
export type Labels = { verbose_name: string; help_text: string };
/** A version that is whole and checked, but has neither a number nor a place yet. */
export type Draft = { staged: Staged; manifest: SpecManifest };

/** A refusal that tells at most this much of a field: somebody has to read it. */
export function refused(errors: FieldErrors) {
  const told = Object.entries(errors).map(([field, problems]): [string, string[]] => {
    const more = problems.length - MAX_VALIDATION_ERRORS;
    const shown = problems.slice(0, MAX_VALIDATION_ERRORS);
    return [field, more > 0 ? [...shown, `${more} more problems are not listed`] : shown];
  });
  return invalid(Object.fromEntries(told), MESSAGES.invalidBody);
}

/**
 * Writes files where nobody sees them yet.
 * @param problems What is wrong with them already.
 * @throws Problem 400 with all that is wrong with the files, on the field `file`; 413 when there is no room for them.
 */
export async function stageFiles(
  { storage, space }: Platform,
  sources: readonly Source[],
  problems: readonly string[] = [],
): Promise<Staged> {
  const all = [...problems, ...problemsTogether(sources)];
  if (all.length > 0) throw refused({ file: all });
  await space.require(sources.reduce((sum, { size }) => sum + size, 0));
  return await stage(storage, sources).catch((error: unknown) => {
    throw error instanceof Unreadable ? refused({ file: [error.message] }) : error;
  });
}

/**
 * Checks what lies in a staged folder, which is removed where it is not sound.
 * @param told How problems of the manifest become errors by field.
 * @throws Problem 400 with all problems at once.
 */
export async function draftVersion(
  staged: Staged,
  labels: Labels,
  told: (problems: readonly SpecProblem[]) => FieldErrors,
): Promise<Draft> {
  try {
    const read = await staged.read(MANIFEST_FILE);
    const checked = checkManifest(read);
    if (!("manifest" in checked)) throw refused(told(checked.problems));
    const manifest = { ...checked.manifest, ...labels };
    if (!sameLabels(checked.manifest, labels)) {
      const written = new TextDecoder().decode(read.get(MANIFEST_FILE) ?? undefined);
      await staged.write(MANIFEST_FILE, relabelled(written, labels));
    }
    return { staged, manifest };
  } catch (error) {
    await staged.remove();
    throw error;
  }
}

const sameLabels = (manifest: Labels, labels: Labels): boolean =>
  manifest.verbose_name === labels.verbose_name && manifest.help_text === labels.help_text;

/** The manifest as its author wrote it, but for its name and description. */
function relabelled(text: string, { verbose_name, help_text }: Labels): string {
  const set = (before: string, key: string, value: string) =>
    applyEdits(
      before,
      modify(before, [key], value, { formattingOptions: { insertSpaces: true, tabSize: 2 } }),
    );
  return set(set(text, "verbose_name", verbose_name), "help_text", help_text);
}

/** As people read it. */
export const manifestText = (manifest: unknown): string => `${JSON.stringify(manifest, null, 2)}\n`;
