import { Button, Group, Input, Text, TextInput } from "@mantine/core";
import type { ManifestVariable } from "@understudy/shared/domain/spec-manifest.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { type FormEvent, useEffect, useMemo, useRef, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { AddTag } from "../../../components/add-tag.tsx";
import { ErrorBanner } from "../../../components/error-banner.tsx";
import { fieldError } from "../../../components/field-errors.ts";
import { focusFirstInvalid } from "../../../components/focus-first-invalid.ts";
import { TagList } from "../../../components/tag-list.tsx";
import { useConnectedServers } from "../../../hooks/use-connected-servers.ts";
import { useLeaveGuard } from "../../../hooks/use-leave-guard.tsx";
import { draftOf } from "./draft.ts";
import { isAbout, refusedVariables } from "./errors.ts";
import { ExtraDataField } from "./extra-data-field.tsx";
import { groupsOf } from "./groups.ts";
import { settingsOf } from "./job-draft.ts";
import classes from "./new-spec-job.module.css";
import { offersEmulator, simulationServers } from "./places.ts";
import { ResourceDialog } from "./resource-dialog.tsx";
import { ScoreFields } from "./score-fields.tsx";
import { SettingsFields } from "./settings-fields.tsx";
import { type NewSpecJob, useNewSpecJob } from "./use-new-spec-job.ts";
import { VariableGroups } from "./variable-groups.tsx";
import { VariableRow } from "./variable-row.tsx";

/** Specs of this template are trained as they are. */
const FIXED_TEMPLATE = "spectre_nnva";

const countText = (count: number, noun: string): string =>
  `${count.toLocaleString()} ${noun}${count === 1 ? "" : "s"}`;

export function NewSpecJobForm(props: NewSpecJob) {
  const { spec, objective, emulatorJob } = props;
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const job = useNewSpecJob(props);
  const { draft, change, errors, read } = job;
  const leaving = useLeaveGuard(job.isChanged);
  const isSingle = objective === "Single Run";
  const disabled = spec.from_template === FIXED_TEMPLATE;
  const { servers } = useConnectedServers(job.isAsking);
  const { groups } = useMemo(() => groupsOf(spec), [spec]);
  const [open, setOpen] = useState(() =>
    spec.variable_groups.filter((group) => group.open_by_default).map(({ name }) => name),
  );
  const refused = useMemo(() => refusedVariables(job.refused), [job.refused]);
  const isTold = (name: string) => job.tried || job.left.has(name);
  const isWrong = ({ name }: ManifestVariable) =>
    refused[name] !== undefined ||
    (isTold(name) && Object.keys(read.errors).some((field) => isAbout(field, `variables.${name}`)));
  const wrongIn = (variables: readonly ManifestVariable[]) => variables.filter(isWrong).length;

  /** What is to be mended is opened, and the first of it gets the focus once it is on the page. */
  function lead(isToMend: (variable: ManifestVariable) => boolean): void {
    const folded = groups.filter(({ variables }) => variables.some(isToMend)).map(({ name }) => name);
    setOpen((before) => [...new Set([...before, ...folded])]);
    focusFirstInvalid(form.current);
  }

  const leadOn = useRef(lead);
  leadOn.current = lead;
  useEffect(() => {
    if (Object.keys(refused).length > 0) leadOn.current(({ name }) => refused[name] !== undefined);
  }, [refused]);

  function create(event: FormEvent): void {
    event.preventDefault();
    // The form in the tags' popover is another: its events come here through React.
    if (event.target !== event.currentTarget) return;
    if (job.ask()) return;
    const fields = Object.keys(read.errors);
    lead(({ name }) => fields.some((field) => isAbout(field, `variables.${name}`)));
  }

  return (
    <>
      <form
        ref={form}
        onSubmit={create}
        noValidate
        className={classes.layout}
        data-one={isSingle || undefined}
      >
        <div className={classes.main}>
          {job.problems.length > 0 && (
            <ErrorBanner message={MESSAGES.creatingJob}>
              {job.problems.map((problem) => (
                <Text key={problem} size="sm">
                  {problem}
                </Text>
              ))}
            </ErrorBanner>
          )}
          <div className={classes.about}>
            <TextInput
              label="Name"
              required
              maxLength={200}
              value={draft.name}
              error={fieldError(errors, "name")}
              onChange={(event) => change("name", { name: event.currentTarget.value })}
            />
            <Input.Wrapper label="Tags" labelElement="div" error={fieldError(errors, "tags")}>
              <TagList
                names={draft.tags}
                onRemove={(name) =>
                  change("tags", ({ tags }) => ({ tags: tags.filter((one) => one !== name) }))
                }
              >
                <AddTag
                  taken={draft.tags}
                  onAdd={(name) => {
                    change("tags", ({ tags }) => ({ tags: [...tags, name] }));
                    return Promise.resolve(true);
                  }}
                />
              </TagList>
            </Input.Wrapper>
          </div>
          <section aria-label="Variables">
            <Group justify="space-between" gap="xs" mb={6} align="baseline">
              <Text component="h2" className={classes.title}>
                Variables
              </Text>
              {!isSingle && (
                <Text size="xs" c="dimmed" data-numeric>
                  {read.varied} varied. Numbers may be written as 20u, 1.5k or 2e-5.
                </Text>
              )}
            </Group>
            {disabled && (
              <Text size="sm" c="dimmed" mb={6}>
                The parameters of this spec are given by its netlist and cannot be changed here.
              </Text>
            )}
            {fieldError(errors, "variables") !== null && (
              <Text size="sm" c="var(--mantine-color-error)" mb={6} role="alert">
                {fieldError(errors, "variables")}
              </Text>
            )}
            <VariableGroups
              spec={spec}
              oneValue={isSingle}
              open={open}
              onOpen={setOpen}
              wrongIn={wrongIn}
              row={(variable) => (
                <VariableRow
                  key={variable.name}
                  variable={variable}
                  draft={draft.variables[variable.name] ?? draftOf(variable, null)}
                  oneValue={isSingle}
                  disabled={disabled}
                  isTold={isTold(variable.name)}
                  refused={refused[variable.name]}
                  uploads={job.uploads}
                  onChange={job.changeVariable}
                  onLeave={job.leave}
                />
              )}
            />
          </section>
        </div>
        <div className={classes.side} hidden={isSingle}>
          <ScoreFields
            spec={spec}
            objective={objective}
            draft={draft.score}
            errors={errors}
            uploads={job.uploads}
            onChange={(changed) => change("score_function", ({ score }) => ({ score: changed(score) }))}
          />
          <SettingsFields
            objective={objective}
            draft={draft}
            defaultWalkers={read.defaultWalkers}
            errors={errors}
            onChange={change}
            onLeave={job.leave}
          />
          {settingsOf(objective).extraData && (
            <ExtraDataField
              state={draft.extraData}
              problems={errors.extra_data_file_id ?? []}
              uploads={job.uploads}
              onState={(extraData) => change("extra_data_file_id", { extraData })}
            />
          )}
        </div>
        <div className={classes.actions}>
          <Text size="xs" c="dimmed" className={classes.summary} data-numeric>
            {isSingle
              ? "One simulation"
              : `${countText(read.varied, "varied variable")}, at most ${countText(read.given.maximum_simulations, "simulation")}`}
          </Text>
          <Button component={Link} to="/specs" variant="default">
            Cancel
          </Button>
          <Button type="submit">Create Job</Button>
        </div>
      </form>
      {leaving.dialog}
      <ResourceDialog
        opened={job.isAsking}
        objective={objective}
        emulator={offersEmulator(objective) ? (emulatorJob?.name ?? null) : null}
        servers={servers && simulationServers(servers, spec)}
        draft={job.places}
        problems={["resource", "resources", "simulation_resources"].flatMap(
          (field) => job.refused[field] ?? [],
        )}
        busy={job.busy}
        onChange={job.changePlaces}
        onClose={job.stopAsking}
        onSubmit={(selection) =>
          void job.submit(selection).then((id) => {
            if (id === null) return;
            leaving.release();
            navigate(`/jobs/${id}`);
          })
        }
      />
    </>
  );
}
