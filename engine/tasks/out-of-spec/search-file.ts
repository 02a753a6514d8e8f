/** The state of a search for failing designs as bytes, to go on from it after its process has ended. */
import { z } from "zod";
import { type CheckpointCodec, createCheckpointCodec } from "../staged/checkpoint-codec.ts";
import type { Descents } from "./descent.ts";
import type { ScoredPoint } from "./level-set.ts";
import type { Region } from "./region.ts";
import type { FailingShares, SpecSearchState } from "./search-state.ts";

const SEARCH_FILE_KIND = "search for failing designs";
/** To be raised whenever a step of the search changes: older states are then set aside. */
const SEARCH_FILE_VERSION = 1;

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;
const list = <T>() => z.custom<T[]>(Array.isArray);
const objectOrNull = <T>() => z.custom<T>(isObject).nullable();

// The version ensures that the parts were written by code that computes the same.
const stateSchema = z.object({
  stage: z.enum(["screening", "descents", "components", "regions", "done"]),
  evaluations: z.int(),
  elapsed: z.number(),
  scores: z.instanceof(Float64Array),
  shares: objectOrNull<FailingShares>(),
  descents: objectOrNull<Descents>(),
  minima: list<ScoredPoint>(),
  parts: list<ScoredPoint[]>(),
  regions: list<Region>(),
  stopReason: z.enum(["converged", "exhausted", "time limit"]).nullable(),
}) satisfies z.ZodType<SpecSearchState>;

export const SPEC_SEARCH_CODEC: CheckpointCodec<SpecSearchState> = createCheckpointCodec(
  SEARCH_FILE_KIND,
  SEARCH_FILE_VERSION,
  stateSchema,
);
