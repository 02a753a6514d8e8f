/** The state of a search as bytes, to go on from it after its process has ended. */
import { z } from "zod";
import { type CheckpointCodec, createCheckpointCodec } from "../../staged/checkpoint-codec.ts";
import type { Front } from "./front.ts";
import type { ParallelRuns } from "./parallel-runs.ts";
import type { Polish, PolishScale } from "./polish.ts";
import type { RatedPoint } from "./rated-points.ts";
import type { Improvement, SearchState, Stage } from "./search-state.ts";

const SEARCH_FILE_KIND = "emulator search";
/** To be raised whenever a step of the search changes: older states are then set aside. */
const SEARCH_FILE_VERSION = 1;

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;
const list = <T>() => z.custom<T[]>(Array.isArray);
const objectOrNull = <T>() => z.custom<T>(isObject).nullable();

// The version ensures that the parts were written by code that computes the same.
const stateSchema = z.object({
  stage: z.custom<Stage>((value) => typeof value === "string"),
  evaluations: z.int(),
  otherEvaluations: z.int(),
  elapsed: z.number(),
  screened: z.int(),
  pool: list<RatedPoint>(),
  scale: z.custom<PolishScale>(isObject),
  path: list<Improvement>(),
  runs: objectOrNull<ParallelRuns>(),
  ended: list<RatedPoint>(),
  maxima: list<RatedPoint>(),
  unimproved: z.int(),
  polishes: list<Polish>(),
  rounds: z.int(),
  robust: objectOrNull<RatedPoint>(),
  front: objectOrNull<Front>(),
  stopReason: z.enum(["converged", "evaluation limit", "time limit"]).nullable(),
}) satisfies z.ZodType<SearchState>;

export const SEARCH_CODEC: CheckpointCodec<SearchState> = createCheckpointCodec(
  SEARCH_FILE_KIND,
  SEARCH_FILE_VERSION,
  stateSchema,
);
