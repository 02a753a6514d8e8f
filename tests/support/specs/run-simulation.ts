/** Runs simulations of a spec on this machine, without a worker client. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readOutputs } from "@understudy/engine/specs/read-outputs.ts";
import { commandFor } from "@understudy/engine/specs/render.ts";
import type { SimulationInputs, SimulationOutputs } from "@understudy/shared/domain/simulation.ts";
import { type SpecManifest, STDOUT_FILE } from "@understudy/shared/domain/spec-manifest.ts";
import { prepareSimulation, readFrom, textsIn } from "./spec-fixtures.ts";

type Setup = {
  /** The folder of the spec. */
  readonly folder: string;
  readonly manifest: SpecManifest;
  /** Each simulation gets a folder in it. */
  readonly root: string;
  /** The paths of programs that the spec names; other programs are searched on the system's path. */
  readonly programs: Readonly<Record<string, string>>;
};

/** @throws Error with what the program said where it failed */
export async function runSimulation(
  { folder, manifest, root, programs }: Setup,
  inputs: SimulationInputs,
): Promise<SimulationOutputs> {
  const into = mkdtempSync(join(root, "run-"));
  prepareSimulation(folder, into, manifest, inputs);
  const [program = "", ...args] = commandFor(manifest, inputs, "linux");
  const path = programs[program] ?? program;
  const { status, stdout, stderr } = spawnSync(path, args, { cwd: into, encoding: "utf8" });
  if (!manifest.run.success_exit_codes.includes(status ?? -1))
    throw new Error(`${program}: ${stdout}${stderr}`);
  writeFileSync(join(into, STDOUT_FILE), stdout);
  const read = await readOutputs(manifest, readFrom(textsIn(into)));
  if ("error" in read) throw new Error(`${read.error}\n${stdout}${stderr}`);
  return read.outputs;
}
