/** The messages with which a child reports results, and the messages with stored simulations: see messages.ts. */
import { optimization, optimizationEnd, predictedDesign } from "@understudy/shared/api/optimization.ts";
import { failingRegion, outOfSpec } from "@understudy/shared/api/out-of-spec.ts";
import { sampling } from "@understudy/shared/api/sampling.ts";
import { measuredQuality, trainingEnd } from "@understudy/shared/domain/emulator-quality.ts";
import { simulationInputs, simulationOutputs } from "@understudy/shared/domain/simulation.ts";
import { z } from "zod";
import type { Sampled } from "./objectives/sampling/ports.ts";
import type { StoredEmulator } from "./ports.ts";
import type { Prediction } from "./run-ports.ts";
import type {
  FoundDesign,
  RecordedDesign,
  RegionsFound,
  SearchFound,
  SimulationScore,
  StoredSimulation,
} from "./search-ports.ts";

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

const foundDesign = predictedDesign.omit({ simulation_id: true, is_simulated: true }).extend({
  index: z.int().nullable(),
}) satisfies z.ZodType<FoundDesign>;
const recordedDesign = z.object({
  index: z.int(),
  design: foundDesign,
  curves: z.record(z.string(), z.array(z.number())),
}) satisfies z.ZodType<RecordedDesign>;
export const searchFound = z.object({
  evaluations: z.int(),
  otherEvaluations: z.int(),
  path: z.array(
    z.object({ evaluations: z.int(), score: z.number().nullable(), violation: z.number().nullable() }),
  ),
  stopReason: optimizationEnd.nullable(),
  maxima: z.array(foundDesign),
  robust: foundDesign.nullable(),
  importance: optimization.shape.importance.exactOptional(),
  goals: z.array(z.string()),
  front: optimization.shape.front,
  recorded: z.array(recordedDesign),
}) satisfies z.ZodType<SearchFound>;

export const sampled = sampling
  .omit({ is_simulated: true, includes_uncertainty: true, emulator: true })
  .extend({ recorded: z.array(recordedDesign) }) satisfies z.ZodType<Sampled>;
const foundPoint = outOfSpec.shape.points.element.omit({ simulation_id: true });
export const regionsFound = outOfSpec
  .pick({
    evaluations: true,
    simulations: true,
    is_distributed: true,
    stop_reason: true,
    shares: true,
    false_alarms: true,
  })
  .extend({
    regions: z.array(failingRegion.extend({ worst: foundDesign })),
    points: z.array(foundPoint.extend({ index: z.int().nullable() })),
    recorded: z.array(recordedDesign),
  }) satisfies z.ZodType<RegionsFound>;
export const prediction = z.object({
  outputs: z.record(z.string(), z.number()),
  score: z.number().nullable(),
  inSpec: z.boolean().nullable(),
}) satisfies z.ZodType<Prediction>;
