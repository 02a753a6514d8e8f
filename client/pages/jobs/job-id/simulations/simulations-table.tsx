import { Group } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import { SIMULATION_SORT_COLUMNS, type Simulation } from "@understudy/shared/api/simulation.ts";
import { DEFAULT_PAGE_SIZE } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useMemo, useState } from "react";
import { call } from "../../../../api/call.ts";
import { NO_ANSWER } from "../../../../api/failure.ts";
import { DataTable, EmptyTable } from "../../../../components/data-table.tsx";
import { DeleteRows } from "../../../../components/delete-rows.tsx";
import { ErrorBanner } from "../../../../components/error-banner.tsx";
import { LoadingLines } from "../../../../components/loading.tsx";
import { Paging } from "../../../../components/paging.tsx";
import { useJobConfig } from "../../../../hooks/use-job-config.ts";
import { simulationColumns } from "./columns.tsx";
import { SimulationCounts } from "./simulation-counts.tsx";
import classes from "./simulations.module.css";
import { type SimulationQuery, useSimulations } from "./use-simulations.ts";

const CONSEQUENCES = {
  one: "Its values, log and files go. An emulator that was trained on it stays as it is.",
  many: "Their values, logs and files go. An emulator that was trained on them stays as it is.",
};
const SELECT_WIDTH = 36;

const firstQuery = ({ objective }: Job): SimulationQuery => ({
  page_number: 1,
  page_size: DEFAULT_PAGE_SIZE,
  ...(objective === "Training"
    ? { sort_by: "id", sort_order: "ascending" }
    : { sort_by: "score", sort_order: "descending" }),
});

/** Which of the three kinds a row of an Out of Spec job is. */
function specClass({ in_spec, verified_in_or_out_of_spec }: Simulation): string | undefined {
  if (in_spec === null) return undefined;
  if (in_spec) return classes.inSpec;
  return verified_in_or_out_of_spec ? classes.outVerified : classes.outUnverified;
}

/** All simulations of a job, page by page, live while servers run them. */
export function SimulationsTable({ job, onOpen }: { job: Job; onOpen: (id: number) => void }) {
  const [query, setQuery] = useState(() => firstQuery(job));
  const { page, stale, failure, reload } = useSimulations(job, query);
  const { config } = useJobConfig(job.id);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const { objective } = job;
  const columns = useMemo(
    () => simulationColumns(page?.items ?? [], { config, objective, onOpen }),
    [page, config, objective, onOpen],
  );
  const width = columns.reduce((sum, column) => sum + (column.width ?? 0), SELECT_WIDTH);
  const toDelete = (page?.items ?? []).filter((row) => selected.has(row.id) && row.can_be_deleted);
  const isShown = failure !== null && (page === null || failure.status !== NO_ANSWER);

  return (
    <>
      <Group justify="space-between" align="flex-end" mb="xs" gap="xs">
        <SimulationCounts job={job} />
        {job.can_be_changed && (
          <DeleteRows
            item="simulation"
            ids={toDelete.map(({ id }) => id)}
            consequences={CONSEQUENCES}
            onDelete={(ids) => call("deleteSimulations", { params: { job_id: job.id }, body: { ids } })}
            onDeleted={reload}
          />
        )}
      </Group>
      {isShown && <ErrorBanner message={MESSAGES.loadingSimulations} onRetry={reload} />}
      {page === null && failure === null && <LoadingLines rows={10} height={29} />}
      {page !== null && (
        <>
          <section
            className={classes.frame}
            data-selectable={job.can_be_changed}
            aria-label="Simulations"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls is reached by the keyboard
            tabIndex={0}
          >
            <div style={{ minWidth: width }}>
              <DataTable
                label="Simulations"
                columns={columns}
                rows={page.items}
                id={({ id }) => id}
                sort={{ by: query.sort_by, order: query.sort_order }}
                onSort={(by, sort_order) => {
                  const sort_by = SIMULATION_SORT_COLUMNS.find((column) => column === by);
                  if (sort_by !== undefined) setQuery({ ...query, page_number: 1, sort_by, sort_order });
                }}
                selection={
                  job.can_be_changed
                    ? {
                        selected,
                        onChange: setSelected,
                        canSelect: ({ can_be_deleted }) => can_be_deleted,
                        label: ({ id }) => `simulation ${id}`,
                      }
                    : undefined
                }
                stale={stale}
                rowClass={objective === "Out of Spec" ? specClass : undefined}
              />
            </div>
          </section>
          {page.items.length === 0 && (
            <EmptyTable
              text={
                page.total_count > 0 ? MESSAGES.nothingOnPage("simulation") : MESSAGES.noItems("simulation")
              }
            />
          )}
          <Paging
            item="simulation"
            pageNumber={query.page_number}
            pageSize={query.page_size}
            totalCount={page.total_count}
            onPage={(page_number) => setQuery({ ...query, page_number })}
            onPageSize={(page_size) => setQuery({ ...query, page_size, page_number: 1 })}
          />
        </>
      )}
    </>
  );
}
