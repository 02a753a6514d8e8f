import { MultiSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { MAX_ACCESSIBLE_JOBS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useCallback, useState } from "react";
import { call } from "../../api/call.ts";
import { useLoaded } from "../../hooks/use-loaded.ts";

export type NamedJob = { readonly id: number; readonly name: string };
type Props = {
  value: readonly NamedJob[];
  onChange: (jobs: NamedJob[]) => void;
  error: string | null;
};

const WAIT_MS = 250;
const FOUND = 20;
const optionOf = ({ id, name }: NamedJob) => ({ value: String(id), label: `${name} (${id})` });

/** The jobs whose emulators a restricted person sees, found by name or ID. */
export function AccessibleJobsField({ value, onChange, error }: Props) {
  const [typed, setTyped] = useState("");
  const [filter] = useDebouncedValue(typed.trim(), WAIT_MS);
  const load = useCallback(
    (signal: AbortSignal) =>
      call("listJobs", { query: { page_size: FOUND, ...(filter && { filter }) }, signal }),
    [filter],
  );
  const found = useLoaded(load).value?.items ?? [];
  const known = [...value, ...found.filter(({ id }) => !value.some((one) => one.id === id))];
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
      data={known.map(optionOf)}
      value={value.map(({ id }) => String(id))}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(ids) => onChange(known.filter(({ id }) => ids.includes(String(id))))}
      error={error}
    />
  );
}
