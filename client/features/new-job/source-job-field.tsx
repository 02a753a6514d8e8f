import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { JobListItem } from "@understudy/shared/api/job.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useEffect, useState } from "react";
import { call, isAbort } from "#api/call.ts";

type Source = Pick<JobListItem, "id" | "name">;
type Props = {
  sourceId: number | null;
  onChange: (sourceId: number | null) => void;
  /** Called with the job that the address names, once it is found. */
  onFound: (source: Source) => void;
  error: string | null;
};

const WAIT_MS = 250;
const MAX_LISTED_JOBS = 20;
const createOption = ({ id, name }: Source) => ({ value: String(id), label: `${name} (${id})` });

/** Finds a job by name or ID, whose data the new one takes over. */
export function SourceJobField({ sourceId, onChange, onFound, error }: Props) {
  const [chosen, setChosen] = useState<Source | null>(null);
  const [typed, setTyped] = useState("");
  const [jobs, setJobs] = useState<Source[]>([]);
  const [failed, setFailed] = useState(false);
  const [filter] = useDebouncedValue(typed, WAIT_MS);

  useEffect(() => {
    const controller = new AbortController();
    call("listJobs", {
      query: { page_size: MAX_LISTED_JOBS, importable: true, ...(filter && { filter }) },
      signal: controller.signal,
    })
      .then(({ items }) => setJobs(items))
      .catch((thrown: unknown) => {
        if (!isAbort(thrown)) setJobs([]);
      });
    return () => controller.abort();
  }, [filter]);

  const isSourceChosen = chosen?.id === sourceId;
  useEffect(() => {
    if (sourceId === null || isSourceChosen) return;
    const controller = new AbortController();
    setFailed(false);
    call("getJob", { params: { job_id: sourceId }, signal: controller.signal })
      .then((job) => {
        setChosen(job);
        onFound(job);
      })
      .catch((thrown: unknown) => {
        if (isAbort(thrown)) return;
        setFailed(true);
        onChange(null);
      });
    return () => controller.abort();
  }, [sourceId, isSourceChosen, onChange, onFound]);

  const otherJobs = jobs.filter(({ id }) => id !== chosen?.id);
  return (
    <Select
      label="Import from another job"
      description="Copies its data and configuration. Rows of files added below are appended."
      placeholder="Search by name or ID"
      searchable
      clearable
      nothingFoundMessage={MESSAGES.noMatches("job")}
      clearButtonProps={{ "aria-label": "Clear the source job" }}
      // The server has filtered already.
      filter={({ options }) => options}
      data={[...(chosen ? [chosen] : []), ...otherJobs].map(createOption)}
      value={sourceId === null || !isSourceChosen ? null : String(sourceId)}
      onSearchChange={(text) => setTyped(chosen && text === createOption(chosen).label ? "" : text)}
      onChange={(value) => {
        setFailed(false);
        const job = otherJobs.find(({ id }) => String(id) === value) ?? (value === null ? null : chosen);
        setChosen(job);
        onChange(job?.id ?? null);
      }}
      error={failed ? MESSAGES.sourceJob : error}
    />
  );
}
