/** The messages with which a child reports results, and the messages with stored simulations: see messages.ts. */
import { predictedDesign } from "@understudy/shared/api/optimization.ts";
import { measuredQuality, trainingEnd } from "@understudy/shared/domain/emulator-quality.ts";
import { simulationInputs, simulationOutputs } from "@understudy/shared/domain/simulation.ts";
import { z } from "zod";
import type { StoredEmulator } from "./ports.ts";
import type { Prediction } from "./run-ports.ts";
import type { FoundDesign, RecordedDesign, SimulationScore, StoredSimulation } from "./search-ports.ts";

export const storedEmulator = z.object({
  file: z.string(),
  outputs: z.array(z.string()).readonly(),
  quality: measuredQuality,
  stopReason: trainingEnd,
}) satisfies z.ZodType<StoredEmulator>;

export const storedSimulation = z.object({
  index: z.int(),
  inputs: simulationInputs,
  state: z.enum(["open", "complete", "failed"]),
  outputs: simulationOutputs.nullable(),
  isScored: z.boolean(),
}) satisfies z.ZodType<StoredSimulation>;
export const simulationScore = z.object({
  index: z.int(),
  score: z.number().nullable(),
  inSpec: z.boolean().nullable(),
  problem: z.string().nullable(),
}) satisfies z.ZodType<SimulationScore>;

export const foundDesign = predictedDesign.omit({ simulation_id: true, is_simulated: true }).extend({
  index: z.int().nullable(),
}) satisfies z.ZodType<FoundDesign>;
export const recordedDesign = z.object({
  index: z.int(),
  design: foundDesign,
  curves: z.record(z.string(), z.array(z.number())),
}) satisfies z.ZodType<RecordedDesign>;
export const prediction = z.object({
  outputs: z.record(z.string(), z.number()),
  score: z.number().nullable(),
  inSpec: z.boolean().nullable(),
}) satisfies z.ZodType<Prediction>;
