/** The orders of a sampling, and the message with its result: see messages.ts. */
import { sampling } from "@understudy/shared/api/sampling.ts";
import { z } from "zod";
import { recordedDesign } from "./result-messages.ts";
import type { EmulatorSamplingWork, Sampled, ServerSamplingWork } from "./sampling-ports.ts";
import { searchWork } from "./work-messages.ts";

const samplingWork = searchWork
  .pick({
    workDir: true,
    model: true,
    variables: true,
    score: true,
    seed: true,
    maximum: true,
    warmStart: true,
    relation: true,
  })
  .extend({
    walkers: z.int(),
    stretchProbability: z.number(),
    isInSpecOnly: z.boolean(),
    isExtended: z.boolean(),
  });
const emulatorSamplingWork = samplingWork.extend({
  emulator: z.string(),
  includesUncertainty: z.boolean(),
}) satisfies z.ZodType<EmulatorSamplingWork>;
const serverSamplingWork = samplingWork.extend({
  emulator: z.null(),
  screeningEmulator: z.string().nullable(),
}) satisfies z.ZodType<ServerSamplingWork>;

export const SAMPLING_ORDERS = [
  z.object({ type: z.literal("sample-emulator"), work: emulatorSamplingWork }),
  z.object({ type: z.literal("sample-servers"), work: serverSamplingWork }),
] as const;

const sampled = sampling
  .omit({ is_simulated: true, includes_uncertainty: true, emulator: true })
  .extend({ recorded: z.array(recordedDesign) }) satisfies z.ZodType<Sampled>;

export const SAMPLING_RESULT = z.object({ type: z.literal("sampled"), sampled });
