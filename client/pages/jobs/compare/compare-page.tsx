import { Alert, Stack, Text } from "@mantine/core";
import { MAX_COMPARED_JOBS } from "@understudy/shared/limits.ts";
import { LIST_MESSAGES } from "@understudy/shared/messages/lists.ts";
import { useSearchParams } from "react-router-dom";
import { BackButton } from "#ui/back-button.tsx";
import { LoadingLines } from "#ui/loading.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { readAddress } from "../job-id/url-state.ts";
import { Accuracies } from "./accuracies.tsx";
import { AddJob } from "./add-job.tsx";
import { comparedIds } from "./compared-ids.ts";
import { ComparedPills } from "./compared-pills.tsx";
import type { ComparedColumn } from "./comparison-table.tsx";
import { Configurations } from "./configurations.tsx";
import { LearningCurves } from "./learning-curves.tsx";
import { Overview } from "./overview.tsx";
import { Predictions } from "./predictions/predictions.tsx";
import type { ComparedJob } from "./use-compared-job.ts";
import { useComparedJobs } from "./use-compared-jobs.ts";

/** /jobs/compare?ids=3,4,5 */
export function ComparePage() {
  const [search, setSearch] = useSearchParams();
  const { ids, left } = comparedIds(search.get("ids"));
  const { jobs, missing, isLoading } = useComparedJobs(ids);
  const columns = jobs.map(
    ({ job }): ComparedColumn => ({ id: job.id, name: job.name, place: ids.indexOf(job.id) }),
  );

  /** The point is in the address without the router's knowledge: what is there now is changed. */
  const change = (changes: Readonly<Record<string, string | null>>) => {
    const next = readAddress();
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name);
      else next.set(name, value);
    }
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  const compare = (chosen: readonly number[]) => change({ ids: chosen.join(",") });

  const notes = [...missing, ...(left > 0 ? [LIST_MESSAGES.tooManyCompared(MAX_COMPARED_JOBS, left)] : [])];
  return (
    <>
      <PageHeader title="Compare jobs" before={<BackButton to="/jobs" label="Back to the jobs" />}>
        {ids.length < MAX_COMPARED_JOBS && <AddJob ids={ids} onAdd={(id) => compare([...ids, id])} />}
      </PageHeader>
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
    </>
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
