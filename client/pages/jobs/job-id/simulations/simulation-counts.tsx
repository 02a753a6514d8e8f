import type { Job } from "@understudy/shared/api/job.ts";
import { useSimulationCounts } from "../../../../hooks/use-simulation-counts.ts";
import { Fact } from "../progress/fact.tsx";
import classes from "./simulations.module.css";

/** How far the simulations of a job are; nothing before the first of them is planned. */
export function SimulationCounts({ job }: { job: Job }) {
  const counts = useSimulationCounts(job);
  if (counts === null) return <span />;
  const number = (value: number) => value.toLocaleString("en");
  return (
    <dl className={classes.facts} data-numeric>
      <Fact label="Planned">{number(counts.planned)}</Fact>
      <Fact label="Running">{number(counts.running)}</Fact>
      <Fact label="Complete">{number(counts.complete)}</Fact>
      <Fact label="Failed">{number(counts.failed)}</Fact>
    </dl>
  );
}
