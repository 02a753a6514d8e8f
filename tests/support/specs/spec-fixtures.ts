/** The specs in fixtures/specs, and what a simulation of one takes. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkManifest, describeProblem, type SpecFiles } from "@understudy/engine/specs/check-manifest.ts";
import type { ReadText } from "@understudy/engine/specs/read-outputs.ts";
import { renderFiles } from "@understudy/engine/specs/render.ts";
import type { SimulationInputs } from "@understudy/shared/domain/simulation.ts";
import type { SpecManifest } from "@understudy/shared/domain/spec-manifest.ts";

export const SPEC_FIXTURES = ["opamp", "ldo", "bracket"] as const;
type SpecFixture = (typeof SPEC_FIXTURES)[number];

export const specFixtureFolder = (name: SpecFixture): string =>
  join(import.meta.dirname, "../../../fixtures/specs", name);

/** The texts of a folder without folders in it, by name. */
export const textsIn = (folder: string): Map<string, string> =>
  new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), "utf8")]));

/** @throws Error with everything that is wrong */
export function soundManifest(files: SpecFiles): SpecManifest {
  const checked = checkManifest(files);
  if ("manifest" in checked) return checked.manifest;
  throw new Error(checked.problems.map(describeProblem).join("\n"));
}

export const fixtureManifest = (name: SpecFixture): SpecManifest =>
  soundManifest(textsIn(specFixtureFolder(name)));

export const defaultInputs = ({ variables }: SpecManifest): SimulationInputs =>
  Object.fromEntries(variables.map(({ name, default_val }) => [name, default_val ?? ""]));

/** Lays a spec's files into a folder, values in place, as a worker client does. */
export function prepareSimulation(
  from: string,
  to: string,
  manifest: SpecManifest,
  inputs: SimulationInputs,
): void {
  cpSync(from, to, { recursive: true });
  for (const { path, text } of renderFiles(manifest, inputs, textsIn(from)))
    writeFileSync(join(to, path), text);
}

/** Reads outputs from texts by name. */
export const readFrom =
  (texts: ReadonlyMap<string, string>): ReadText =>
  async (path) => {
    const text = texts.get(path);
    return text === undefined ? null : { text, isWhole: true };
  };
