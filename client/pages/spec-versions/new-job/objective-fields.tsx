import type { SpecVersion } from "@understudy/shared/api/spec.ts";
import type { Objective } from "@understudy/shared/domain/job.ts";
import { ExtraDataField } from "./extra-data-field.tsx";
import { FurtherGoals } from "./further-goals.tsx";
import { hasLimits, type JobDraft, listSettings } from "./job-draft.ts";
import { ScoreFields } from "./score-fields.tsx";
import { ScorePreview } from "./score-preview/score-preview.tsx";
import { SettingsFields } from "./settings-fields.tsx";
import type { NewSpecJobForm } from "./use-new-spec-job.ts";

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
          onState={(extraData) => change("extra_data_file_id", { extraData })}
        />
      )}
    </>
  );
}
