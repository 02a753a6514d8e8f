import type { FailingRegion, OutOfSpec, OutOfSpecPoint } from "@understudy/shared/api/out-of-spec.ts";
import type { FoundDesign, RecordedDesign } from "./search-ports.ts";

/** The result so far of a search for designs out of spec. */
export type RegionsFound = Pick<
  OutOfSpec,
  "evaluations" | "simulations" | "is_distributed" | "stop_reason" | "shares" | "false_alarms"
> & {
  readonly regions: (Omit<FailingRegion, "worst"> & { readonly worst: FoundDesign })[];
  readonly points: (Omit<OutOfSpecPoint, "simulation_id"> & Pick<FoundDesign, "index">)[];
  /** Those that were not reported before. */
  readonly recorded: RecordedDesign[];
};
