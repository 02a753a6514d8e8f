import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useCallback, useState } from "react";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";

export type Owner = { readonly id: number; readonly name: string; readonly email: string };
type Props = { formerId: number; value: Owner; onChange: (owner: Owner) => void; error: string | null };

const WAIT_MS = 250;
const MAX_LISTED_USERS = 20;
const formatLabel = ({ name, email }: Owner): string => `${name} (${email})`;

/** A full user who takes over the jobs and specs of somebody else. */
export function NewOwnerField({ formerId, value, onChange, error }: Props) {
  const [typed, setTyped] = useState("");
  // The text of what is chosen is no search.
  const [filter] = useDebouncedValue(typed === formatLabel(value) ? "" : typed.trim(), WAIT_MS);
  const load = useCallback(
    (signal: AbortSignal) => {
      const query = { page_size: MAX_LISTED_USERS, owners: true, ...(filter && { filter }) };
      return call("listUsers", { query, signal });
    },
    [filter],
  );
  const users = useQuery(load).value?.items ?? [];
  const owners = [value, ...users.filter(({ id }) => id !== value.id && id !== formerId)];
  return (
    <Select
      label="New owner"
      searchable
      allowDeselect={false}
      nothingFoundMessage={MESSAGES.noMatches("user")}
      // The server has filtered already.
      filter={({ options }) => options}
      data={owners.map((owner) => ({ value: String(owner.id), label: formatLabel(owner) }))}
      value={String(value.id)}
      onSearchChange={setTyped}
      onChange={(id) => {
        const owner = owners.find((candidate) => String(candidate.id) === id);
        if (owner !== undefined) onChange(owner);
      }}
      error={error}
    />
  );
}
