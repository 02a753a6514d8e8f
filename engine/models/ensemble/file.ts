/** The file of an emulator: its parts as they are, every array of numbers once. */

import { validationMethod } from "@understudy/shared/domain/cross-validation.ts";
import { finding } from "@understudy/shared/domain/finding.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import { z } from "zod";
import type { Feature } from "../../dataset/columns.ts";
import { scaleSchema } from "../../dataset/scaling.ts";
import { unpack } from "../binary.ts";
import { fromEmulator4 } from "../earlier-names.ts";
import { noEmptyCorners } from "../extrapolation/empty-corners.ts";
import { packPlain, unpackPlain } from "../plain-data.ts";
import { fromEmulator5, fromEmulator6, fromEmulator7 } from "./earlier-versions.ts";
import { asEmulatorParts, type EmulatorParts } from "./parts.ts";

const FILE_KIND = "emulator";
/** Up to version 7 a file held one ensemble; now it holds an ensemble for each set of outputs that are defined in the same rows. */
const FILE_VERSION = 8;

const doubles = z.instanceof(Float64Array);
const integers = z.instanceof(Int32Array);

const featureSchema: z.ZodType<Feature> = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("value"),
    input: z.int(),
    scale: scaleSchema,
    centre: z.number(),
    deviation: z.number(),
    lowest: z.number(),
    highest: z.number(),
  }),
  z.strictObject({
    kind: z.literal("level"),
    input: z.int(),
    level: z.int(),
    centre: z.number(),
    deviation: z.number(),
  }),
]);

const inputSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("continuous"),
    name: z.string(),
    used: z.boolean(),
    counts: z.array(z.int()),
    minimum: z.number(),
    maximum: z.number(),
    scale: scaleSchema,
    followers: z.array(
      z.strictObject({ name: z.string(), knots: doubles, values: doubles, share: z.number() }),
    ),
    gap: z.strictObject({ from: z.number(), to: z.number() }).nullable().default(null),
  }),
  z.strictObject({
    kind: z.literal("categorical"),
    name: z.string(),
    used: z.boolean(),
    counts: z.array(z.int()),
    levels: z.array(z.string()),
  }),
]);

const networkSchema = z.strictObject({
  shape: z.strictObject({
    inputs: z.int(),
    hidden: z.array(z.int()),
    outputs: z.int(),
    activation: z.enum(["tanh", "silu"]).optional(),
  }),
  features: integers,
  parameters: doubles,
});

const gaussianSchema = z.strictObject({
  family: z.enum(["squared-exponential", "matern-5/2", "matern-3/2"]),
  count: z.int(),
  width: z.int(),
  inputs: doubles,
  discontinuities: doubles,
  inputWarps: doubles,
  inverseLengths: doubles,
  strengths: doubles,
  componentInverseLengths: doubles,
  factors: doubles,
  signalVariance: z.number(),
  noise: z.number(),
  weights: doubles,
  terms: integers,
  coefficients: doubles,
  anchors: integers,
  explained: doubles,
  unexplainedShare: z.number(),
  uncertain: doubles,
  trendWeights: doubles,
  trendRoot: doubles,
});

const polynomialSchema = z.strictObject({
  middles: doubles,
  reaches: doubles,
  terms: integers,
  coefficients: doubles,
});

const modelSchema = z.discriminatedUnion("family", [
  z.strictObject({ family: z.literal("network"), model: networkSchema }),
  z.strictObject({ family: z.literal("gaussian-process"), model: gaussianSchema }),
  z.strictObject({ family: z.literal("polynomial"), model: polynomialSchema }),
]);

const targetSchema = z.strictObject({
  members: z.array(
    z.strictObject({
      weight: z.number(),
      disagreementWeight: z.number(),
      varianceWeight: z.number(),
      models: integers,
      outputs: integers,
      foldWeights: doubles,
    }),
  ),
  typicalFoldVariance: z.number(),
});

const outputSchema = z.strictObject({
  name: z.string(),
  size: z.int(),
  coordinate: z.string().nullable(),
  knots: doubles,
  scale: scaleSchema,
  centres: doubles,
  deviations: doubles,
  lowest: z.number(),
  highest: z.number(),
  lowestBound: z.number(),
  highestBound: z.number(),
  targets: integers,
  basis: doubles,
  truncationVariance: doubles,
  errorModel: z.strictObject({
    constant: doubles,
    varianceScale: z.number(),
    disagreementScale: z.number(),
    heteroscedasticity: z
      .strictObject({ terms: integers, coefficients: doubles, lowest: z.number(), highest: z.number() })
      .nullable(),
  }),
  extrapolationModel: z
    .strictObject({
      growth: z.number(),
      excessGrowth: z.number(),
      leverageWeight: z.number(),
      returnSpan: z.number(),
      variation: z.strictObject({
        distances: doubles,
        meanSquares: doubles,
        low: z.number(),
        high: z.number(),
      }),
      // Files of earlier programs have none.
      evidence: z.strictObject({ share: z.number().positive(), reach: z.number() }).nullable().default(null),
    })
    .nullable(),
  below: doubles,
  above: doubles,
  coefficientOfDetermination: z.number(),
  coefficientsOfDetermination: doubles,
  // Files of earlier programs have none.
  logAccuracy: z
    .strictObject({
      coefficientOfDetermination: z.number(),
      coefficientsOfDetermination: doubles.nullable().default(null),
      values: z.int(),
      leftOut: z.int(),
    })
    .nullable()
    .default(null),
  // Files of earlier programs have none.
  spread: doubles.nullable().default(null),
  coverage: z.number(),
  // Files of earlier programs have none.
  rowCounts: z.strictObject({ training: z.int(), validation: z.int() }).nullable().default(null),
  // Earlier programs held the validation rows out of all fits.
  validationMethod: validationMethod.default("held-out rows"),
  validationValues: z.int(),
  families: z.array(
    z.strictObject({
      family: z.enum(["mean", "linear", "polynomial", "gaussian-process", "network"]),
      weight: z.number(),
      coefficientOfDetermination: z.number().nullable(),
    }),
  ),
  reason: z.string(),
  // Files of earlier programs have none.
  findings: z.array(finding).default([]),
  calibration: z.strictObject({ expected: doubles, observed: doubles, meanAbsoluteError: z.number() }),
  // Files of earlier programs have none.
  jointBand: z.strictObject({ factor: z.number(), coverage: z.number() }).nullable().default(null),
  learningCurve: z.strictObject({ rows: doubles, coefficientsOfDetermination: doubles }).nullable(),
  // Files of earlier programs have none.
  suspicious: z.strictObject({ rows: integers, checkedRows: z.int() }).nullable().default(null),
  // Files of earlier programs have none.
  outOfSample: z
    .strictObject({ rows: integers, mean: doubles, lower: doubles, upper: doubles })
    .nullable()
    .default(null),
});

const partsSchema = z.strictObject({
  inputs: z.array(inputSchema),
  features: z.array(featureSchema),
  referenceRows: z.strictObject({ whitening: doubles, rows: doubles, spacings: doubles }),
  // Files of earlier programs have none.
  emptyCorners: z
    .strictObject({ features: integers, sides: integers, limits: doubles })
    .default(noEmptyCorners),
  leverage: polynomialSchema.nullable(),
  models: z.array(modelSchema),
  targets: z.array(targetSchema),
  outputs: z.array(outputSchema),
});

const joinedSchema = z.strictObject({
  inputs: z.array(inputSchema),
  outputNames: z.array(z.string()),
  ensembles: z.array(partsSchema).min(1),
});

/**
 * The function that turns the one ensemble as an earlier version stored it into its parts as they are today, by
 * version.
 */
const UPGRADE_BY_VERSION: ReadonlyMap<number, (stored: unknown) => unknown> = new Map([
  [4, (stored) => fromEmulator7(fromEmulator6(fromEmulator5(fromEmulator4(stored))))],
  [5, (stored) => fromEmulator7(fromEmulator6(fromEmulator5(stored)))],
  [6, (stored) => fromEmulator7(fromEmulator6(stored))],
  [7, fromEmulator7],
]);

export const writeEmulatorFile = (parts: EmulatorParts): Uint8Array =>
  packPlain(FILE_KIND, FILE_VERSION, parts);

/** @throws UserError when the bytes are damaged or of a version this program does not know. */
export function readEmulatorFile(bytes: Uint8Array): EmulatorParts {
  const { version } = unpack(FILE_KIND, bytes);
  const stored = unpackPlain(FILE_KIND, version, bytes);
  if (version === FILE_VERSION) return complete(joinedSchema.safeParse(stored));
  const upgrade = UPGRADE_BY_VERSION.get(version);
  if (upgrade === undefined) {
    throw new UserError("This emulator was made by another version of Understudy: train it again.");
  }
  return asEmulatorParts(complete(partsSchema.safeParse(upgrade(stored))));
}

/** @throws UserError where the file does not hold what it should. */
function complete<Parts>(read: z.ZodSafeParseResult<Parts>): Parts {
  if (!read.success) throw new UserError("This is not a complete emulator file.");
  return read.data;
}
