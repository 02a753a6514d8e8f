/**
 * The state of the form of a new job, and every way in which it changes. Pure: requests are made in
 * use-new-spec-job.ts.
 */
import type { Job } from "@understudy/shared/api/job.ts";
import type { SpecVersion } from "@understudy/shared/api/spec.ts";
import { assertNever } from "@understudy/shared/assert-never.ts";
import type { Objective } from "@understudy/shared/domain/objectives.ts";
import { MAX_NAME_LENGTH } from "@understudy/shared/limits.ts";
import type { FormValues } from "#data/job-drafts.ts";
import type { EmulatorJob } from "#designs/weak-outputs.ts";
import { type FileState, hasSameFile } from "#uploads/use-file-upload.ts";
import type { VariableDraft } from "./draft.ts";
import { withFormValues } from "./form-fields.ts";
import { findFieldOfFile, type JobDraft, newDraft, readFile, withFile } from "./job-draft.ts";
import { NO_CHOICE, type ResourceDraft } from "./resource-draft.ts";
import type { Start } from "./start.ts";

export type NewSpecJob = {
  spec: SpecVersion;
  objective: Objective;
  /** The job whose emulator may be used instead of simulations, or is compared with them. */
  emulatorJob: (Pick<Job, "name"> & EmulatorJob) | null;
  /** The settings that this job begins with; null: the defaults. */
  settings: Start | null;
  /** The values of the form that several people fill in together; null: this person fills it in alone. */
  shared: FormValues | null;
  /** The id of that form. */
  draftId: number | null;
  /** It begins at the values of the emulator's sliders, to be simulated: the emulator's prediction is known already. */
  isCheck: boolean;
};

export type FormState = {
  readonly initial: JobDraft;
  readonly draft: JobDraft;
  readonly resources: ResourceDraft;
  /** The dialog asks where to run. */
  readonly isDialogOpen: boolean;
  /** Creating was tried: everything that is wrong is shown. */
  readonly wasSubmitted: boolean;
  /** Fields that lost the focus once: what is wrong with them is shown. */
  readonly touched: ReadonlySet<string>;
  /** Fields that changed since the last request: the server's errors for them are cleared. */
  readonly changed: ReadonlySet<string>;
  /** The last merge of values that others have given fields; 0: none. */
  readonly merge: number;
};

type DraftChange = Partial<JobDraft> | ((before: JobDraft) => Partial<JobDraft>);

export type FormAction =
  | { type: "change"; field: string; changes: DraftChange }
  | { type: "change-variable"; name: string; draft: VariableDraft }
  | { type: "upload"; field: string; file: FileState }
  | { type: "change-resources"; field: string; changes: Partial<ResourceDraft> }
  | { type: "merge"; keys: readonly string[]; apply: (draft: JobDraft) => JobDraft; merge: number }
  | { type: "touch"; field: string }
  | { type: "submit"; isValid: boolean }
  | { type: "send" }
  | { type: "close-dialog" };

const checkName = (emulator: string): string => `Check of ${emulator}`.slice(0, MAX_NAME_LENGTH);

export function initialState({
  spec,
  objective,
  emulatorJob,
  settings,
  shared,
  isCheck,
}: NewSpecJob): FormState {
  const fresh = {
    ...newDraft(spec, objective, settings),
    ...(isCheck && emulatorJob !== null && { name: checkName(emulatorJob.name) }),
  };
  const draft = shared === null ? fresh : withFormValues({ spec, objective }, fresh, shared);
  return {
    initial: draft,
    draft,
    resources: isCheck ? { ...NO_CHOICE, kind: "server" } : NO_CHOICE,
    isDialogOpen: false,
    wasSubmitted: false,
    touched: new Set(),
    changed: new Set(),
    merge: 0,
  };
}

export function formReducer(state: FormState, action: FormAction): FormState {
  const { draft, resources, touched } = state;
  switch (action.type) {
    case "change": {
      const { field, changes } = action;
      const newValues = typeof changes === "function" ? changes(draft) : changes;
      return withChanged({ ...state, draft: { ...draft, ...newValues } }, field);
    }
    case "change-variable": {
      const variables = { ...draft.variables, [action.name]: action.draft };
      return withChanged({ ...state, draft: { ...draft, variables } }, `variables.${action.name}`);
    }
    case "upload": {
      const { field, file } = action;
      const before = readFile(draft, field);
      // A field without a file says so when it comes to the page: nobody has filled anything in.
      if (before.status === "empty" && file.status === "empty") return state;
      const uploaded = { ...state, draft: withFile(draft, field, file) };
      // The server's errors for a file hold while its upload moves on: it may end after the request has begun.
      return hasSameFile(before, file) ? uploaded : withChanged(uploaded, findFieldOfFile(field));
    }
    case "change-resources":
      return withChanged({ ...state, resources: { ...resources, ...action.changes } }, action.field);
    case "merge": {
      const changed = new Set([...state.changed, ...action.keys.map(findErrorField)]);
      return { ...state, draft: action.apply(draft), changed, merge: action.merge };
    }
    case "touch":
      return touched.has(action.field) ? state : { ...state, touched: new Set(touched).add(action.field) };
    case "submit":
      return { ...state, wasSubmitted: true, isDialogOpen: action.isValid };
    case "send":
      return { ...state, changed: new Set() };
    case "close-dialog":
      return { ...state, isDialogOpen: false };
    default:
      return assertNever(action);
  }
}

/** The server names a variable as a whole, and the settings as the API does. */
const findErrorField = (key: string): string =>
  key.startsWith("variables.") ? key.slice(0, key.lastIndexOf(".")) : toSnakeCase(key);
const toSnakeCase = (key: string): string => key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const withChanged = (state: FormState, field: string): FormState => ({
  ...state,
  changed: new Set(state.changed).add(field),
});
