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
      output: z
        .string()
        .max(EXPORT_LIMITS.nameLength)
        .describe("The name of the curve that is the device's current."),
      positive: terminal.default("p").describe("The name of the terminal that the current flows into."),
      negative: terminal.default("n").describe("The name of the terminal that the current leaves."),
      control: terminal
        .nullable()
        .default(null)
        .describe(
          "Its voltage to the negative terminal is the curve's coordinate; null: that of the positive terminal is.",
        ),
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
  outputs: textList(MAX_EMULATOR_NAMES.outputs)
    .refine((names) => names.length > 0, "Choose at least one")
    .nullable()
    .default(null)
    .describe("The outputs of the export; null: all."),
  with_bounds: z
    .boolean()
    .default(true)
    .describe("95% bounds, where the format and the model can carry them."),
  shape: exportShape
    .default({ kind: "parameters" })
    .describe("How a circuit connects to the emulator; other formats ignore it."),
  clips: z
    .boolean()
    .default(true)
    .describe(
      "True: a circuit holds its inputs within the ranges of the training rows unless it says otherwise.",
    ),
  with_rows: z
    .boolean()
    .default(false)
    .describe("True: a web page holds training rows; other formats ignore it."),
  equations: circuitEquations.default("automatic").describe("Formats that are no circuits do not read it."),
  wanted_share: z
    .number()
    .min(EXPORT_LIMITS.leastShare)
    .max(1)
    .default(EXPORT_LIMITS.share)
    .describe(
      "The largest error that a network which stands for the emulator may have, as a share of the emulator's own error.",
    ),
});
export type ExportOptions = z.infer<typeof exportOptions>;

export const exportedOutput = z.object({
  name: z.string(),
  unit: z.string().describe("The unit of the output, in which all differences here are stated."),
  error: z
    .number()
    .nullable()
    .describe(
      "The emulator's root mean square error on validation rows, in the output's unit; null where it is not known.",
    ),
  largest_difference: z
    .number()
    .describe(
      "The largest difference between the file's means and the emulator's own, in the output's unit.",
    ),
  share: z
    .number()
    .nullable()
    .describe(
      "A network that stands for the emulator has the root mean square of the differences over `error` here.",
    ),
  typical_difference: z
    .number()
    .nullable()
    .default(null)
    .describe("The root mean square of the differences, in the output's unit; null: not measured."),
  bounds_difference: z
    .number()
    .nullable()
    .default(null)
    .describe("Half of the 95% bounds differ by less than this, in the output's unit; null: not measured."),
  range: z
    .number()
    .nullable()
    .default(null)
    .describe("The range between the least and the largest mean, in the output's unit; null: not known."),
  is_own: z.boolean().default(false).describe("True: the emulator's own equations compute its mean."),
});

/** These are the files of a complete export, and how closely they follow the emulator. */
export const exportResult = z.object({
  network: z
    .object({
      hidden: z.array(z.int()).describe("The width of each hidden layer."),
      wanted_share: z
        .number()
        .describe("The largest error that was allowed, as a share of the emulator's own error."),
      holds: z.boolean().describe("True: no output's error exceeds that share."),
    })
    .nullable()
    .describe(
      "The network that stands for the emulator. Null: the file computes what the emulator computes, to rounding.",
    ),
  has_bounds: z.boolean().describe("True: the file also computes the 95% bounds."),
  compared_points: z.int().describe("The number of points at which the differences were measured."),
  outputs: z
    .array(exportedOutput)
    .describe("The outputs of the file and how far it differs from the emulator."),
  self_test: z.string().describe("The one command that compares the file with its test vectors."),
});
export type ExportResult = z.infer<typeof exportResult>;

/** The step that an export is in. */
export const exportStep = z.object({
  name: z
    .enum(["read", "predict", "fit", "compare", "write"])
    .describe("The kind of work that the step does."),
  number: z.int().describe("The number of the step, from 1."),
  count: z
    .int()
    .nullable()
    .describe("The number of steps. It is null while the emulator has not been read, on which it depends."),
  share: z.number().describe("The part of this step that is done, 0 .. 1."),
});
export type ExportStep = z.infer<typeof exportStep>;

const file = z.object({
  name: z.string(),
  href: z.string().describe("The address to download it from."),
  size_bytes: z.int().describe("Its size in bytes."),
});

export const emulatorExport = z.object({
  id: z.string(),
  job_id: z.int(),
  emulator_version: z.int().describe("The export holds the job's emulator of this version."),
  format: exportFormat.describe("The format of the file."),
  options: exportOptions.describe("The options that it was requested with."),
  state: z.enum(["queued", "running", "complete", "failed"]).describe("Where the export stands."),
  progress: z.number().describe("0 .. 1."),
  step: exportStep.nullable().describe("The step that is being done; null unless it is running."),
  remaining_seconds: z
    .number()
    .nullable()
    .describe("Seconds that it takes at the most from now on: it never grows. Null while that is not known."),
  is_ahead: z
    .boolean()
    .describe("It was begun before anybody asked for it, and waits whenever a job needs the processor."),
  text: z.string().describe("A sentence that says what is being done, or why the export failed."),
  creation_time: z.iso.datetime(),
  file: file.nullable().describe("The file; null until it is complete."),
  model: file
    .nullable()
    .describe("The model without its test vectors, where it is a single file, as of Verilog-A."),
  result: exportResult
    .nullable()
    .describe("What was written and how closely it follows the emulator; null until it is complete."),
});
export type EmulatorExport = z.infer<typeof emulatorExport>;

const exportParams = jobParams.extend({
  export_id: z
    .string()
    .regex(/^[0-9a-f]{16}$/, "Not an export")
    .describe("The `id` of an export."),
});

export const emulatorExportRoutes = {
  createExport: route({
    method: "POST",
    path: "/jobs/{job_id}/emulator/exports",
    summary: "Export the emulator as a file for another program; one that exists is answered as it is",
    audience: "user",
    params: jobParams,
    body: z.object({
      format: exportFormat.describe("The format of the file to make."),
      options: exportOptions.prefault({}).describe("Options that are left out take their defaults."),
    }),
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
