/** The state of an estimate of the yield as bytes, to go on from it after its process has ended. */
import { z } from "zod";
import { packPlain, unpackPlain } from "../../models/plain-data.ts";
import type { ImportanceState } from "./importance-sampling.ts";
import type { Rated } from "./limit-state.ts";
import type { SubsetState } from "./subset-simulation.ts";
import type { CornerState } from "./worst-corner.ts";
import type { YieldStage, YieldState } from "./yield-state.ts";

const KIND = "yield";
/** To be raised whenever a step changes: older states are then set aside. */
const VERSION = 2;

const isObject = (value: unknown): boolean => typeof value === "object" && value !== null;
const list = <T>() => z.custom<T[]>(Array.isArray);
const objectOrNull = <T>() => z.custom<T>(isObject).nullable();

// The version ensures that the parts were written by code that computes the same.
const stateSchema = z.object({
  stage: z.custom<YieldStage>((value) => typeof value === "string"),
  elapsed: z.number(),
  evaluations: z.int(),
  replicates: list<Rated>(),
  subset: objectOrNull<SubsetState>(),
  importance: objectOrNull<ImportanceState>(),
  runs: list<number>(),
  repeat: objectOrNull<SubsetState>(),
  corner: objectOrNull<CornerState>(),
  isLate: z.boolean(),
}) satisfies z.ZodType<YieldState>;

export const writeYieldState = (state: YieldState): Uint8Array => packPlain(KIND, VERSION, state);

/** Null when there is none, or one that this program cannot go on from. */
export function readYieldState(bytes: Uint8Array | null): YieldState | null {
  if (bytes === null) return null;
  return stateSchema.safeParse(unpackPlain(KIND, VERSION, bytes)).data ?? null;
}
