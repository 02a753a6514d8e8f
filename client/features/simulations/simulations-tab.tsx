import { Drawer, Group, Text } from "@mantine/core";
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
import { readAddress, updateAddress } from "#job/url-state.ts";
import { useFollowedChoice } from "#job/view-parts.ts";
import { usePageSelection } from "#selection/page-selection.ts";
import { SelectionBar } from "#selection/selection-bar.tsx";
import { ColumnChooser } from "#ui/column-chooser.tsx";
import { DeleteRows } from "#ui/delete-rows.tsx";
import { DownloadChoice } from "#ui/download-choice.tsx";
import { ErrorBanner, LoadingLines } from "#ui/load-states.tsx";
import { numberInAddress } from "#ui/number-in-address.ts";
import { PagedTable } from "#ui/paged-table.tsx";
import { ScrollFrame } from "#ui/scroll-frame.tsx";
import { useColumnChoice } from "#ui/use-column-choice.ts";
import { simulationColumns } from "./columns.tsx";
import { SimulationView } from "./simulation-view.tsx";
import { type SimulationQuery, useSimulations } from "./use-simulations.ts";

/** The simulation whose details are open, which a link shows to a colleague too. */
function useOpened(): [number | null, (id: number | null) => void] {
  const [opened, setOpened] = useState(() => numberInAddress(readAddress().get("simulation")));
  useFollowedChoice("simulation", (text) => setOpened(numberInAddress(text)));
  const open = (id: number | null) => {
    setOpened(id);
    updateAddress({ simulation: id === null ? null : String(id) });
  };
  return [opened, open];
}

/** The simulations that servers ran for a job: all of them in a table, or the one simulation of a Single Run. */
export function SimulationsTab({ job }: { job: Job }) {
  const [opened, open] = useOpened();
  if (OBJECTIVE_TRAITS[job.objective].isSingle) return <SingleSimulation job={job} />;
  return (
    <>
      <SimulationsTable job={job} onOpen={open} />
      <SimulationDrawer job={job} id={opened} onClose={() => open(null)} />
    </>
  );
}

/** The details of one row of the table, beside it. */
function SimulationDrawer({ job, id, onClose }: { job: Job; id: number | null; onClose: () => void }) {
  return (
    <Drawer
      opened={id !== null}
      onClose={onClose}
      position="right"
      size="min(880px, 100%)"
      title={`Simulation ${id ?? ""}`}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {id !== null && <SimulationView key={id} job={job} id={id} />}
    </Drawer>
  );
}

const FIRST_SIMULATION_QUERY: SimulationQuery = {
  page_number: 1,
  page_size: 1,
  sort_by: "id",
  sort_order: "ascending",
};

/** A Single Run is one simulation: its details are the page. */
function SingleSimulation({ job }: { job: Job }) {
  const { page, failure, reload } = useSimulations(job, FIRST_SIMULATION_QUERY);
  const [only] = page?.items ?? [];
  if (only !== undefined) return <SimulationView job={job} id={only.id} />;
  if (failure !== null) return <ErrorBanner message={MESSAGES.loadingSimulations} onRetry={reload} />;
  if (page === null) return <LoadingLines rows={6} height={29} />;
  return <Text c="dimmed">The simulation appears here once the job has started.</Text>;
}

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

const NO_SIMULATIONS: ReadonlySet<number> = new Set();

/** All simulations of a job, page by page, live while servers run them. */
function SimulationsTable({ job, onOpen }: { job: Job; onOpen: (id: number) => void }) {
  const [query, setQuery] = useState(() => firstQuery(job));
  const { page, stale, failure, reload } = useSimulations(job, query);
  const { config } = useJobConfig(job.id);
  const { useSelected, select, dropSimulations } = usePageSelection();
  const selected = useSelected("simulation") ?? NO_SIMULATIONS;
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
              onDeleted={(deleted) => {
                dropSimulations(new Set(deleted));
                reload();
              }}
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
        selection={{
          selected,
          onChange: (simulation) => select({ simulation: simulation.size === 0 ? null : simulation }),
          canSelect: () => true,
          label: ({ id }) => `simulation ${id}`,
        }}
        onOpen={({ id }) => onOpen(id)}
        rowClass={OBJECTIVE_TRAITS[objective].hasVerification ? specClass : undefined}
        frame={(table) => (
          <ScrollFrame label="Simulations" className={classes.frame} data-selectable>
            <div style={{ minWidth: width }}>{table}</div>
          </ScrollFrame>
        )}
      />
      <SelectionBar job={job} openSimulation={onOpen} />
    </>
  );
}
