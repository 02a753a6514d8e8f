/** The checkpoint of a training, to resume it after a crash: results, states of unfinished fits, and the time spent. */
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { type Scale, scaleSchema } from "../dataset/scaling.ts";
import type { Table } from "../dataset/table.ts";
import { fromCheckpoint5 } from "../models/earlier-names.ts";
import type { FitResult, FitTask } from "../models/fit-task.ts";
import { packPlain, unpackPlain } from "../models/plain-data.ts";
import type { FitterState } from "./fit/create-fitter.ts";
import type { TrainOptions } from "./prepare/messages.ts";

const CHECKPOINT_KIND = "training checkpoint";
/**
 * The version is raised whenever a task, the data that it is fitted to or its result changes: older checkpoints are then set
 * aside.
 */
const CHECKPOINT_VERSION = 7;

/** A task that was interrupted. */
interface UnfinishedFit {
  state: FitterState;
  /** The result so far. */
  result: FitResult | null;
}

export interface TrainingState {
  seed: number;
  /** Seconds of training so far, counted towards the time budget. */
  elapsed: number;
  /** The number of times that "more" was requested. */
  extensions: number;
  /** True: all planned tasks have results. */
  finished: boolean;
  /** The part of the planned work that is done, as last reported. */
  fraction: number;
  /** The scales of the outputs on which the results were fitted; null before they are known, and in earlier checkpoints. */
  scales: readonly Scale[] | null;
  /** The folds of the results left out single rows, as in earlier checkpoints, or whole levels. */
  leftOut: "rows" | "levels";
  /** The number of rows that the results were fitted to; null before it is known, and in earlier checkpoints. */
  trainingRows: number | null;
  /** The results by the key of the task (`createTaskKey`). */
  results: Map<string, FitResult>;
  unfinished: Map<string, UnfinishedFit>;
}

/** Identifies a task: two tasks with the same key have the same result. */
export const createTaskKey = (task: FitTask): string => JSON.stringify(task);

const stateSchema = z.object({
  fingerprint: z.number(),
  seed: z.number(),
  elapsed: z.number(),
  extensions: z.int(),
  finished: z.boolean(),
  fraction: z.number(),
  scales: z.array(scaleSchema).nullable().default(null),
  leftOut: z.enum(["rows", "levels"]).default("rows"),
  trainingRows: z.int().nullable().default(null),
  // The fingerprint and the version ensure that these were written by code that computes the same.
  results: z.array(z.tuple([z.string(), z.custom<FitResult>(isObject)])),
  unfinished: z.array(z.tuple([z.string(), z.custom<UnfinishedFit>(isObject)])),
});

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

export function freshState(seed: number): TrainingState {
  return {
    seed,
    elapsed: 0,
    extensions: 0,
    finished: false,
    fraction: 0,
    scales: null,
    leftOut: "rows",
    trainingRows: null,
    results: new Map(),
    unfinished: new Map(),
  };
}

export function writeCheckpoint(state: TrainingState, fingerprint: number): Uint8Array {
  const { results, unfinished } = state;
  return packPlain(CHECKPOINT_KIND, CHECKPOINT_VERSION, {
    ...state,
    scales: state.scales && [...state.scales],
    fingerprint,
    results: [...results],
    unfinished: [...unfinished],
  } satisfies z.input<typeof stateSchema>);
}

/** The state that was written, or undefined when the bytes are damaged, of another version or of other data. */
export function readCheckpoint(bytes: Uint8Array, fingerprint: number): TrainingState | undefined {
  const current = unpackPlain(CHECKPOINT_KIND, CHECKPOINT_VERSION, bytes);
  const read = stateSchema.safeParse(current ?? readEarlierVersion(bytes));
  if (!read.success || read.data.fingerprint !== fingerprint) return undefined;
  const { results, unfinished, ...rest } = read.data;
  // A process of an earlier version has logged other evaluations than those that its fit would repeat now.
  const resumed =
    current === undefined
      ? unfinished.filter(([, { state }]) => state.method !== "gaussian-process")
      : unfinished;
  return { ...rest, results: new Map(results), unfinished: new Map(resumed) };
}

const readEarlierVersion = (bytes: Uint8Array): unknown =>
  unpackPlain(CHECKPOINT_KIND, 6, bytes) ?? fromCheckpoint5(unpackPlain(CHECKPOINT_KIND, 5, bytes));

/** The properties of the prepared data that results depend on. */
export interface PreparedFor extends Pick<TrainingState, "leftOut"> {
  scales: readonly Scale[];
  trainingRows: number;
  /** True: the training rows include the validation rows, which they do not in checkpoints of earlier versions. */
  isCrossValidated: boolean;
}

/**
 * Drops results that were fitted on other scales of the outputs, to other rows, or by folds that leave out something else: a later
 * version of this program may choose others for the same data. Checkpoints from before scales were stored are trusted where no output
 * is on a scale that has a unit.
 */
export function keepResultsOn(
  state: TrainingState,
  { scales, leftOut, trainingRows, isCrossValidated }: PreparedFor,
): void {
  const hasSameScales =
    state.scales === null
      ? scales.every(({ kind }) => kind !== "asinh")
      : isDeepStrictEqual(state.scales, scales);
  const hasSameRows = state.trainingRows === null ? !isCrossValidated : state.trainingRows === trainingRows;
  if (!hasSameScales || !hasSameRows || state.leftOut !== leftOut) {
    state.results.clear();
    state.unfinished.clear();
    state.elapsed = 0;
    state.finished = false;
    state.fraction = 0;
  }
  state.scales = scales;
  state.leftOut = leftOut;
  state.trainingRows = trainingRows;
}

/** Computes a number that differs when the data, or an option that changes the fits, differ (FNV-1a, 1991). */
export function computeFingerprint(table: Table, options: TrainOptions): number {
  let hash = 0x811c9dc5;
  const mix = (words: ArrayLike<number>): void => {
    for (let i = 0; i < words.length; i++) hash = Math.imul(hash ^ words[i], 0x01000193);
  };
  const viewWords = (values: Float64Array): Uint32Array =>
    new Uint32Array(values.buffer, values.byteOffset, values.length * 2);
  const choices = [
    table.inputs.map((input) => (input.kind === "continuous" ? input.name : [input.name, input.levels])),
    table.outputs.map((output) => [output.name, output.size]),
    Object.entries(options.curves ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)),
    [...(options.ignoredInputs ?? [])].sort(),
    [...(options.ignoredOutputs ?? [])].sort(),
  ];
  mix(new TextEncoder().encode(JSON.stringify(choices)));
  mix(options.validationRows);
  if (options.groups) mix(options.groups);
  for (const input of table.inputs) mix(input.kind === "continuous" ? viewWords(input.values) : input.codes);
  for (const output of table.outputs) mix(viewWords(output.values));
  return hash >>> 0;
}
