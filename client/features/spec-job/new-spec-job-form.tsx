import { Input, Text, TextInput } from "@mantine/core";
import type { SpecVersion } from "@understudy/shared/api/spec.ts";
import type { GivenSpecJob, ResourceSelection } from "@understudy/shared/api/spec-job.ts";
import { counted } from "@understudy/shared/counted.ts";
import { OBJECTIVE_TRAITS } from "@understudy/shared/domain/objectives.ts";
import { MAX_NAME_LENGTH } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import isEqual from "fast-deep-equal";
import { type FormEvent, useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { type Code, specJobCode } from "#copy-as-code/code.ts";
import { useConnectedServers } from "#data/connected-servers.ts";
import { EmulatorWarning } from "#designs/emulator-warning.tsx";
import { scoredOutputs } from "#designs/weak-outputs.ts";
import { MarkedField, SharedFieldMarks } from "#shared-form/field-marks.tsx";
import { FormPresence } from "#shared-form/form-presence.tsx";
import { SharedFormBar } from "#shared-form/shared-form-bar.tsx";
import { AddTag } from "#ui/add-tag.tsx";
import { fieldError } from "#ui/field-errors.ts";
import { focusFirstInvalid } from "#ui/focus-first-invalid.ts";
import { FormButtons } from "#ui/form-buttons.tsx";
import { ErrorBanner } from "#ui/load-states.tsx";
import { TagList } from "#ui/tag-list.tsx";
import { useLeaveGuard } from "#ui/use-leave-guard.tsx";
import { DistributionsField } from "./distributions-field.tsx";
import { resourceProblems, unshownProblems, variablesIn } from "./errors.ts";
import { labelField } from "./form-fields.ts";
import type { NewSpecJob } from "./form-state.ts";
import { listSettings, OBJECTIVE_TEXTS } from "./job-draft.ts";
import classes from "./new-spec-job.module.css";
import { ObjectiveFields } from "./objective-fields.tsx";
import { RelationField } from "./relation-field.tsx";
import { ResourceDialog } from "./resource-dialog.tsx";
import { offersEmulator, simulationServers, withoutServers } from "./resource-draft.ts";
import { type NewSpecJobForm as Form, useNewSpecJob } from "./use-new-spec-job.ts";
import { useOpenGroups } from "./use-open-groups.ts";
import { VariablesSection } from "./variables-section.tsx";

const UNSHARED_NOTE = "Files and servers are not shared: whoever creates the job chooses both.";

/** A job from a spec version: its fields, then a dialog that asks where it runs. */
export function NewSpecJobForm(props: NewSpecJob) {
  const { spec, objective } = props;
  const navigate = useNavigate();
  const element = useRef<HTMLFormElement>(null);
  const form = useNewSpecJob(props);
  const { state, read, refusal, refused } = form;
  const groups = useOpenGroups(spec);
  const { reveal } = groups;
  const { shared } = form;
  const isShared = shared.stored !== null && !shared.stored.is_deleted;
  // What is shared stays, except for files.
  const isUnsaved = isShared
    ? shared.saveState === "failed" || hasFiles(read.payload)
    : !isEqual(state.draft, state.initial);
  const leaving = useLeaveGuard(isUnsaved);
  const { isSingle } = OBJECTIVE_TRAITS[objective];

  useEffect(() => {
    const variables = variablesIn(refusal);
    if (variables.size === 0) return;
    reveal(variables);
    focusFirstInvalid(element.current);
  }, [refusal, reveal]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    // The form in the tags' popover is another: its events come here through React.
    if (event.target !== event.currentTarget || form.submit()) return;
    reveal(variablesIn(read.errors));
    focusFirstInvalid(element.current);
  }

  async function create(selection: ResourceSelection): Promise<void> {
    const id = await form.create(selection);
    if (id === null) return;
    leaving.release();
    navigate(`/jobs/${id}`);
  }

  return (
    <SharedFieldMarks draft={shared.stored}>
      <form
        ref={element}
        data-form={isShared ? "" : undefined}
        onSubmit={submit}
        noValidate
        className={classes.layout}
        data-single={isSingle || undefined}
      >
        <div className={classes.main}>
          <UnshownProblems problems={unshownProblems(refused, spec.variables)} />
          <SharedFormBar
            shared={shared}
            labelField={(key) => labelField(props, key)}
            note={UNSHARED_NOTE}
            isCreating={form.busy}
          />
          <GeneralFields form={form} />
          <VariablesSection
            spec={spec}
            hasOneValue={isSingle}
            emulatorJobId={props.emulatorJob?.id ?? null}
            form={form}
            groups={groups}
          />
          {listSettings(objective).distributions && <DistributionsField spec={spec} form={form} />}
        </div>
        <div className={classes.side} hidden={isSingle}>
          {props.emulatorJob !== null && (
            <>
              <EmulatorWarning job={props.emulatorJob} outputs={scoredOutputs(read.payload)} />
              {!isSingle && <RelationField emulatorJobId={props.emulatorJob.id} form={form} />}
            </>
          )}
          <ObjectiveFields spec={spec} objective={objective} form={form} />
        </div>
        <div className={classes.actions}>
          <Text size="xs" c="dimmed" className={classes.summary} data-numeric>
            {summaryText(props, read)}
          </Text>
          <FormButtons
            cancelTo={spec.data_job_id === null ? "/specs" : `/jobs/${spec.data_job_id}`}
            submit="Create Job"
          />
        </div>
      </form>
      {shared.openId !== null && <FormPresence draftId={shared.openId} root={element} />}
      {leaving.dialog}
      <WhereToRun {...props} form={form} onSubmit={(selection) => void create(selection)} />
    </SharedFieldMarks>
  );
}

/** The work of the job, in a few words. */
function summaryText({ objective, emulatorJob }: NewSpecJob, { varied, payload }: Form["read"]): string {
  if (OBJECTIVE_TRAITS[objective].isSingle) return "One simulation";
  const unit = emulatorJob === null ? "simulation" : OBJECTIVE_TEXTS[objective].unitOnEmulator;
  return `${counted(varied, "varied variable")}, at most ${counted(payload.maximum_simulations, unit)}`;
}

function UnshownProblems({ problems }: { problems: readonly string[] }) {
  if (problems.length === 0) return null;
  return (
    <ErrorBanner message={MESSAGES.creatingJob}>
      {problems.map((problem) => (
        <Text key={problem} size="sm">
          {problem}
        </Text>
      ))}
    </ErrorBanner>
  );
}

type WhereToRunProps = NewSpecJob & { form: Form; onSubmit: (selection: ResourceSelection) => void };

/** The dialog, with the servers that there are while it is open. */
function WhereToRun({ spec, objective, emulatorJob, form, onSubmit }: WhereToRunProps) {
  const { state, dispatch, read, refused, busy } = form;
  const { servers } = useConnectedServers(state.isDialogOpen);
  const { field } = OBJECTIVE_TRAITS[objective].resources;
  return (
    <ResourceDialog
      opened={state.isDialogOpen}
      objective={objective}
      emulator={offersEmulator(objective) ? (emulatorJob?.name ?? null) : null}
      withoutServers={withoutServers(spec)}
      servers={servers && simulationServers(servers, spec)}
      draft={state.resources}
      problems={resourceProblems(refused)}
      busy={busy}
      createCode={jobCode(spec, read.payload)}
      onChange={(changes) => dispatch({ type: "change-resources", field, changes })}
      onClose={() => dispatch({ type: "close-dialog" })}
      onSubmit={onSubmit}
    />
  );
}

/** True if the job needs files: an uploaded file belongs to one job, so code with its id could not be run again. */
function hasFiles({ variables, score_function, extra_data_file_id }: GivenSpecJob): boolean {
  const parts = [...Object.values(variables), ...Object.values(score_function?.inputs ?? {})];
  return extra_data_file_id !== null || parts.some((part) => part.type === "File" && part.file_id !== null);
}

/** The code that creates what the form describes; null for a job with files. */
function jobCode(
  { id }: Pick<SpecVersion, "id">,
  payload: GivenSpecJob,
): ((selection: ResourceSelection, origin: string) => Code) | null {
  if (hasFiles(payload)) return null;
  const { field } = OBJECTIVE_TRAITS[payload.objective].resources;
  return (selection, origin) => specJobCode(origin, id, { ...payload, [field]: selection });
}

/** The name and the tags of the job. */
function GeneralFields({ form }: { form: Form }) {
  const { state, dispatch, errors } = form;
  const { name, tags } = state.draft;
  const setTags = (change: (before: readonly string[]) => readonly string[]) =>
    dispatch({ type: "change", field: "tags", changes: (before) => ({ tags: change(before.tags) }) });
  return (
    <div className={classes.about}>
      <MarkedField field="name">
        <TextInput
          label="Name"
          required
          maxLength={MAX_NAME_LENGTH}
          value={name}
          error={fieldError(errors, "name")}
          onChange={(event) =>
            dispatch({ type: "change", field: "name", changes: { name: event.currentTarget.value } })
          }
        />
      </MarkedField>
      <MarkedField field="tags">
        <Input.Wrapper label="Tags" labelElement="div" error={fieldError(errors, "tags")}>
          <TagList
            names={tags}
            onRemove={(removed) => setTags((before) => before.filter((tag) => tag !== removed))}
          >
            <AddTag
              taken={tags}
              onAdd={(added) => {
                setTags((before) => [...before, added]);
                return Promise.resolve(true);
              }}
            />
          </TagList>
        </Input.Wrapper>
      </MarkedField>
    </div>
  );
}
