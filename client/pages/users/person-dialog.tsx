import type { Credential, Person } from "@understudy/shared/api/person.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useState } from "react";
import { ErrorBanner } from "#ui/error-banner.tsx";
import { LoadingLines } from "#ui/loading.tsx";
import { notifySuccess } from "#ui/notify.ts";
import { CredentialShown } from "./credential-shown.tsx";
import { PersonForm } from "./person-form.tsx";
import { usePerson } from "./use-person.ts";
import { usePersonForm } from "./use-person-form.ts";

type Props = { person: Person | null; onChanged: () => void; onClose: () => void };

/** Creates a person (null) or changes one, as they are now and not as the list last showed them. */
export function PersonDialog({ person, onChanged, onClose }: Props) {
  return person === null ? (
    <CreatePerson onChanged={onChanged} onClose={onClose} />
  ) : (
    <EditPerson id={person.id} onChanged={onChanged} onClose={onClose} />
  );
}

function CreatePerson({ onChanged, onClose }: Omit<Props, "person">) {
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

function EditPerson({ id, onChanged, onClose }: Omit<Props, "person"> & { id: number }) {
  const { value: detail, failure, reload } = usePerson(id);
  if (failure !== null) return <ErrorBanner message={MESSAGES.loadingPerson} onRetry={reload} />;
  if (detail === null) return <LoadingLines rows={6} height={36} />;
  return <LoadedPerson detail={detail} onChanged={onChanged} onClose={onClose} />;
}

type Loaded = { detail: NonNullable<ReturnType<typeof usePerson>["value"]> };

function LoadedPerson({ detail, onChanged, onClose }: Loaded & Omit<Props, "person">) {
  const { form, save, busy } = usePersonForm(detail, ({ person }) => {
    onChanged();
    notifySuccess(MESSAGES.personSaved(person.name));
    onClose();
  });
  return <PersonForm form={form} isNew={false} busy={busy} onSubmit={save} onClose={onClose} />;
}
