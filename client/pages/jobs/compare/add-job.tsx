import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useCallback, useState } from "react";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";

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
