/** Checks the files of a spec, or makes them from a template; only in a thread of its own. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { decodeText } from "@understudy/engine/specs/check/check-files.ts";
import { checkManifest, type SpecFiles } from "@understudy/engine/specs/check-manifest.ts";
import { problemOfConfinement } from "@understudy/engine/specs/confined/confined-ngspice.ts";
import { specFromTemplate } from "@understudy/engine/specs/templates.ts";
import { MANIFEST_FILE } from "@understudy/shared/domain/spec-manifest.ts";
import { applyEdits, modify } from "jsonc-parser";
import type { Folder, Labels, WorkAnswer, WorkRequest } from "./tasks.ts";

/** Larger files are data, which are not read as a whole. */
const MAX_READ_BYTES = 4 * 1024 ** 2;
/** The size of all files that are held at once, in bytes. */
const MAX_HELD_BYTES = 128 * 1024 ** 2;

export function fillTemplate({
  key,
  values,
  ...folder
}: WorkRequest<"fillTemplate">): WorkAnswer<"fillTemplate"> {
  const made = specFromTemplate(key, values, heldFiles(folder));
  return "errors" in made ? { errors: made.errors } : { files: made.files };
}

export function checkSpec({ labels, ...folder }: WorkRequest<"checkSpec">): WorkAnswer<"checkSpec"> {
  const files = folderFiles(folder);
  const checked = checkManifest(files);
  if (!("manifest" in checked)) return { ...checked, written: null };
  const manifest = { ...checked.manifest, ...labels };
  const demo_problem = problemOfConfinement(manifest, files);
  if (sameLabels(checked.manifest, labels)) return { manifest, demo_problem, written: null };
  const text = decodeText(files.get(MANIFEST_FILE) ?? "") ?? "";
  return { manifest, demo_problem, written: relabelled(text, labels) };
}

/** Checks a version that was stored before demo servers ran more than one spec. */
export const checkConfinement = ({ manifest, ...folder }: WorkRequest<"checkConfinement">): string | null =>
  problemOfConfinement(manifest, folderFiles(folder));

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

/** The files of a folder, each read when it is asked for and then forgotten. */
function folderFiles({ folder, files }: Folder): SpecFiles {
  const sizes = new Map(files.map(({ path, size }) => [path, size]));
  return {
    has: (path) => sizes.has(path),
    keys: () => sizes.keys(),
    get: (path) => {
      const size = sizes.get(path);
      if (size === undefined) return undefined;
      return size > MAX_READ_BYTES ? null : readFileSync(join(folder, path));
    },
  };
}

/** The contents of a folder's files by path, as many as can be held at once. */
function heldFiles({ folder, files }: Folder): Map<string, Uint8Array | null> {
  let held = 0;
  return new Map(
    files.map(({ path, size }) => {
      const fits = size <= MAX_READ_BYTES && held + size <= MAX_HELD_BYTES;
      if (fits) held += size;
      return [path, fits ? readFileSync(join(folder, path)) : null];
    }),
  );
}
