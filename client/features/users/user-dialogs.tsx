import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { Credential, CredentialKind, Person } from "@understudy/shared/api/person.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useState } from "react";
import { call } from "#api/call.ts";
import { notifySuccess } from "#ui/banner-messages.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Copyable } from "#ui/copyable.tsx";
import { formatDate } from "#ui/format.ts";
import { ErrorBanner, LoadingLines } from "#ui/load-states.tsx";
import { useAction } from "#ui/use-action.ts";
import { CredentialChoice } from "./credential-choice.tsx";
import { DeleteUser } from "./delete-user.tsx";
import { PersonForm } from "./person-form.tsx";
import { usePerson } from "./use-person.ts";
import { usePersonForm } from "./use-person-form.ts";

/** The action that an admin is about to take. */
export type Task =
  | { readonly kind: "create" }
  | { readonly kind: "edit" | "reset" | "deactivate" | "delete"; readonly person: Person };

type Props = { task: Task | null; onChanged: () => void; onClose: () => void };

const formatTitle = (task: Task): string => {
  if (task.kind === "create") return "Create User";
  if (task.kind === "edit") return `Edit ${task.person.name}`;
  return task.kind === "reset" ? `Reset the password of ${task.person.name}` : `Delete ${task.person.name}?`;
};

/** The dialog of a task; closed while there is none. */
export function UserDialogs({ task, onChanged, onClose }: Props) {
  if (task?.kind === "deactivate") {
    return <DeactivateDialog person={task.person} onChanged={onChanged} onClose={onClose} />;
  }
  return (
    <Modal
      opened={task !== null}
      onClose={onClose}
      title={task && formatTitle(task)}
      size={520}
      // What is shown once must not be lost by a click beside it.
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {task !== null && <Content task={task} onChanged={onChanged} onClose={onClose} />}
    </Modal>
  );
}

function Content({ task, ...rest }: Props & { task: Task }) {
  if (task.kind === "create") return <PersonDialog person={null} {...rest} />;
  if (task.kind === "reset") return <ResetPassword person={task.person} {...rest} />;
  if (task.kind === "delete") return <DeleteUser person={task.person} {...rest} />;
  return <PersonDialog person={task.person} {...rest} />;
}

type DeactivateDialogProps = { person: Person; onChanged: () => void; onClose: () => void };

function DeactivateDialog({ person, onChanged, onClose }: DeactivateDialogProps) {
  const { run, busy } = useAction("deactivating the user");
  const deactivate = async () => {
    await run(async () => {
      await call("updateUser", { params: { user_id: person.id }, body: { active: false } });
      notifySuccess(MESSAGES.personDeactivated(person.name));
      onChanged();
    });
    onClose();
  };
  return (
    <ConfirmDialog
      opened
      title={`Deactivate ${person.name}?`}
      text="They are logged out everywhere and cannot log in again, their API tokens are revoked, and their servers are disconnected. Their jobs and specs stay, and jobs on the platform go on. You can reactivate them at any time."
      confirmLabel="Deactivate"
      busy={busy}
      onConfirm={() => void deactivate()}
      onClose={onClose}
    />
  );
}

type PersonDialogProps = { person: Person | null; onChanged: () => void; onClose: () => void };

/** Creates a person (null) or changes one, as they are now and not as the list last showed them. */
function PersonDialog({ person, onChanged, onClose }: PersonDialogProps) {
  return person === null ? (
    <CreatePerson onChanged={onChanged} onClose={onClose} />
  ) : (
    <EditPerson id={person.id} onChanged={onChanged} onClose={onClose} />
  );
}

function CreatePerson({ onChanged, onClose }: Omit<PersonDialogProps, "person">) {
  const [created, setCreated] = useState<{ name: string; email: string; credential: Credential } | null>(
    null,
  );
  const { form, save, busy } = usePersonForm(null, ({ person, credential }) => {
    onChanged();
    notifySuccess(MESSAGES.personCreated(person.name));
    if (credential !== null) setCreated({ ...person, credential });
  });
  if (created !== null) return <CredentialShown {...created} onClose={onClose} />;
  return <PersonForm form={form} isNew busy={busy} onSubmit={save} onClose={onClose} />;
}

function EditPerson({ id, onChanged, onClose }: Omit<PersonDialogProps, "person"> & { id: number }) {
  const { value: detail, failure, reload } = usePerson(id);
  if (failure !== null) return <ErrorBanner message={MESSAGES.loadingPerson} onRetry={reload} />;
  if (detail === null) return <LoadingLines rows={6} height={36} />;
  return <LoadedPerson detail={detail} onChanged={onChanged} onClose={onClose} />;
}

type Loaded = { detail: NonNullable<ReturnType<typeof usePerson>["value"]> };

function LoadedPerson({ detail, onChanged, onClose }: Loaded & Omit<PersonDialogProps, "person">) {
  const { form, save, busy } = usePersonForm(detail, ({ person }) => {
    onChanged();
    notifySuccess(MESSAGES.personSaved(person.name));
    onClose();
  });
  return <PersonForm form={form} isNew={false} busy={busy} onSubmit={save} onClose={onClose} />;
}

type ResetPasswordProps = { person: Person; onChanged: () => void; onClose: () => void };

function ResetPassword({ person, onChanged, onClose }: ResetPasswordProps) {
  const [kind, setKind] = useState<CredentialKind>("link");
  const [credential, setCredential] = useState<Credential | null>(null);
  const { run, busy } = useAction("resetting the password");
  const reset = () =>
    run(async () => {
      const params = { user_id: person.id };
      setCredential(await call("resetPassword", { params, body: { credential: kind } }));
      onChanged();
    });
  if (credential !== null) {
    return (
      <CredentialShown credential={credential} name={person.name} email={person.email} onClose={onClose} />
    );
  }
  return (
    <Stack gap="md">
      <Text>
        The current password stops working at once. {person.name} is logged out everywhere, and their API
        tokens are revoked.
      </Text>
      <CredentialChoice value={kind} onChange={setKind} />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={busy} onClick={() => void reset()}>
          Reset Password
        </Button>
      </Group>
    </Stack>
  );
}

type CredentialShownProps = { credential: Credential; name: string; email: string; onClose: () => void };

/** The credential that is handed to a person, once. */
function CredentialShown({ credential, name, email, onClose }: CredentialShownProps) {
  const { password, link, link_expiry_time: expiry } = credential;
  return (
    <Stack gap="sm">
      {link !== null && (
        <>
          <Text>
            Send this link to <strong>{name}</strong>. It opens a page to choose a password, works once
            {expiry !== null && ` and expires ${formatDate(expiry)}`}.
          </Text>
          <Copyable label="link" text={new URL(link, window.location.origin).href} />
        </>
      )}
      {password !== null && (
        <>
          <Text>
            <strong>{name}</strong> logs in as {email} with this password:
          </Text>
          <Copyable label="password" text={password} />
        </>
      )}
      <Text c="dimmed" size="sm">
        Copy it now; it will not be shown again.
      </Text>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
