/** Which specs a worker client runs: all, or those that it was started for (`--only`). */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { CONFINED_NGSPICE } from "@understudy/shared/worker-parts.ts";
import type { SpecFiles } from "../../specs/check/check-files.ts";
import { problemOfConfinement } from "../../specs/confined/confined-ngspice.ts";
import { specFingerprint } from "../../specs/fingerprint.ts";
import type { Spec } from "./prepare-directory.ts";

/** Larger files are refused: a netlist is small. */
const MAX_READ_BYTES = 4 * 1024 ** 2;

/** "confined": only if `problemOfPrepared` finds nothing once its files have their values. */
export type Trust = "whole" | "confined" | "none";

/** @param only See `onlySpecs`. */
export function trustIn(only: readonly string[] | null, { manifest, files }: Spec): Trust {
  if (only === null || only.includes(specFingerprint(manifest, files))) return "whole";
  return only.includes(CONFINED_NGSPICE) ? "confined" : "none";
}

/** Why a simulation that is ready to run must not, as a sentence; null: it may. */
export const problemOfPrepared = (directory: string, { manifest }: Spec): string | null =>
  problemOfConfinement(manifest, filesIn(directory));

function filesIn(directory: string): SpecFiles {
  const sizes = new Map<string, number>();
  for (const entry of readdirSync(directory, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    sizes.set(relative(directory, file).split(sep).join("/"), statSync(file).size);
  }
  return {
    has: (path) => sizes.has(path),
    keys: () => sizes.keys(),
    get: (path) => {
      const size = sizes.get(path);
      if (size === undefined) return undefined;
      return size > MAX_READ_BYTES ? null : readFileSync(join(directory, path));
    },
  };
}
