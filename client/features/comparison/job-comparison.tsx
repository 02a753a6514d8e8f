import { Alert, Group, Pill, Select, Stack, Switch, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { OBJECTIVE_TRAITS } from "@understudy/shared/domain/objectives.ts";
import { MAX_COMPARED_JOBS } from "@understudy/shared/limits.ts";
import { LIST_MESSAGES } from "@understudy/shared/messages/lists.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { formatValue } from "@understudy/shared/quantities/quantity-text.ts";
import { useCallback, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";
import { comparedIds } from "#job/compared-ids.ts";
import { readAddress } from "#job/url-state.ts";
import { formatDate } from "#ui/format.ts";
import { LoadingLines } from "#ui/load-states.tsx";
import { StatusBadge } from "#ui/status-badge.tsx";
import { VerdictBadge } from "#ui/verdict-badge.tsx";
import { Accuracies } from "./accuracies.tsx";
import { type ComparedColumn, type ComparisonRow, ComparisonTable } from "./comparison-table.tsx";
import { configRows } from "./config-rows.ts";
import { LearningCurves } from "./learning-curves.tsx";
import { Predictions } from "./predictions.tsx";
import { Section } from "./section.tsx";
import type { ComparedJob } from "./use-compared-job.ts";
import { useComparedJobs } from "./use-compared-job.ts";

/** The jobs that the address names, and the changes of it. */
export function useComparisonAddress() {
  const [search, setSearch] = useSearchParams();
  const { ids, left } = comparedIds(search.get("ids"));

  /** The point is in the address without the router's knowledge: what is there now is changed. */
  const change = (changes: Readonly<Record<string, string | null>>) => {
    const next = readAddress();
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    setSearch(next, { replace: true, preventScrollReset: true, flushSync: true });
  };
  const compare = (chosen: readonly number[]) => change({ ids: chosen.join(",") });
  return { search, ids, left, change, compare };
}

type ComparisonProps = { address: ReturnType<typeof useComparisonAddress> };

/** Shows the jobs that the address names beside each other. */
export function JobComparison({ address: { search, ids, left, change, compare } }: ComparisonProps) {
  const { jobs, missing, isLoading } = useComparedJobs(ids);
  const columns = jobs.map(
    ({ job }): ComparedColumn => ({ id: job.id, name: job.name, place: ids.indexOf(job.id) }),
  );
  const notes = [...missing, ...(left > 0 ? [LIST_MESSAGES.tooManyCompared(MAX_COMPARED_JOBS, left)] : [])];
  return (
    <Stack gap="sm">
      <ComparedPills columns={columns} onRemove={(gone) => compare(ids.filter((id) => id !== gone))} />
      {notes.length > 0 && (
        <Alert color="yellow" variant="light" role="status">
          {notes.map((note) => (
            <Text key={note} size="sm">
              {note}
            </Text>
          ))}
        </Alert>
      )}
      {ids.length < 2 && <Text c="dimmed">{LIST_MESSAGES.chooseJobs}</Text>}
      {isLoading && jobs.length === 0 && <LoadingLines rows={8} height={30} />}
      {jobs.length > 0 && ids.length > 1 && (
        <Comparison jobs={jobs} columns={columns} search={search} change={change} />
      )}
    </Stack>
  );
}

function Comparison({
  jobs,
  columns,
  search,
  change,
}: {
  jobs: readonly ComparedJob[];
  columns: readonly ComparedColumn[];
  search: URLSearchParams;
  change: (changes: Readonly<Record<string, string | null>>) => void;
}) {
  const common = { jobs, columns };
  return (
    <>
      <Overview {...common} />
      <Configurations
        {...common}
        showsAll={search.get("settings") === "all"}
        onShowAll={(showsAll) => change({ settings: showsAll ? "all" : null })}
      />
      <Accuracies {...common} />
      <LearningCurves
        {...common}
        chosen={search.get("learning")}
        onChoose={(output) => change({ learning: output })}
      />
      <Predictions
        {...common}
        chosen={search.get("curve")}
        onChoose={(output) => change({ curve: output })}
      />
    </>
  );
}

const WAIT_MS = 250;
const MAX_LISTED_JOBS = 20;

/** Finds a job by name or ID, and adds it to those that are compared. */
export function AddJob({ ids, onAdd }: { ids: readonly number[]; onAdd: (id: number) => void }) {
  const [typed, setTyped] = useState("");
  const [filter] = useDebouncedValue(typed.trim(), WAIT_MS);
  const load = useCallback(
    (signal: AbortSignal) =>
      call("listJobs", { query: { page_size: MAX_LISTED_JOBS, ...(filter !== "" && { filter }) }, signal }),
    [filter],
  );
  const jobs = useQuery(load).value?.items ?? [];
  return (
    <Select
      size="sm"
      w={260}
      aria-label="Add a job"
      placeholder="Add a job by name or ID"
      searchable
      nothingFoundMessage={MESSAGES.noMatches("job")}
      // The server has filtered already.
      filter={({ options }) => options}
      data={jobs
        .filter(({ id }) => !ids.includes(id))
        .map(({ id, name }) => ({ value: String(id), label: `${name} (${id})` }))}
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(value) => {
        setTyped("");
        if (value !== null) onAdd(Number(value));
      }}
    />
  );
}

/** The jobs that are compared, each with a button that takes it away. */
function ComparedPills({
  columns,
  onRemove,
}: {
  columns: readonly ComparedColumn[];
  onRemove: (id: number) => void;
}) {
  return (
    <Group gap={6} role="group" aria-label="Jobs that are compared">
      {columns.map(({ id, name }) => (
        <Pill
          key={id}
          size="md"
          withRemoveButton
          removeButtonProps={{ "aria-label": `Remove job ${id}`, "aria-hidden": false, tabIndex: 0 }}
          onRemove={() => onRemove(id)}
        >
          {name} ({id})
        </Pill>
      ))}
    </Group>
  );
}

type Props = {
  jobs: readonly ComparedJob[];
  columns: readonly ComparedColumn[];
  /** Settings that are the same are shown too. */
  showsAll: boolean;
  onShowAll: (showsAll: boolean) => void;
};

/** Shows the settings in which the configurations of the jobs differ. */
function Configurations({ jobs, columns, showsAll, onShowAll }: Props) {
  const rows = configRows(jobs).filter(({ differs }) => showsAll || differs);
  return (
    <Section
      title="Configurations"
      controls={
        <Switch
          size="xs"
          label="Show all settings"
          checked={showsAll}
          onChange={(event) => onShowAll(event.currentTarget.checked)}
        />
      }
      note={rows.length === 0 ? LIST_MESSAGES.noDifferences : null}
    >
      {rows.length > 0 && (
        <ComparisonTable
          label="Configurations"
          columns={columns}
          rows={rows.map(({ label, texts }) => ({ key: label, head: label, cells: texts }))}
        />
      )}
    </Section>
  );
}

const NO_VALUE = "–";

/** The origin of the jobs, and the results of those that search. */
function Overview({ jobs, columns }: { jobs: readonly ComparedJob[]; columns: readonly ComparedColumn[] }) {
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
  if (jobs.some(({ job }) => job.has_simulations || !OBJECTIVE_TRAITS[job.objective].hasTraining))
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
