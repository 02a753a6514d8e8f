import {
  type GivenScoreInput,
  type GivenVariable,
  type SpecJobSettings,
  specJobSettings,
} from "@understudy/shared/api/spec-job.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import type { SpecModel } from "@understudy/shared/domain/spec-manifest.ts";
import { defaultGiven } from "@understudy/shared/spec-job/complete-variable.ts";
import type { JobRun, StoredScoreInput } from "../models/run.ts";

/**
 * Presents the settings that a job was created with, as a page would send them again; its files cannot be sent again.
 */
export function presentSpecJobSettings(run: JobRun): SpecJobSettings {
  const variables = Object.fromEntries(
    Object.entries(run.variables).map(([name, variable]) => [name, presentVariable(variable)]),
  );
  return {
    variables,
    maximum_simulations: run.maximum_simulations,
    warm_start: run.warm_start,
    earlier_simulations: run.earlier_simulations,
    num_walkers: run.num_walkers,
    stretch_probability: run.stretch_probability,
    emulator_uncertainty: run.emulator_uncertainty,
    in_spec_only: run.in_spec_only,
    train_when_done: run.train_when_done,
    score_function: run.score_function && {
      name: run.score_function.name,
      inputs: Object.fromEntries(
        Object.entries(run.score_function.inputs).map(([name, input]) => [name, presentScoreInput(input)]),
      ),
    },
    further_goals: run.further_goals,
    distributions: run.distributions,
    respect_relation: run.respect_relation,
    kept_relation: run.relation,
  };
}

/**
 * Presents the initial settings of a job on the emulator of uploaded data: all of its columns, over the ranges of the
 * rows.
 */
export function presentDataSettings({ variables }: Pick<SpecModel, "variables">): SpecJobSettings {
  return specJobSettings.parse({
    variables: Object.fromEntries(variables.map((variable) => [variable.name, defaultGiven(variable)])),
  });
}

const presentScoreInput = (input: StoredScoreInput): GivenScoreInput =>
  input.type === "File" ? { type: input.type, file_id: null } : input;

function presentVariable(variable: JobVariable): GivenVariable {
  switch (variable.type) {
    case "Scalar": {
      const { type, lbound, ubound, initval, fixed } = variable;
      return { type, lbound, ubound, initval, fixed };
    }
    case "Vector": {
      const { type, lbound, ubound, initval, fixed } = variable;
      return { type, lbound, ubound, initval, fixed };
    }
    case "MultiSelect": {
      const { type, options, initval, fixed } = variable;
      // A fixed one may be varied again: then over all options.
      return { type, options: fixed ? null : options, initval, fixed };
    }
    case "String":
    case "SingleSelect":
      return variable;
    case "File":
      return { type: variable.type, file_id: null };
  }
}
