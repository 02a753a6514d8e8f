/** What a training must remember to go on after a crash: what was learnt, what is being learnt, and the time spent. */
import { z } from "zod";
import type { Table } from "../dataset/table.ts";
import type { Learnt, Lesson } from "../models/fit-task.ts";
import { packPlain, unpackPlain } from "../models/plain-data.ts";
import type { StudyState } from "./fit/fitter.ts";
import type { TrainOptions } from "./messages.ts";

const KIND = "training checkpoint";
/** To be raised whenever a lesson, what it learns from or what comes of it changes: older checkpoints are then set aside. */
const VERSION = 5;

/** A lesson that is not learnt to its end. */
export interface Unfinished {
  state: StudyState;
  /** What it would contribute as it is. */
  learnt: Learnt | null;
}

export interface TrainingState {
  seed: number;
  /** Seconds of training so far, counted towards the time budget. */
  elapsed: number;
  /** How many times "more" was asked for. */
  extensions: number;
  /** Whether all that was planned is learnt. */
  finished: boolean;
  /** Of the planned work, as last told. */
  fraction: number;
  /** By `keyOf` the lesson. */
  learnt: Map<string, Learnt>;
  unfinished: Map<string, Unfinished>;
}

/** Two lessons with the same key come to the same. */
export const keyOf = (lesson: Lesson): string => JSON.stringify(lesson);

const stateSchema = z.object({
  fingerprint: z.number(),
  seed: z.number(),
  elapsed: z.number(),
  extensions: z.int(),
  finished: z.boolean(),
  fraction: z.number(),
  // The fingerprint and the version say that these were written by the code that reads them.
  learnt: z.array(z.tuple([z.string(), z.custom<Learnt>(isObject)])),
  unfinished: z.array(z.tuple([z.string(), z.custom<Unfinished>(isObject)])),
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
    learnt: new Map(),
    unfinished: new Map(),
  };
}

export function writeCheckpoint(state: TrainingState, fingerprint: number): Uint8Array {
  const { learnt, unfinished } = state;
  return packPlain(KIND, VERSION, {
    ...state,
    fingerprint,
    learnt: [...learnt],
    unfinished: [...unfinished],
  } satisfies z.input<typeof stateSchema>);
}

/** The state that was written, or undefined when the bytes are damaged, of another version or of other data. */
export function readCheckpoint(bytes: Uint8Array, fingerprint: number): TrainingState | undefined {
  const read = stateSchema.safeParse(unpackPlain(KIND, VERSION, bytes));
  if (!read.success || read.data.fingerprint !== fingerprint) return undefined;
  const { learnt, unfinished, ...rest } = read.data;
  return { ...rest, learnt: new Map(learnt), unfinished: new Map(unfinished) };
}

/** A number that differs when the data, or a choice that decides what is learnt, differ (FNV-1a, 1991). */
export function fingerprintOf(table: Table, options: TrainOptions): number {
  let hash = 0x811c9dc5;
  const mix = (words: ArrayLike<number>): void => {
    for (let i = 0; i < words.length; i++) hash = Math.imul(hash ^ (words[i] ?? 0), 0x01000193);
  };
  const wordsOf = (values: Float64Array): Uint32Array =>
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
  for (const input of table.inputs) mix(input.kind === "continuous" ? wordsOf(input.values) : input.codes);
  for (const output of table.outputs) mix(wordsOf(output.values));
  return hash >>> 0;
}
