import { Button, Group, Radio, Select, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { Person, PersonDetail } from "@understudy/shared/api/person.ts";
import { counted } from "@understudy/shared/counted.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useCallback, useState } from "react";
import { call } from "#api/call.ts";
import { useCurrentUser } from "#data/current-user.ts";
import { useQuery } from "#data/query.ts";
import { notifySuccess } from "#ui/banner-messages.ts";
import { fieldError } from "#ui/field-errors.ts";
import { ErrorBanner, LoadingLines } from "#ui/load-states.tsx";
import { useAction } from "#ui/use-action.ts";
import { usePerson } from "./use-person.ts";
import classes from "./users.module.css";

type Props = { person: Person; onChanged: () => void; onClose: () => void };

/** Deletes a person, once it is known what they would leave behind. */
export function DeleteUser({ person, ...rest }: Props) {
  const { value: detail, failure, reload } = usePerson(person.id);
  if (failure !== null) return <ErrorBanner message={MESSAGES.loadingPerson} onRetry={reload} />;
  if (detail === null) return <LoadingLines rows={3} height={36} />;
  return <Deletion detail={detail} {...rest} />;
}

function Deletion({ detail, onChanged, onClose }: Omit<Props, "person"> & { detail: PersonDetail }) {
  const self = useCurrentUser();
  const [choice, setChoice] = useState<Belongings>("hand-over");
  const [owner, setOwner] = useState<Owner>(self);
  const { run, busy, failure } = useAction("deleting the user", {
    message: ({ status, message }) => (status === 409 ? message : MESSAGES.action("deleting the user")),
  });
  const { id, name, email, job_count, spec_count } = detail;
  const ownsSomething = job_count > 0 || spec_count > 0;
  const remove = () =>
    run(async () => {
      const new_owner_id = ownsSomething && choice === "hand-over" ? owner.id : null;
      await call("deleteUser", { params: { user_id: id }, body: { new_owner_id } });
      notifySuccess(MESSAGES.personDeleted(name));
      onChanged();
      onClose();
    });
  return (
    <Stack gap="md">
      <Text>
        {name} ({email}) is logged out everywhere, and their API tokens and connected servers stop working.
        This cannot be undone.
      </Text>
      {ownsSomething && (
        <OwnedChoice
          detail={detail}
          choice={choice}
          onChoice={setChoice}
          owner={owner}
          onOwner={setOwner}
          error={fieldError(failure?.fields, "new_owner_id")}
        />
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button color="red" loading={busy} onClick={() => void remove()}>
          Delete User
        </Button>
      </Group>
    </Stack>
  );
}

/** The fate of somebody's jobs and specs. */
type Belongings = "hand-over" | "delete";

type OwnedChoiceProps = {
  detail: PersonDetail;
  choice: Belongings;
  onChoice: (choice: Belongings) => void;
  owner: Owner;
  onOwner: (owner: Owner) => void;
  error: string | null;
};

const ownedText = ({ job_count, spec_count }: PersonDetail): string =>
  [
    ...(job_count > 0 ? [counted(job_count, "job")] : []),
    ...(spec_count > 0 ? [counted(spec_count, "spec")] : []),
  ].join(" and ");

/** The consequence for jobs that are being computed. */
function ActiveJobs({ count, name, choice }: { count: number; name: string; choice: Belongings }) {
  if (count === 0) return null;
  const jobs = count === 1 ? "1 job is" : `${count} jobs are`;
  return (
    <Text size="sm" c="dimmed">
      {choice === "delete"
        ? `${jobs} active now and will be stopped.`
        : `${jobs} active now. Work on the platform goes on; work on the servers of ${name} stops, and the new owner can pause such a job or move its training.`}
    </Text>
  );
}

/** Asks what happens to the jobs and specs of somebody who is deleted. */
function OwnedChoice({ detail, choice, onChoice, owner, onOwner, error }: OwnedChoiceProps) {
  const { id, name, active_job_count } = detail;
  const owned = ownedText(detail);
  return (
    <Stack gap="sm">
      <Radio.Group
        label={`${name} has created ${owned}`}
        value={choice}
        onChange={(value) => onChoice(value === "delete" ? "delete" : "hand-over")}
      >
        <div className={classes.choices}>
          <Radio value="hand-over" label={`Hand over ${owned}`} />
          <Radio value="delete" label={`Delete ${owned}, with all data and emulators`} />
        </div>
      </Radio.Group>
      {choice === "hand-over" && (
        <NewOwnerField formerId={id} value={owner} onChange={onOwner} error={error} />
      )}
      <ActiveJobs count={active_job_count} name={name} choice={choice} />
    </Stack>
  );
}

type Owner = { readonly id: number; readonly name: string; readonly email: string };
type NewOwner = { formerId: number; value: Owner; onChange: (owner: Owner) => void; error: string | null };

const WAIT_MS = 250;
const MAX_LISTED_USERS = 20;
const formatLabel = ({ name, email }: Owner): string => `${name} (${email})`;

/** A full user who takes over the jobs and specs of somebody else. */
function NewOwnerField({ formerId, value, onChange, error }: NewOwner) {
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
