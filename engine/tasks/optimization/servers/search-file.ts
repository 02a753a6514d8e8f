/** The fitted state of a search on servers as bytes, to continue after its process has ended. */
import { z } from "zod";
import { packPlain, unpackPlain } from "../../../models/plain-data.ts";
import type { BayesianCheckpoint } from "../bayesian/optimiser.ts";

const SEARCH_FILE_KIND = "search on servers";
/** To be raised whenever the optimiser's state changes: older states are then set aside. */
const SEARCH_FILE_VERSION = 3;

// The version ensures that the parts were written by code that computes the same.
const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;
const part = <T>() => z.custom<T>(isObject);
const checkpointSchema = z.object({
  record: part<BayesianCheckpoint["record"]>(),
  models: part<BayesianCheckpoint["models"]>(),
  region: part<BayesianCheckpoint["region"]>(),
  basins: part<BayesianCheckpoint["basins"]>(),
  walk: part<BayesianCheckpoint["walk"]>(),
  processed: z.int(),
  incumbent: part<NonNullable<BayesianCheckpoint["incumbent"]>>().nullable(),
}) satisfies z.ZodType<BayesianCheckpoint>;

export const writeServerSearch = (checkpoint: BayesianCheckpoint): Uint8Array =>
  packPlain(SEARCH_FILE_KIND, SEARCH_FILE_VERSION, checkpoint);

/** Null when there is none, or one that this program cannot go on from. */
export function readServerSearch(bytes: Uint8Array | null): BayesianCheckpoint | null {
  if (bytes === null) return null;
  return checkpointSchema.safeParse(unpackPlain(SEARCH_FILE_KIND, SEARCH_FILE_VERSION, bytes)).data ?? null;
}
