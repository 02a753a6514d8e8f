import type { Optimization } from "@understudy/shared/api/optimization.ts";
import type { FoundDesign, RecordedDesign } from "./search-ports.ts";

/** The result so far of an optimization. */
export type SearchFound = Pick<Optimization, "evaluations" | "path" | "goals" | "front"> & {
  readonly otherEvaluations: number;
  /** At the end, of the best design. */
  readonly importance?: Optimization["importance"];
  /** Null while it runs. */
  readonly stopReason: Optimization["stop_reason"];
  readonly maxima: FoundDesign[];
  readonly robust: FoundDesign | null;
  /** Those that were not reported before. */
  readonly recorded: RecordedDesign[];
};
