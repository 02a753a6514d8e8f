import { schemaResolver, useForm } from "@mantine/form";
import {
  type Credential,
  type CredentialKind,
  type Person,
  type PersonDetail,
  personFields,
} from "@understudy/shared/api/person.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useState } from "react";
import { ApiFailure, asFailure, call } from "#api/call.ts";
import { formErrors } from "#ui/field-errors.ts";
import { useAction } from "#ui/use-action.ts";
import type { NamedJob } from "./accessible-jobs-field.tsx";
import { getKind, getRights, type Kind } from "./kinds.ts";

type Values = {
  name: string;
  email: string;
  kind: Kind;
  hide_specs: boolean;
  may_download_models: boolean;
  may_comment: boolean;
  queue_weight: number;
  accessible_jobs: NamedJob[];
  credential: CredentialKind;
};

const EMPTY_VALUES: Values = {
  name: "",
  email: "",
  kind: "full",
  hide_specs: false,
  may_download_models: false,
  may_comment: false,
  queue_weight: 1,
  accessible_jobs: [],
  credential: "link",
};
const createValues = (person: PersonDetail): Values => ({
  ...EMPTY_VALUES,
  ...person,
  kind: getKind(person),
});

/** The fields of a form that the server's errors belong to. */
const FIELD_BY_ERROR: Readonly<Record<string, keyof Values>> = {
  roles: "kind",
  restricted: "kind",
  accessible_job_ids: "accessible_jobs",
};
const shownErrors = ({ fields }: ApiFailure) =>
  Object.fromEntries(
    Object.entries(formErrors(fields)).map(([name, text]) => [FIELD_BY_ERROR[name] ?? name, text]),
  );

/** The message of a failure in a banner; null where the fields show it. */
const formatBanner = ({ fields, status, message }: ApiFailure): string | null => {
  if (Object.keys(fields).length > 0) return null;
  return status === 409 ? message : MESSAGES.action("saving the user");
};

const toFields = ({ kind, accessible_jobs, credential: _, ...chosen }: Values) => {
  const { name, email, hide_specs, may_download_models, may_comment, queue_weight } = chosen;
  const exceptions = { hide_specs, may_download_models, may_comment, queue_weight };
  const accessible_job_ids = accessible_jobs.map(({ id }) => id);
  return { name, email, ...getRights(kind), ...exceptions, accessible_job_ids };
};
type Fields = ReturnType<typeof toFields>;

/**
 * Saves the fields of a person that the form has changed.
 * @param first the fields with which the form was opened
 */
function createSaver(id: number, first: Fields) {
  const params = { user_id: id };
  /** The values that the admin has seen: the first ones, and those that a refusal has shown. */
  let base = first;
  const conflicts = new Set<string>();
  return async (fields: Fields): Promise<Person> => {
    // After a conflict the first value is a choice, too.
    const isChosen = ([field, value]: [string, unknown]) =>
      conflicts.has(field) || JSON.stringify(value) !== JSON.stringify(Reflect.get(first, field));
    const changed = Object.fromEntries(Object.entries(fields).filter(isChosen));
    const answer = await call("updateUser", { params, body: { ...changed, base } }).catch(asFailure);
    if (!(answer instanceof ApiFailure)) return answer;
    if (answer.status === 409) {
      for (const field of Object.keys(answer.fields)) conflicts.add(field);
      base = toFields(createValues(await call("getPerson", { params })));
    }
    throw answer;
  };
}

type SavedPerson = { person: Pick<Person, "name" | "email">; credential: Credential | null };

/** The form of a person. `person`: null for one who is to be created. `onSaved` gets what is to be handed to them. */
export function usePersonForm(person: PersonDetail | null, onSaved: (saved: SavedPerson) => void) {
  const form = useForm<Values>({
    initialValues: person === null ? EMPTY_VALUES : createValues(person),
    validate: schemaResolver(personFields.pick({ name: true, email: true }), { sync: true }),
  });
  const { run, busy } = useAction("saving the user", {
    message: formatBanner,
    onFailure: (failure) => form.setErrors(shownErrors(failure)),
  });
  const [update] = useState(() => person && createSaver(person.id, toFields(createValues(person))));
  const save = form.onSubmit((values) => {
    const { credential } = values;
    const fields = toFields(values);
    return run(async () => {
      if (update !== null) return onSaved({ person: await update(fields), credential: null });
      onSaved({
        person: fields,
        credential: await call("createUser", { body: { ...fields, credential } }),
      });
    });
  });
  return { form, save, busy };
}
