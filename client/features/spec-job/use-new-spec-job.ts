import type { ResourceSelection } from "@understudy/shared/api/spec-job.ts";
import { OBJECTIVE_TRAITS } from "@understudy/shared/domain/objectives.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useCallback, useMemo, useReducer } from "react";
import { type ApiFailure, asFailure, call, type FieldErrors } from "#api/call.ts";
import type { FormValues } from "#data/job-drafts.ts";
import { completedDraft, useSharedForm } from "#shared-form/use-shared-form.ts";
import { isWithin } from "#ui/field-errors.ts";
import { useAction } from "#ui/use-action.ts";
import { shownErrors, stillRefused } from "./errors.ts";
import { toFormValues, withFormValues } from "./form-fields.ts";
import { formReducer, initialState, type NewSpecJob } from "./form-state.ts";
import type { JobDraft } from "./job-draft.ts";
import { readDraft, withFiles } from "./read-job.ts";
import { useUploads } from "./use-uploads.ts";

/** A large file is read and checked while the page waits. */
const CREATE_TIMEOUT_MS = 180_000;

const NO_ERRORS: FieldErrors = {};

/** Somebody else has created the job of a form that several people fill in, or is doing so. */
const CONFLICT_STATUS = 409;

/** The spec version's own message, or the general one where no field says what is wrong. */
const formatMessage = ({ fields, status, message }: ApiFailure): string | null => {
  const [ofSpec] = fields.spec_version_id ?? [];
  if (status === CONFLICT_STATUS) return message;
  return ofSpec ?? (Object.keys(fields).length === 0 ? MESSAGES.creatingJob : null);
};

/** The form's state, what is wrong with it, and the requests that follow from it. */
export function useNewSpecJob(props: NewSpecJob) {
  const { spec, objective, emulatorJob, draftId } = props;
  const [state, dispatch] = useReducer(formReducer, props, initialState);
  const uploads = useUploads(dispatch);
  const kind = useMemo(() => ({ spec, objective }), [spec, objective]);
  const shared = useSharedForm({
    draftId,
    specVersionId: spec.id,
    readValues: useCallback(() => toFormValues(kind, state.draft), [kind, state.draft]),
    lastMerge: state.merge,
    showMerge: useCallback(
      (values: FormValues, merge: number) => {
        const apply = (before: JobDraft) => withFormValues(kind, before, values);
        dispatch({ type: "merge", keys: Object.keys(values), apply, merge });
      },
      [kind],
    ),
  });
  const { run, busy, failure } = useAction("creating the job", { message: formatMessage });
  const { draft, changed } = state;
  const emulatorJobId = emulatorJob?.id ?? null;
  const read = useMemo(
    () => readDraft(spec, objective, emulatorJobId, draft),
    [spec, objective, emulatorJobId, draft],
  );
  const refusal = failure?.fields ?? NO_ERRORS;
  const refused = useMemo(() => stillRefused(refusal, changed), [refusal, changed]);

  /** Opens the dialog if the form is valid; returns whether it is. */
  function submit(): boolean {
    const isValid = Object.keys(read.errors).length === 0;
    dispatch({ type: "submit", isValid });
    return isValid;
  }

  /** Creates the job; returns its id, or null when the request or an upload failed. */
  async function create(selection: ResourceSelection): Promise<number | null> {
    const { field } = OBJECTIVE_TRAITS[objective].resources;
    let id: number | null = null;
    dispatch({ type: "send" });
    await run(async () => {
      const files = await uploads.finished();
      const payload = withFiles(read.payload, (file) => files.get(file) ?? null);
      // The field of the file shows that it failed.
      if (payload === null) return dispatch({ type: "close-dialog" });
      try {
        const params = { spec_version_id: spec.id };
        const body = { ...payload, [field]: selection, ...completedDraft(shared) };
        id = (await call("createSpecJob", { params, body, timeoutMs: CREATE_TIMEOUT_MS })).id;
      } catch (thrown) {
        const isOfDialog = Object.keys(asFailure(thrown).fields).every((path) => isWithin(path, field));
        if (!isOfDialog) dispatch({ type: "close-dialog" });
        throw thrown;
      }
    });
    return id;
  }

  return {
    state,
    dispatch,
    uploads,
    shared,
    read,
    emulatorJobId,
    /** The answer to the last request; `refused`: its errors, without those of fields that have changed since. */
    refusal,
    refused,
    errors: shownErrors(read.errors, refused, state),
    submit,
    create,
    busy,
  };
}

export type NewSpecJobForm = ReturnType<typeof useNewSpecJob>;
