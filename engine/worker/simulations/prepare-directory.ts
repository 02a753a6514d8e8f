/** One simulation's directory, filled: the spec's files, those that were chosen for the job, the templates with this simulation's values. */
import { constants } from "node:fs";
import { chmod, copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { SimulationInputs } from "@understudy/shared/domain/simulation.ts";
import type { SpecManifest } from "@understudy/shared/domain/spec-manifest.ts";
import type { FileSource } from "@understudy/shared/worker/worker-protocol.ts";
import type { Offer } from "@understudy/shared/worker/worker-simulation.ts";
import type { DescribedFile } from "@understudy/shared/worker-parts.ts";
import { problemOfPath } from "../../specs/language/paths.ts";
import { renderFiles } from "../../specs/render.ts";
import type { CachedFiles } from "../files/file-cache.ts";

export type Spec = { readonly manifest: SpecManifest; readonly files: readonly DescribedFile[] };

/** The value of every variable: a File's is its path in the simulation's directory. */
export const valuesOf = ({ inputs, files }: Offer): SimulationInputs => ({
  ...inputs,
  ...Object.fromEntries(Object.entries(files).map(([name, { path }]) => [name, path])),
});

/** @throws Error for a path that leads outside the directory */
function within(directory: string, path: string): string {
  const problem = problemOfPath(path);
  if (problem !== null) throw new Error(`${problem}.`);
  return join(directory, path);
}

async function place(cached: string, directory: string, path: string): Promise<void> {
  const target = within(directory, path);
  await mkdir(dirname(target), { recursive: true });
  await copyFile(cached, target, constants.COPYFILE_FICLONE);
  // The simulation's own copy: it may change it, and a spec may bring its program along.
  await chmod(target, 0o700);
}

/** The files that a simulation needs: the spec's, then those that were chosen for its job. */
export const listSources = (
  { spec_version, job_id, files }: Offer,
  spec: Spec,
): (readonly [FileSource, DescribedFile])[] => [
  ...spec.files.map((file) => [{ kind: "spec-version", id: spec_version }, file] as const),
  ...Object.values(files).map((file) => [{ kind: "job", id: job_id }, file] as const),
];

/** @throws Error when a file cannot be had or written. */
export async function prepareDirectory(
  directory: string,
  offer: Offer,
  spec: Spec,
  cache: CachedFiles,
  signal: AbortSignal,
): Promise<void> {
  const templates = new Map<string, string>();
  for (const [source, file] of listSources(offer, spec)) {
    const cached = await cache.get(source, file, signal);
    await place(cached, directory, file.path);
    if (source.kind === "spec-version" && spec.manifest.run.templates.includes(file.path)) {
      templates.set(file.path, await readFile(cached, "utf8"));
    }
  }
  for (const { path, text } of renderFiles(spec.manifest, valuesOf(offer), templates)) {
    const target = within(directory, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text, { mode: 0o600 });
  }
}
