import { z } from "zod";
import type { Feature } from "../data/columns.ts";
import { createArrayWriter, unpack } from "./binary.ts";
import type { EnsembleParts } from "./ensemble.ts";

const KIND = "emulator";
const VERSION = 2;

/** A number that stands for an array of the file. */
const array = z.int().nonnegative();

const scaleSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("identity") }),
  z.object({ kind: z.literal("log") }),
  z.object({ kind: z.literal("asinh"), unit: z.number() }),
  z.object({ kind: z.literal("power"), exponent: z.number() }),
  z.object({ kind: z.literal("logit") }),
]);

const featureSchema: z.ZodType<Feature> = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("value"),
    input: z.int(),
    scale: scaleSchema,
    centre: z.number(),
    deviation: z.number(),
    lowest: z.number(),
    highest: z.number(),
  }),
  z.object({
    kind: z.literal("level"),
    input: z.int(),
    level: z.int(),
    centre: z.number(),
    deviation: z.number(),
  }),
]);

const inputSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("continuous"),
    name: z.string(),
    used: z.boolean(),
    counts: z.array(z.int()),
    minimum: z.number(),
    maximum: z.number(),
    scale: scaleSchema,
  }),
  z.object({
    kind: z.literal("categorical"),
    name: z.string(),
    used: z.boolean(),
    counts: z.array(z.int()),
    levels: z.array(z.string()),
  }),
]);

export const shapeSchema = z.object({ inputs: z.int(), hidden: z.array(z.int()), outputs: z.int() });

const headerSchema = z.object({
  inputs: z.array(inputSchema),
  features: z.array(featureSchema),
  noise: array,
  surroundings: z.object({ rows: array, distances: array }),
  members: z.array(
    z.object({ shape: shapeSchema, features: array, parameters: array, targets: array, weights: array }),
  ),
  outputs: z.array(
    z.object({
      name: z.string(),
      size: z.int(),
      coordinate: z.string().nullable(),
      scale: scaleSchema,
      lowest: z.number(),
      highest: z.number(),
      spreadFactor: z.number(),
      coefficientOfDetermination: z.number(),
      coverage: z.number(),
      validationValues: z.int(),
      knots: array,
      centres: array,
      deviations: array,
      targets: array,
      basis: array,
      remainder: array,
      widths: array,
      coefficientsOfDetermination: array,
      families: z.array(
        z.object({
          family: z.enum(["mean", "linear", "gaussian-process", "network"]),
          weight: z.number(),
          coefficientOfDetermination: z.number().nullable(),
        }),
      ),
      reason: z.string(),
      calibration: z.object({ expected: array, observed: array, meanAbsoluteError: z.number() }),
      learningCurve: z.object({ rows: array, coefficientsOfDetermination: array }).nullable(),
    }),
  ),
});

export function serialiseEnsemble(parts: EnsembleParts): Uint8Array {
  const writer = createArrayWriter();
  const header: z.infer<typeof headerSchema> = {
    inputs: parts.inputs.map((input) => {
      const counts = [...input.counts];
      return input.kind === "categorical"
        ? { ...input, counts, levels: [...input.levels] }
        : { ...input, counts };
    }),
    features: [...parts.features],
    noise: writer.add(parts.noise),
    surroundings: {
      rows: writer.add(parts.surroundings.rows),
      distances: writer.add(parts.surroundings.distances),
    },
    members: parts.members.map((member) => ({
      shape: { ...member.shape, hidden: [...member.shape.hidden] },
      features: writer.add(member.features),
      parameters: writer.add(member.parameters),
      targets: writer.add(member.targets),
      weights: writer.add(member.weights),
    })),
    outputs: parts.outputs.map((output) => ({
      ...output,
      knots: writer.add(output.knots),
      centres: writer.add(output.centres),
      deviations: writer.add(output.deviations),
      targets: writer.add(output.targets),
      basis: writer.add(output.basis),
      remainder: writer.add(output.remainder),
      widths: writer.add(output.widths),
      coefficientsOfDetermination: writer.add(output.coefficientsOfDetermination),
      families: [...output.families],
      calibration: {
        ...output.calibration,
        expected: writer.add(output.calibration.expected),
        observed: writer.add(output.calibration.observed),
      },
      learningCurve: output.learningCurve && {
        rows: writer.add(output.learningCurve.rows),
        coefficientsOfDetermination: writer.add(output.learningCurve.coefficientsOfDetermination),
      },
    })),
  };
  return writer.pack(KIND, VERSION, header);
}

/** @throws Error, a sentence for the user, when the bytes are damaged or of a version this program does not know. */
export function readEnsemble(bytes: Uint8Array): EnsembleParts {
  const { version, header, array } = unpack(KIND, bytes);
  if (version !== VERSION) throw new Error("This emulator was made by another version of Understudy.");
  const read = headerSchema.safeParse(header);
  if (!read.success) throw new Error("This is not a complete emulator file.");
  return {
    inputs: read.data.inputs,
    features: read.data.features,
    noise: array(read.data.noise),
    surroundings: {
      rows: array(read.data.surroundings.rows),
      distances: array(read.data.surroundings.distances),
    },
    members: read.data.members.map((member) => ({
      shape: member.shape,
      features: Int32Array.from(array(member.features)),
      parameters: array(member.parameters),
      targets: Int32Array.from(array(member.targets)),
      weights: array(member.weights),
    })),
    outputs: read.data.outputs.map((output) => ({
      ...output,
      knots: array(output.knots),
      centres: array(output.centres),
      deviations: array(output.deviations),
      targets: Int32Array.from(array(output.targets)),
      basis: array(output.basis),
      remainder: array(output.remainder),
      widths: array(output.widths),
      coefficientsOfDetermination: array(output.coefficientsOfDetermination),
      calibration: {
        ...output.calibration,
        expected: array(output.calibration.expected),
        observed: array(output.calibration.observed),
      },
      learningCurve: output.learningCurve && {
        rows: array(output.learningCurve.rows),
        coefficientsOfDetermination: array(output.learningCurve.coefficientsOfDetermination),
      },
    })),
  };
}
