import { MultiSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { MAX_ACCESSIBLE_JOBS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useCallback, useState } from "react";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";

export type NamedJob = { readonly id: number; readonly name: string };
type Props = {
  value: readonly NamedJob[];
  onChange: (jobs: NamedJob[]) => void;
  error: string | null;
};

const WAIT_MS = 250;
const MAX_LISTED_JOBS = 20;
const createOption = ({ id, name }: NamedJob) => ({ value: String(id), label: `${name} (${id})` });

/** The jobs whose emulators a restricted person sees, found by name or ID. */
export function AccessibleJobsField({ value, onChange, error }: Props) {
  const [typed, setTyped] = useState("");
  const [filter] = useDebouncedValue(typed.trim(), WAIT_MS);
  const load = useCallback(
    (signal: AbortSignal) =>
      call("listJobs", { query: { page_size: MAX_LISTED_JOBS, ...(filter && { filter }) }, signal }),
    [filter],
  );
  const jobs = useQuery(load).value?.items ?? [];
  const choices = [...value, ...jobs.filter(({ id }) => !value.some((job) => job.id === id))];
  return (
    <MultiSelect
      label="Accessible jobs"
      description="Their emulators are all that this user sees."
      placeholder={value.length === 0 ? "Search by name or ID" : ""}
      searchable
      maxValues={MAX_ACCESSIBLE_JOBS}
      nothingFoundMessage={MESSAGES.noMatches("job")}
      hidePickedOptions
      // The server has filtered already.
      filter={({ options }) => options}
      data={choices.map(createOption)}
      value={value.map(({ id }) => String(id))}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(ids) => onChange(choices.filter(({ id }) => ids.includes(String(id))))}
      error={error}
    />
  );
}
