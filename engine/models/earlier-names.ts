/**
 * Files that were written with other property names for the same data: emulators of version 4 and training checkpoints of
 * version 5. These names occur nowhere else.
 */
import { z } from "zod";
import { renameKeys } from "./plain-data.ts";

const OF_MODELS = [
  ["bends", "inputWarps"],
  ["breaks", "discontinuities"],
] as const;

const OF_EMULATORS: ReadonlyMap<string, string> = new Map([
  ...OF_MODELS,
  ["factor", "heteroscedasticity"],
  ["knows", "varianceWeight"],
  ["ofDisagreement", "disagreementScale"],
  ["ofVariance", "varianceScale"],
  ["remainder", "truncationVariance"],
  ["say", "disagreementWeight"],
  ["shares", "foldWeights"],
  ["surroundings", "referenceRows"],
  ["usualSpread", "typicalFoldVariance"],
  ["voices", "members"],
]);

const OF_CHECKPOINTS: ReadonlyMap<string, string> = new Map([
  ...OF_MODELS,
  ["calm", "stalledSteps"],
  ["isLight", "skipsRefits"],
  ["keptOut", "heldOut"],
  ["lesson", "task"],
  ["rival", "bestStart"],
  ["share", "subsample"],
  ["voice", "candidate"],
]);

/** The parts of an emulator of version 4 under their current names. */
export function fromEmulator4(stored: unknown): unknown {
  return renameKeys(stored, (key, value) => {
    // The error model of an output; the standard deviation of a feature has kept the name.
    if (key === "deviation" && typeof value === "object") return "errorModel";
    return OF_EMULATORS.get(key) ?? key;
  });
}

const entriesSchema = z.array(z.tuple([z.string(), z.unknown()]));
const checkpointSchema = z.looseObject({ results: entriesSchema, unfinished: entriesSchema });

/** The state of a checkpoint of version 5 under its current names; undefined where it is no such state. */
export function fromCheckpoint5(stored: unknown): unknown {
  const read = checkpointSchema.safeParse(renameKeys(stored, checkpointName));
  if (!read.success) return undefined;
  const { results, unfinished, ...rest } = read.data;
  return { ...rest, results: results.map(withCurrentKey), unfinished: unfinished.map(withCurrentKey) };
}

/** "learnt" was the list of all results, and the result of an unfinished fit. */
function checkpointName(key: string, value: unknown): string {
  if (key === "learnt") return Array.isArray(value) ? "results" : "result";
  return OF_CHECKPOINTS.get(key) ?? key;
}

/** The keys of results are their tasks as JSON. */
function withCurrentKey([key, value]: [string, unknown]): [string, unknown] {
  return [JSON.stringify(renameKeys(JSON.parse(key), checkpointName)), value];
}
