/** Emulators as files for other programs. */
import { z } from "zod";
import { exportFormat } from "../domain/export-format.ts";
import { EXPORT_LIMITS, MAX_EMULATOR_NAMES } from "../limits.ts";
import { textList } from "./bounded.ts";
import { jobParams } from "./job.ts";
import { noContent, route } from "./route.ts";

/** A terminal's name in a file: an identifier of every circuit simulator. */
const terminal = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]*$/, "Begin with a letter, then letters, digits and underscores")
  .max(EXPORT_LIMITS.terminalLength);

/** The shape decides how a circuit connects to the emulator. Formats that are no circuits ignore it. */
export const exportShape = z.discriminatedUnion("kind", [
  /** Inputs are parameters, outputs voltages. */
  z.object({ kind: z.literal("parameters") }),
  /** Inputs and outputs are voltages. */
  z.object({ kind: z.literal("ports") }),
  /** A device whose current, from its positive to its negative terminal, is this curve of a voltage. */
  z
    .object({
      kind: z.literal("device"),
      output: z.string().max(EXPORT_LIMITS.nameLength),
      positive: terminal.default("p"),
      negative: terminal.default("n"),
      /** Its voltage to the negative terminal is the curve's coordinate; null: that of the positive terminal is. */
      control: terminal.nullable().default(null),
    })
    .refine(({ positive, negative, control }) => {
      const names = [positive, negative, ...(control === null ? [] : [control])];
      return new Set(names.map((name) => name.toLowerCase())).size === names.length;
    }, "Terminals need different names"),
]);
export type ExportShape = z.infer<typeof exportShape>;

/** The equations that stand for a large emulator in a circuit. */
export const circuitEquations = z.enum([
  /** A network; the emulator's own equations where it is not near enough and they are not too long. */
  "automatic",
  "network",
  "own",
]);
export type CircuitEquationsChoice = z.infer<typeof circuitEquations>;

export const exportOptions = z.object({
  /** The outputs of the export; null: all. */
  outputs: textList(MAX_EMULATOR_NAMES.outputs)
    .refine((names) => names.length > 0, "Choose at least one")
    .nullable()
    .default(null),
  /** 95% bounds, where the format and the model can carry them. */
  with_bounds: z.boolean().default(true),
  shape: exportShape.default({ kind: "parameters" }),
  /** True: a circuit holds its inputs within the ranges of the training rows unless it says otherwise. */
  clips: z.boolean().default(true),
  /** Formats that are no circuits do not read it. */
  equations: circuitEquations.default("automatic"),
  /**
   * The largest error that a network which stands for the emulator may have, as a share of the emulator's own error.
   */
  wanted_share: z.number().min(EXPORT_LIMITS.leastShare).max(1).default(EXPORT_LIMITS.share),
});
export type ExportOptions = z.infer<typeof exportOptions>;

export const exportedOutput = z.object({
  name: z.string(),
  unit: z.string(),
  /** The emulator's root mean square error on validation rows, in the output's unit; null where it is not known. */
  error: z.number().nullable(),
  /** The largest difference between the file's means and the emulator's own, in the output's unit. */
  largest_difference: z.number(),
  /** A network that stands for the emulator has the root mean square of the differences over `error` here. */
  share: z.number().nullable(),
  /** The root mean square of the differences, in the output's unit; null: not measured. */
  typical_difference: z.number().nullable().default(null),
  /** Half of the 95% bounds differ by less than this, in the output's unit; null: not measured. */
  bounds_difference: z.number().nullable().default(null),
  /** The range between the least and the largest mean, in the output's unit; null: not known. */
  range: z.number().nullable().default(null),
  /** True: the emulator's own equations compute its mean. */
  is_own: z.boolean().default(false),
});

/** These are the files of a complete export, and how closely they follow the emulator. */
export const exportResult = z.object({
  /** The network that stands for the emulator. Null: the file computes what the emulator computes, to rounding. */
  network: z
    .object({
      hidden: z.array(z.int()),
      wanted_share: z.number(),
      /** True: no output's error exceeds that share. */
      holds: z.boolean(),
    })
    .nullable(),
  has_bounds: z.boolean(),
  /** The number of points at which the differences were measured. */
  compared_points: z.int(),
  outputs: z.array(exportedOutput),
  /** The one command that compares the file with its test vectors. */
  self_test: z.string(),
});
export type ExportResult = z.infer<typeof exportResult>;

/** The step that an export is in. */
export const exportStep = z.object({
  name: z.enum(["read", "predict", "fit", "compare", "write"]),
  /** The number of the step, from 1. */
  number: z.int(),
  /** The number of steps. It is null while the emulator has not been read, on which it depends. */
  count: z.int().nullable(),
  /** The part of this step that is done, 0 .. 1. */
  share: z.number(),
});
export type ExportStep = z.infer<typeof exportStep>;

const file = z.object({ name: z.string(), href: z.string(), size_bytes: z.int() });

export const emulatorExport = z.object({
  id: z.string(),
  job_id: z.int(),
  /** The export holds the job's emulator of this version. */
  emulator_version: z.int(),
  format: exportFormat,
  options: exportOptions,
  state: z.enum(["queued", "running", "complete", "failed"]),
  /** 0 .. 1. */
  progress: z.number(),
  step: exportStep.nullable(),
  /** Seconds that it takes at the most from now on: it never grows. Null while that is not known. */
  remaining_seconds: z.number().nullable(),
  /** It was begun before anybody asked for it, and waits whenever a job needs the processor. */
  is_ahead: z.boolean(),
  /** A sentence that says what is being done, or why the export failed. */
  text: z.string(),
  creation_time: z.iso.datetime(),
  /** The file; null until it is complete. */
  file: file.nullable(),
  /** The model without its test vectors, where it is a single file, as of Verilog-A. */
  model: file.nullable(),
  result: exportResult.nullable(),
});
export type EmulatorExport = z.infer<typeof emulatorExport>;

const exportParams = jobParams.extend({ export_id: z.string().regex(/^[0-9a-f]{16}$/, "Not an export") });

export const emulatorExportRoutes = {
  createExport: route({
    method: "POST",
    path: "/jobs/{job_id}/emulator/exports",
    summary: "Export the emulator as a file for another program; one that exists is answered as it is",
    audience: "user",
    params: jobParams,
    body: z.object({ format: exportFormat, options: exportOptions.prefault({}) }),
    response: emulatorExport,
  }),
  listExports: route({
    method: "GET",
    path: "/jobs/{job_id}/emulator/exports",
    summary: "The exports of the job's present emulator, the latest first",
    audience: "user",
    params: jobParams,
    response: z.object({ items: z.array(emulatorExport) }),
  }),
  getExport: route({
    method: "GET",
    path: "/jobs/{job_id}/emulator/exports/{export_id}",
    summary: "One export, with its progress",
    audience: "user",
    params: exportParams,
    response: emulatorExport,
  }),
  deleteExport: route({
    method: "DELETE",
    path: "/jobs/{job_id}/emulator/exports/{export_id}",
    summary: "Cancel an export, or delete its file",
    audience: "user",
    status: 204,
    params: exportParams,
    response: noContent,
  }),
} as const;
