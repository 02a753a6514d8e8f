import { countText } from "@understudy/shared/number-text.ts";
import { formatValue } from "@understudy/shared/quantities/quantity-text.ts";
import { formatDate } from "#ui/format.ts";
import { StatusBadge } from "#ui/status-badge.tsx";
import { VerdictBadge } from "#ui/verdict-badge.tsx";
import { type ComparedColumn, type ComparisonRow, ComparisonTable } from "./comparison-table.tsx";
import { Section } from "./section.tsx";
import type { ComparedJob } from "./use-compared-job.ts";

const NO_VALUE = "–";

/** The origin of the jobs, and the results of those that search. */
export function Overview({
  jobs,
  columns,
}: {
  jobs: readonly ComparedJob[];
  columns: readonly ComparedColumn[];
}) {
  const row = (head: string, cell: (compared: ComparedJob) => ComparisonRow["cells"][number]) => ({
    key: head,
    head,
    cells: jobs.map(cell),
  });
  const rows = [
    row("Objective", ({ job }) => job.objective),
    row("Status", ({ job }) => <StatusBadge status={job.status} />),
    row("Emulator", ({ job }) =>
      job.emulator_verdict === null ? NO_VALUE : <VerdictBadge verdict={job.emulator_verdict} />,
    ),
    row("Creator", ({ job }) => job.creator.name),
    row("Created", ({ job }) => formatDate(job.creation_time)),
  ];
  if (jobs.some(({ job }) => job.has_simulations || job.objective !== "Training"))
    rows.push(
      row("Simulations", ({ job }) => (job.simulations === null ? NO_VALUE : countText(job.simulations))),
      row("Best score", ({ job }) => (job.best_score === null ? NO_VALUE : formatValue(job.best_score))),
      row("Stop reason", ({ stop }) => stop ?? NO_VALUE),
    );
  return (
    <Section title="Overview">
      <ComparisonTable label="Overview" columns={columns} rows={rows} />
    </Section>
  );
}
