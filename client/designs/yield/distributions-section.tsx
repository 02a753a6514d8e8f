import type { Job } from "@understudy/shared/api/job.ts";
import { useState } from "react";
import { liveJobDistributions, useStoredDistributions } from "#data/jobs.ts";
import type { Looks } from "../quantities.ts";
import { DistributionEditing } from "./distribution-editing.tsx";
import { DistributionsFrame } from "./distributions-frame.tsx";
import { useDistributions } from "./use-distributions.ts";

type Props = { readonly job: Job; readonly looks: Looks };

/**
 * The variation of the inputs of a search on servers: it then looks for the designs that fail among those that are
 * built.
 */
export function DistributionsSection({ job, looks }: Props) {
  const [wasOpened, setOpened] = useState(false);
  liveJobDistributions.useLive(job.id);
  const stored = useStoredDistributions(job.id);
  const isOpen = wasOpened || Object.keys(stored?.distributions ?? {}).length > 0;
  return (
    <DistributionsFrame
      about="Without any, the search covers the ranges evenly. With them it places simulations where most of the designs that are built may fail."
      onEnter={() => setOpened(true)}
    >
      {isOpen ? <OpenDistributions job={job} looks={looks} /> : null}
    </DistributionsFrame>
  );
}

/** Without a design the distributions lie in the ranges of the job, and no input has one at first. */
const IN_RANGES = { design: null, distributions: {} };

function OpenDistributions({ job, looks }: Props) {
  const editor = useDistributions(job, IN_RANGES, looks);
  return <DistributionEditing job={job} editor={editor} looks={looks} isBusy={false} />;
}
