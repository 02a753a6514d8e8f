import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { JobListItem } from "@understudy/shared/api/job.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useEffect, useState } from "react";
import { call } from "../../../api/call.ts";
import { isAbort } from "../../../api/failure.ts";

type Source = Pick<JobListItem, "id" | "name">;
type Props = {
  sourceId: number | null;
  onChange: (sourceId: number | null) => void;
  /** Called with the job that the address names, once it is found. */
  onFound: (source: Source) => void;
  error: string | null;
};

const WAIT_MS = 250;
const FOUND = 20;
const optionOf = ({ id, name }: Source) => ({ value: String(id), label: `${name} (${id})` });

/** Finds a job by name or ID, whose data the new one takes over. */
export function SourceJobField({ sourceId, onChange, onFound, error }: Props) {
  const [chosen, setChosen] = useState<Source | null>(null);
  const [typed, setTyped] = useState("");
  const [found, setFound] = useState<Source[]>([]);
  const [failed, setFailed] = useState(false);
  const [filter] = useDebouncedValue(typed, WAIT_MS);

  useEffect(() => {
    const controller = new AbortController();
    call("listJobs", {
      query: { page_size: FOUND, importable: true, ...(filter && { filter }) },
      signal: controller.signal,
    })
      .then(({ items }) => setFound(items))
      .catch((thrown: unknown) => {
        if (!isAbort(thrown)) setFound([]);
      });
    return () => controller.abort();
  }, [filter]);

  const known = chosen?.id === sourceId;
  useEffect(() => {
    if (sourceId === null || known) return;
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
  }, [sourceId, known, onChange, onFound]);

  const others = found.filter(({ id }) => id !== chosen?.id);
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
      data={[...(chosen ? [chosen] : []), ...others].map(optionOf)}
      value={sourceId === null || !known ? null : String(sourceId)}
      onSearchChange={(text) => setTyped(chosen && text === optionOf(chosen).label ? "" : text)}
      onChange={(value) => {
        setFailed(false);
        const job = others.find(({ id }) => String(id) === value) ?? (value === null ? null : chosen);
        setChosen(job);
        onChange(job?.id ?? null);
      }}
      error={failed ? MESSAGES.sourceJob : error}
    />
  );
}
