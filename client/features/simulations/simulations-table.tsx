import { Group } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import { SIMULATION_SORT_COLUMNS, type Simulation } from "@understudy/shared/api/simulation.ts";
import { OBJECTIVE_TRAITS } from "@understudy/shared/domain/objectives.ts";
import { DEFAULT_PAGE_SIZE } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useMemo, useState } from "react";
import { call } from "#api/call.ts";
import { useJobConfig } from "#data/jobs.ts";
import { SimulationCounts } from "#designs/simulation-counts.tsx";
import classes from "#designs/simulations.module.css";
import { ColumnChooser } from "#ui/column-chooser.tsx";
import { DeleteRows } from "#ui/delete-rows.tsx";
import { DownloadChoice } from "#ui/download-choice.tsx";
import { PagedTable } from "#ui/paged-table.tsx";
import { ScrollFrame } from "#ui/scroll-frame.tsx";
import { useColumnChoice } from "#ui/use-column-choice.ts";
import { simulationColumns } from "./columns.tsx";
import { type SimulationQuery, useSimulations } from "./use-simulations.ts";

const DELETION_TEXTS = {
  single: "Its values, log and files will be deleted. Emulators trained on it do not change.",
  many: "Their values, logs and files will be deleted. Emulators trained on them do not change.",
};
const SELECT_WIDTH_PX = 36;

const firstQuery = ({ objective }: Job): SimulationQuery => ({
  page_number: 1,
  page_size: DEFAULT_PAGE_SIZE,
  ...OBJECTIVE_TRAITS[objective].simulationOrder,
});

/** The class of a row of an Out of Spec job: in spec, or out of spec and verified or not. */
function specClass({ in_spec, verified_in_or_out_of_spec }: Simulation): string | undefined {
  if (in_spec === null) return undefined;
  if (in_spec) return classes.inSpec;
  return verified_in_or_out_of_spec ? classes.outVerified : classes.outUnverified;
}

const SELECTION_RULES = {
  canSelect: ({ can_be_deleted }: Simulation) => can_be_deleted,
  label: ({ id }: Simulation) => `simulation ${id}`,
};

/** All simulations of a job, page by page, live while servers run them. */
export function SimulationsTable({ job, onOpen }: { job: Job; onOpen: (id: number) => void }) {
  const [query, setQuery] = useState(() => firstQuery(job));
  const { page, stale, failure, reload } = useSimulations(job, query);
  const { config } = useJobConfig(job.id);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const { objective } = job;
  const emulatorJobId = OBJECTIVE_TRAITS[objective].hasScore ? job.emulator_job_id : null;
  const all = useMemo(
    () => simulationColumns(page?.items ?? [], { config, objective, emulatorJobId, onOpen }),
    [page, config, objective, emulatorJobId, onOpen],
  );
  const { columns, ...chooser } = useColumnChoice("simulations", all);
  const width = columns.reduce((sum, column) => sum + (column.width ?? 0), SELECT_WIDTH_PX);
  const toDelete = (page?.items ?? []).filter((row) => selected.has(row.id) && row.can_be_deleted);

  return (
    <>
      <Group justify="space-between" align="flex-end" mb="xs" gap="xs">
        <SimulationCounts job={job} />
        <Group gap="xs">
          {job.can_be_changed && (
            <DeleteRows
              item="simulation"
              ids={toDelete.map(({ id }) => id)}
              consequences={DELETION_TEXTS}
              onDelete={(ids) => call("deleteSimulations", { params: { job_id: job.id }, body: { ids } })}
              onDeleted={reload}
            />
          )}
          <DownloadChoice
            label="Download all"
            file={{ href: `/static/work_dirs/${job.id}/simulations.csv` }}
          />
          <ColumnChooser {...chooser} />
        </Group>
      </Group>
      <PagedTable
        item="simulation"
        label="Simulations"
        columns={columns}
        page={page && { rows: page.items, totalCount: page.total_count }}
        stale={stale}
        failure={failure}
        failureText={MESSAGES.loadingSimulations}
        onRetry={reload}
        id={({ id }) => id}
        query={query}
        sortColumns={SIMULATION_SORT_COLUMNS}
        onQuery={(changes) => setQuery({ ...query, page_number: 1, ...changes })}
        selection={job.can_be_changed ? { ...SELECTION_RULES, selected, onChange: setSelected } : undefined}
        onOpen={({ id }) => onOpen(id)}
        rowClass={OBJECTIVE_TRAITS[objective].hasVerification ? specClass : undefined}
        frame={(table) => (
          <ScrollFrame label="Simulations" className={classes.frame} data-selectable={job.can_be_changed}>
            <div style={{ minWidth: width }}>{table}</div>
          </ScrollFrame>
        )}
      />
    </>
  );
}
