/** Jobs made of the text of two files, as the data page makes them with default settings. */
import { type DataOptions, type JobConfig, NO_DATA_OPTIONS } from "@understudy/shared/api/job-config.ts";
import { defaultConfig } from "../../../engine/dataset/config.ts";
import { draftDataset } from "../../../engine/dataset/storage/dataset-writer.ts";
import { loadTrainingTable } from "../../../engine/dataset/storage/training-table.ts";
import { validate } from "../../../engine/dataset/validate.ts";
import { createRandom } from "../../../engine/math/random.ts";
import type { Emulator, EmulatorInput } from "../../../engine/models/emulator.ts";
import type { TrainOptions } from "../../../engine/training/prepare/messages.ts";
import { train } from "../../../engine/training/train.ts";
import { temporaryFolder } from "../cleanup.ts";
import { textFile } from "./csv-files.ts";
import { finish } from "./tables.ts";

const VALIDATION_PERCENTAGE = 20;

export interface FilePair {
  readonly parameters: string;
  readonly outputs: string;
}

/** A job whose files were read. */
export interface FileJob {
  readonly folder: string;
  readonly config: JobConfig;
}

/**
 * Reads the files of a job.
 *
 * @param options the choices that a person makes in the preview
 * @returns the problems where the files are refused
 */
export async function readJob(
  { parameters, outputs }: FilePair,
  options: Partial<DataOptions> = {},
): Promise<FileJob | { problems: string[] }> {
  const dataOptions = { ...NO_DATA_OPTIONS, ...options };
  const folder = temporaryFolder("files");
  const draft = await draftDataset(folder);
  const outcome = await validate(
    { parameters: textFile("parameters.csv", parameters), outputs: textFile("outputs.csv", outputs) },
    { options: dataOptions, earlierRows: null, ...draft },
  );
  if (!("table" in outcome)) return { problems: Object.values(outcome.errors).flat() };
  const split = { validationPercentage: VALIDATION_PERCENTAGE, groupBy: null };
  const meta = await draft.finish(outcome.table, split, () => undefined);
  const { report, notes, units } = outcome;
  const config = defaultConfig(meta, { data_options: dataOptions, previous: null, units, report, notes });
  return { folder, config };
}

/** Trains as the job does. @param clock in milliseconds: one of its own makes the training independent of the machine's speed */
export async function trainJob(
  { folder, config }: FileJob,
  clock: () => number,
  effort: TrainOptions["effort"] = "standard",
): Promise<Emulator> {
  const { table, validationRows, groups } = await loadTrainingTable(folder, config);
  const ignoredOutputs = table.outputs
    .map(({ name }) => name)
    .filter((name) => !config.emulator_outputs.includes(name));
  const curves = Object.fromEntries(
    config.outputs.flatMap(({ type, name, coordinate_name }) =>
      type === "Vector" && coordinate_name !== null ? [[name, { coordinate: coordinate_name }]] : [],
    ),
  );
  const ignoredInputs = config.inputs.filter(({ fixed }) => fixed).map(({ name }) => name);
  const choices = { effort, validationRows, groups, curves, ignoredInputs, ignoredOutputs } as const;
  const context = { random: createRandom(1), clock };
  return (await finish(train(table, { ...choices, findsSuspiciousRows: true }, context))).emulator;
}

export type Cell = number | string;

function drawCell(input: EmulatorInput, fraction: number): { code: number; cell: Cell } {
  if (input.kind === "continuous") {
    const value = input.minimum + (input.maximum - input.minimum) * fraction;
    return { code: value, cell: value };
  }
  const code = Math.floor(fraction * input.levels.length);
  return { code, cell: input.levels[code] ?? "" };
}

const NEW_POINT_COUNT = 1_000;

/**
 * Measures the first output at points all over the ranges.
 *
 * @returns the error in standard deviations of the truth, and the share of the truth inside the bounds
 */
export function measureAnew(
  emulator: Emulator,
  truth: (point: Readonly<Record<string, Cell>>) => number,
): { error: number; inside: number } {
  const random = createRandom(7);
  const [output] = emulator.outputs;
  const points = Array.from({ length: NEW_POINT_COUNT }, () =>
    emulator.inputs.map((input) => ({ name: input.name, ...drawCell(input, random.uniform()) })),
  );
  const codes = Float64Array.from(points.flatMap((point) => point.map(({ code }) => code)));
  const predicted = emulator.predict(codes, points.length).get(output?.name ?? "");
  const values = points.map((point) =>
    truth(Object.fromEntries(point.map(({ name, cell }) => [name, cell]))),
  );
  const mean = values.reduce((sum, value) => sum + value / values.length, 0);
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const [means, lower, upper] = [predicted?.mean ?? [], predicted?.lower ?? [], predicted?.upper ?? []];
  const squares = values.reduce((sum, value, i) => sum + (value - (means[i] ?? 0)) ** 2, 0);
  const inside = values.filter((value, i) => value >= (lower[i] ?? 0) && value <= (upper[i] ?? 0)).length;
  return { error: Math.sqrt(squares / variance), inside: inside / values.length };
}
