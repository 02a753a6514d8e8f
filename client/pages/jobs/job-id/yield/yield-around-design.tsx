import type { Job } from "@understudy/shared/api/job.ts";
import type { Optimization } from "@understudy/shared/api/optimization.ts";
import { columnsOf, type Looks } from "../optimization/quantities.ts";
import type { Shown } from "../optimization/shown-designs.ts";
import { distributionsAround, FIRST_SPREAD } from "./initial-distributions.ts";
import { YieldSection } from "./yield-section.tsx";

type Props = {
  readonly job: Job;
  readonly found: Optimization;
  readonly shown: Shown;
  readonly looks: Looks;
};

/** The yield of designs that are built after one that an optimization on an emulator has found. */
export function YieldAroundDesign({ job, found, shown, looks }: Props) {
  if (found.stop_reason === null || found.is_simulated) return null;
  const { title, design } = shown;
  const at = columnsOf(design.inputs);
  return (
    <YieldSection
      key={JSON.stringify(at)}
      job={job}
      around={{ name: `the ${title.charAt(0).toLowerCase()}${title.slice(1)}`, design: at }}
      distributions={distributionsAround(at, looks, FIRST_SPREAD)}
      looks={looks}
      needsLeastScore={found.maxima[0]?.in_spec === null}
      emulatorJobId={found.emulator?.job_id ?? null}
    />
  );
}
