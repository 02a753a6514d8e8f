import type { Job } from "@understudy/shared/api/job.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { useSimulationCounts } from "#data/jobs.ts";
import { Fact } from "./fact.tsx";
import classes from "./simulations.module.css";

/** The progress of a job's simulations; nothing before the first of them is planned. */
export function SimulationCounts({ job }: { job: Job }) {
  const counts = useSimulationCounts(job);
  if (counts === null) return <span />;
  return (
    <dl className={classes.facts} data-numeric>
      <Fact label="Planned">{countText(counts.planned)}</Fact>
      <Fact label="Running">{countText(counts.running)}</Fact>
      <Fact label="Complete">{countText(counts.complete)}</Fact>
      <Fact label="Failed">{countText(counts.failed)}</Fact>
    </dl>
  );
}
