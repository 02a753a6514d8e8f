/** The outputs of a simulation, from the files that its model wrote. Whatever is missing or not finite fails the simulation. */
import type { SimulationOutputs } from "@understudy/shared/domain/simulation.ts";
import type { ManifestOutput, SpecManifest } from "@understudy/shared/domain/spec-manifest.ts";
import { MAX_OUTPUT_FILE_BYTES } from "@understudy/shared/limits.ts";
import { gridValues, isLogarithmic } from "./grid.ts";
import type { Grid } from "./outputs/curve.ts";
import { OutputError } from "./outputs/output-error.ts";
import { createReader } from "./outputs/readers.ts";

/**
 * Reads a file of the simulation's directory as UTF-8, at most `maxBytes` of it. Null where there is no such file;
 * `whole` false where it is longer.
 */
export type ReadText = (
  path: string,
  maxBytes: number,
) => Promise<{ readonly text: string; readonly whole: boolean } | null>;

export type ReadOutputs =
  | { readonly outputs: SimulationOutputs }
  /** Sentences that name outputs and files. */
  | { readonly error: string };

const MAX_ERRORS = 5;

/** Files are read one after the other, each once. What `readText` throws is thrown on: the machine's fault, not the model's. */
export async function readOutputs(manifest: SpecManifest, readText: ReadText): Promise<ReadOutputs> {
  const grids = new Map(
    manifest.coordinates.map(({ name, grid }): [string, Grid] => [
      name,
      { name, values: gridValues(grid), isLog: isLogarithmic(grid) },
    ]),
  );
  const outputs = new Map<string, number | number[]>();
  const errors: string[] = [];
  for (const [file, fileOutputs] of Map.groupBy(manifest.outputs, ({ source }) => source.file)) {
    try {
      const text = await wholeText(file, fileOutputs, readText);
      for (const [name, value] of readFile(text, file, fileOutputs, grids, errors)) outputs.set(name, value);
    } catch (error) {
      errors.push(describeError(error));
    }
  }
  if (errors.length > 0) {
    const more = errors.length > MAX_ERRORS ? [`And ${errors.length - MAX_ERRORS} more.`] : [];
    return { error: [...errors.slice(0, MAX_ERRORS), ...more].join(" ") };
  }
  const inOrder = manifest.outputs.map(({ name }) => [name, outputs.get(name) ?? Number.NaN] as const);
  return { outputs: Object.fromEntries(inOrder) };
}

function describeError(error: unknown): string {
  if (error instanceof OutputError) return error.message;
  throw error;
}

/** @throws OutputError */
async function wholeText(
  file: string,
  fileOutputs: readonly ManifestOutput[],
  readText: ReadText,
): Promise<string> {
  const read = await readText(file, MAX_OUTPUT_FILE_BYTES);
  const names = fileOutputs.map(({ name }) => name).join(", ");
  if (read === null) throw new OutputError(`${file}, which should contain ${names}, was not written.`);
  if (!read.whole)
    throw new OutputError(`${file} is larger than the limit of ${MAX_OUTPUT_FILE_BYTES / 1024 ** 2} MB.`);
  return read.text.replace(/^\uFEFF/, "");
}

/** Outputs of one format share what is read of the file. @throws OutputError where nothing of it can be read */
function* readFile(
  text: string,
  file: string,
  fileOutputs: readonly ManifestOutput[],
  grids: ReadonlyMap<string, Grid>,
  errors: string[],
): Generator<[string, number | number[]]> {
  for (const [format, outputs] of Map.groupBy(fileOutputs, ({ source }) => source.format)) {
    const read = createReader(format, text, file, outputs, grids);
    for (const output of outputs) {
      try {
        yield [output.name, read(output)];
      } catch (error) {
        errors.push(describeError(error));
      }
    }
  }
}
