/** The outputs of a simulation, from the files that its model wrote. An output that is missing or not finite is undefined. */
import {
  MAX_UNDEFINED_REASON_CHARACTERS,
  type SimulationOutputs,
  type UndefinedOutputs,
} from "@understudy/shared/domain/simulation.ts";
import type { ManifestOutput, SpecManifest } from "@understudy/shared/domain/spec-manifest.ts";
import { MAX_OUTPUT_FILE_BYTES } from "@understudy/shared/limits.ts";
import { gridValues, isLogarithmic } from "./language/grid.ts";
import type { Grid } from "./outputs/curve.ts";
import { OutputError } from "./outputs/output-error.ts";
import { createReader } from "./outputs/readers.ts";

/**
 * Reads a file of the simulation's directory as UTF-8, at most `maxBytes` of it. Null where there is no such file;
 * `isWhole` is false where it is longer.
 */
export type ReadText = (
  path: string,
  maxBytes: number,
) => Promise<{ readonly text: string; readonly isWhole: boolean } | null>;

export type ReadOutputs =
  /** At least one output has a value. */
  | { readonly outputs: SimulationOutputs; readonly undefinedOutputs: UndefinedOutputs }
  /** No output has a value: sentences that name outputs and files. */
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
  const values = new Map<string, number | number[]>();
  const reasons = new Map<string, string>();
  for (const [file, fileOutputs] of Map.groupBy(manifest.outputs, ({ source }) => source.file)) {
    try {
      const text = await wholeText(file, fileOutputs, readText);
      readFile(text, file, fileOutputs, grids, { values, reasons });
    } catch (error) {
      const reason = describeError(error);
      for (const { name } of fileOutputs) if (!values.has(name)) reasons.set(name, reason);
    }
  }
  if (values.size === 0) return { error: joinReasons(reasons.values()) };
  const namesInOrder = manifest.outputs.map(({ name }) => name);
  const outputs = namesInOrder.flatMap((name) => {
    const value = values.get(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const undefinedOutputs = namesInOrder.flatMap((name) => {
    const reason = reasons.get(name)?.slice(0, MAX_UNDEFINED_REASON_CHARACTERS);
    return reason === undefined ? [] : [[name, reason] as const];
  });
  return { outputs: Object.fromEntries(outputs), undefinedOutputs: Object.fromEntries(undefinedOutputs) };
}

/** @returns the first few different sentences, and how many more there are */
export function joinReasons(sentences: Iterable<string>): string {
  const reasons = [...new Set(sentences)];
  const more = reasons.length > MAX_ERRORS ? [`And ${reasons.length - MAX_ERRORS} more.`] : [];
  return [...reasons.slice(0, MAX_ERRORS), ...more].join(" ");
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
  if (!read.isWhole)
    throw new OutputError(`${file} is larger than the limit of ${MAX_OUTPUT_FILE_BYTES / 1024 ** 2} MB.`);
  return read.text.replace(/^\uFEFF/, "");
}

type ReadValues = {
  /** The outputs that have a value. */
  readonly values: Map<string, number | number[]>;
  /** Why each of the others has none. */
  readonly reasons: Map<string, string>;
};

/** Outputs of one format share what is read of the file. @throws OutputError where nothing of it can be read */
function readFile(
  text: string,
  file: string,
  fileOutputs: readonly ManifestOutput[],
  grids: ReadonlyMap<string, Grid>,
  { values, reasons }: ReadValues,
): void {
  for (const [format, outputs] of Map.groupBy(fileOutputs, ({ source }) => source.format)) {
    const read = createReader(format, text, file, outputs, grids);
    for (const output of outputs) {
      try {
        values.set(output.name, read(output));
      } catch (error) {
        reasons.set(output.name, describeError(error));
      }
    }
  }
}
