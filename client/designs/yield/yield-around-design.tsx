import type { Job } from "@understudy/shared/api/job.ts";
import type { Optimization } from "@understudy/shared/api/optimization.ts";
import { expandColumns, type Looks } from "../quantities.ts";
import type { ShownDesign } from "../shown-designs.ts";
import { distributionsAround, INITIAL_SPREAD_PERCENT } from "./initial-distributions.ts";
import { YieldSection } from "./yield-section.tsx";

type Props = {
  readonly job: Job;
  readonly optimization: Optimization;
  readonly shown: ShownDesign;
  readonly looks: Looks;
};

/** The yield of designs that are built after one that an optimization on an emulator has found. */
export function YieldAroundDesign({ job, optimization, shown, looks }: Props) {
  if (optimization.stop_reason === null || optimization.is_simulated) return null;
  const { title, design } = shown;
  const at = expandColumns(design.inputs);
  return (
    <YieldSection
      key={JSON.stringify(at)}
      job={job}
      around={{ name: `the ${title.charAt(0).toLowerCase()}${title.slice(1)}`, design: at }}
      distributions={distributionsAround(at, looks, INITIAL_SPREAD_PERCENT)}
      looks={looks}
      needsLeastScore={optimization.maxima[0]?.in_spec === null}
      emulatorJobId={optimization.emulator?.job_id ?? null}
    />
  );
}
