/** The fitted state of a search on servers as bytes, to continue after its process has ended. */
import { z } from "zod";
import { type CheckpointCodec, createCheckpointCodec } from "../../staged/checkpoint-codec.ts";
import type { BayesianCheckpoint } from "../bayesian/optimiser.ts";

const SEARCH_FILE_KIND = "search on servers";
/** Raise this whenever the optimiser's state changes: states of other versions are not continued. */
const SEARCH_FILE_VERSION = 3;

// The parts are not checked in depth: the version ensures that the same code wrote them.
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

export const SERVER_SEARCH_CODEC: CheckpointCodec<BayesianCheckpoint> = createCheckpointCodec(
  SEARCH_FILE_KIND,
  SEARCH_FILE_VERSION,
  checkpointSchema,
);
