/** The orders of an optimization, and the message with its result: see messages.ts. */
import { optimization, optimizationEnd } from "@understudy/shared/api/optimization.ts";
import { z } from "zod";
import type { SearchFound } from "./optimization-ports.ts";
import { foundDesign, recordedDesign } from "./result-messages.ts";
import { emulatorSearchWork, serverSearchWork } from "./work-messages.ts";

export const OPTIMIZATION_ORDERS = [
  z.object({ type: z.literal("search-emulator"), work: emulatorSearchWork }),
  z.object({ type: z.literal("search-servers"), work: serverSearchWork }),
] as const;

const searchFound = z.object({
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

export const OPTIMIZATION_RESULT = z.object({ type: z.literal("found"), result: searchFound });
