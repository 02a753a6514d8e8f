/** What a training must remember to go on after a crash: networks trained and in training, and the time spent. */
import { z } from "zod";
import type { Table } from "../data/table.ts";
import { createArrayWriter, unpack } from "../emulators/binary.ts";
import { shapeSchema } from "../emulators/ensemble-file.ts";
import type { Assignment } from "./plan.ts";
import type { Graduate, School, Trainee } from "./trainees.ts";
import type { TrainOptions } from "./training.ts";

const KIND = "training checkpoint";
const VERSION = 1;

const array = z.int().nonnegative();
const assignmentSchema = z.object({
  round: z.int(),
  targets: z.array(z.int()),
  features: z.array(z.int()),
  method: z.enum(["bayesian", "adam"]),
  shape: shapeSchema,
  steps: z.int(),
  stepCost: z.number(),
});

const headerSchema = z.object({
  fingerprint: z.number(),
  seed: z.number(),
  elapsed: z.number(),
  extensions: z.int(),
  finished: z.boolean(),
  graduates: z.array(
    z.object({
      round: z.int(),
      shape: shapeSchema,
      targets: z.array(z.int()),
      features: z.array(z.int()),
      noise: z.array(z.number()),
      parameters: array,
    }),
  ),
  trainees: z.array(
    z.object({
      assignment: assignmentSchema,
      best: z.object({ error: z.number(), parameters: array }).nullable(),
      fit: z.discriminatedUnion("method", [
        z.object({
          method: z.literal("bayesian"),
          parameters: array,
          alphas: array,
          beta: z.number(),
          damping: z.number(),
          iteration: z.int(),
          calm: z.int(),
          error: z.number(),
          effectiveParameters: z.number(),
        }),
        z.object({
          method: z.literal("adam"),
          parameters: array,
          first: array,
          second: array,
          step: z.int(),
        }),
      ]),
    }),
  ),
});

export interface TrainingState {
  seed: number;
  /** Seconds of training so far, counted towards the time budget. */
  elapsed: number;
  /** How many times "more" was asked for. */
  extensions: number;
  /** Whether all planned rounds are done. */
  finished: boolean;
  graduates: Graduate[];
  trainees: Trainee[];
}

export function writeCheckpoint(state: TrainingState, fingerprint: number): Uint8Array {
  const writer = createArrayWriter();
  const header: z.infer<typeof headerSchema> = {
    fingerprint,
    seed: state.seed,
    elapsed: state.elapsed,
    extensions: state.extensions,
    finished: state.finished,
    graduates: state.graduates.map(({ round, shape, targets, features, noise, parameters }) => ({
      round,
      shape: { ...shape, hidden: [...shape.hidden] },
      targets: [...targets],
      features: [...features],
      noise,
      parameters: writer.add(parameters),
    })),
    trainees: state.trainees.map(({ assignment, fit, best }) => ({
      assignment: plainAssignment(assignment),
      best: best && { error: best.error, parameters: writer.add(best.parameters) },
      fit:
        fit.method === "adam"
          ? {
              ...fit,
              parameters: writer.add(fit.parameters),
              first: writer.add(fit.first),
              second: writer.add(fit.second),
            }
          : { ...fit, parameters: writer.add(fit.parameters), alphas: writer.add(fit.alphas) },
    })),
  };
  return writer.pack(KIND, VERSION, header);
}

/** The state that was written, or undefined when the bytes are damaged, of another version or of other data. */
export function readCheckpoint(
  bytes: Uint8Array,
  fingerprint: number,
): { restore: (school: School) => TrainingState; seed: number } | undefined {
  const unpacked = tryUnpack(bytes);
  const read = headerSchema.safeParse(unpacked?.header);
  if (unpacked === undefined || unpacked.version !== VERSION || !read.success) return undefined;
  if (read.data.fingerprint !== fingerprint) return undefined;
  const { header, array } = { header: read.data, array: (index: number) => unpacked.array(index).slice() };
  const restore = (school: School): TrainingState => ({
    ...header,
    graduates: header.graduates.map((graduate) => {
      const network = { ...graduate, parameters: array(graduate.parameters) };
      return { ...network, ...school.examine(network) };
    }),
    trainees: header.trainees.map(({ assignment, best, fit }) => ({
      assignment,
      best: best && { error: best.error, parameters: array(best.parameters) },
      fit:
        fit.method === "adam"
          ? {
              ...fit,
              parameters: array(fit.parameters),
              first: array(fit.first),
              second: array(fit.second),
            }
          : { ...fit, parameters: array(fit.parameters), alphas: array(fit.alphas) },
    })),
  });
  return { restore, seed: header.seed };
}

/** A number that differs when the data, or a choice that decides what the networks learn, differ (FNV-1a, 1991). */
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

function plainAssignment(assignment: Assignment): z.infer<typeof assignmentSchema> {
  const { shape, targets, features } = assignment;
  return {
    ...assignment,
    targets: [...targets],
    features: [...features],
    shape: { ...shape, hidden: [...shape.hidden] },
  };
}

function tryUnpack(bytes: Uint8Array): ReturnType<typeof unpack> | undefined {
  try {
    return unpack(KIND, bytes);
  } catch {
    return undefined;
  }
}
