/** The orders of a search for designs out of spec, and the message with its result: see messages.ts. */
import { failingRegion, outOfSpec } from "@understudy/shared/api/out-of-spec.ts";
import { z } from "zod";
import type { RegionsFound } from "./out-of-spec-ports.ts";
import { foundDesign, recordedDesign } from "./result-messages.ts";
import { emulatorSearchWork, serverSearchWork } from "./work-messages.ts";

export const OUT_OF_SPEC_ORDERS = [
  /** `verifies`: simulations follow, so that nothing is recorded. */
  z.object({ type: z.literal("find-out-of-spec"), work: emulatorSearchWork, verifies: z.boolean() }),
  z.object({ type: z.literal("verify-out-of-spec"), work: z.union([serverSearchWork, emulatorSearchWork]) }),
] as const;

const foundPoint = outOfSpec.shape.points.element.omit({ simulation_id: true });
const regionsFound = outOfSpec
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

/** `isOver`: no more follow; a verification may then go on. */
export const OUT_OF_SPEC_RESULT = z.object({
  type: z.literal("regions"),
  result: regionsFound,
  isOver: z.boolean(),
});
