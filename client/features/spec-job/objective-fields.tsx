import { Paper } from "@mantine/core";
import type { SpecVersion } from "@understudy/shared/api/spec.ts";
import { OBJECTIVE_TRAITS, type Objective } from "@understudy/shared/domain/objectives.ts";
import type { ReactNode } from "react";
import { FileField } from "#uploads/file-field.tsx";
import type { FileState } from "#uploads/use-file-upload.ts";
import { FurtherGoals } from "./further-goals.tsx";
import { hasLimits, type JobDraft, listSettings, OBJECTIVE_TEXTS } from "./job-draft.ts";
import { RelationOfRowsField } from "./relation-field.tsx";
import { ScoreFields } from "./score-fields.tsx";
import { ScorePreview } from "./score-preview.tsx";
import { SettingsFields } from "./settings-fields.tsx";
import { useFieldUpload } from "./use-field-upload.ts";
import type { NewSpecJobForm } from "./use-new-spec-job.ts";
import type { Uploads } from "./use-uploads.ts";

type Props = { spec: SpecVersion; objective: Objective; form: NewSpecJobForm };

/** The fields of an objective besides variables: a score, settings of the run, rows that are known already. */
export function ObjectiveFields({ spec, objective, form }: Props) {
  const { state, dispatch, read, errors, uploads } = form;
  const { draft } = state;
  const change = (field: string, changes: Partial<JobDraft>) => dispatch({ type: "change", field, changes });
  return (
    <>
      <ScoreFields
        spec={spec}
        objective={objective}
        draft={draft.score}
        errors={errors}
        uploads={uploads}
        onChange={(changed) =>
          dispatch({
            type: "change",
            field: "score_function",
            changes: ({ score }) => ({ score: changed(score) }),
          })
        }
      />
      {listSettings(objective).furtherGoals && (
        <FurtherGoals
          spec={spec}
          goals={draft.goals}
          errors={errors}
          onChange={(field, changed) =>
            dispatch({ type: "change", field, changes: ({ goals }) => ({ goals: changed(goals) }) })
          }
          onLeave={(field) => dispatch({ type: "touch", field })}
        />
      )}
      {listSettings(objective).score && <ScorePreview specVersionId={spec.id} read={read} />}
      <SettingsFields
        objective={objective}
        isSimulated={spec.run !== null}
        hasEmulator={form.emulatorJobId !== null}
        canBeInSpec={hasLimits(spec, draft.score.name)}
        draft={draft}
        varied={read.varied}
        defaultWalkers={read.defaultWalkers}
        errors={errors}
        onChange={change}
        onLeave={(field) => dispatch({ type: "touch", field })}
      />
      {listSettings(objective).extraData && spec.run !== null && (
        <ExtraDataField
          objective={objective}
          state={draft.extraData}
          problems={errors.extra_data_file_id ?? []}
          uploads={uploads}
        >
          {keepsRelationOfRows(objective, form) && <RelationOfRowsField form={form} />}
        </ExtraDataField>
      )}
    </>
  );
}

/** True if the designs keep the relation of the rows of the file: there is no emulator whose rows have one. */
const keepsRelationOfRows = (objective: Objective, { state, emulatorJobId }: NewSpecJobForm): boolean =>
  OBJECTIVE_TRAITS[objective].keepsRelation === "always" &&
  emulatorJobId === null &&
  state.draft.extraData.status !== "empty";

type ExtraDataFieldProps = {
  objective: Objective;
  state: FileState;
  problems: readonly string[];
  uploads: Uploads;
  children: ReactNode;
};

/** Rows that are known already, and need no simulation. */
function ExtraDataField({ objective, state, problems, uploads, children }: ExtraDataFieldProps) {
  const upload = useFieldUpload("extra_data_file_id", uploads, state);
  return (
    <Paper withBorder p="md" component="section" aria-label="Extra Data">
      <FileField
        label="Extra Data"
        description={`Optional. A CSV file in which each row holds all variable and output values.${OBJECTIVE_TEXTS[objective].extraData}`}
        required={false}
        error={problems.length === 0 ? null : problems.join("\n")}
        upload={upload}
      />
      {children}
    </Paper>
  );
}
