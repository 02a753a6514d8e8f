import { decodeText } from "@understudy/engine/specs/check/check-files.ts";
import { checkManifest } from "@understudy/engine/specs/check-manifest.ts";
import { problemOfConfinement } from "@understudy/engine/specs/confined/confined-ngspice.ts";
import { MANIFEST_FILE } from "@understudy/shared/domain/spec-manifest.ts";
import { applyEdits, modify } from "jsonc-parser";
import { folderFiles } from "./folder-files.ts";
import type { Labels, WorkAnswer, WorkRequest } from "./tasks.ts";

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
