import type { GivenVariable, SpecJobSettings } from "@understudy/shared/api/spec-job.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import type { JobRun } from "../models/run.ts";

/** What a job was created with, as a page would send it again; of files nothing is left to send. */
export function presentSpecJobSettings(run: JobRun): SpecJobSettings {
  const { maximum_simulations, warm_start, num_walkers, stretch_probability, train_when_done } = run;
  const variables = Object.fromEntries(
    Object.entries(run.variables).map(([name, variable]) => [name, presentVariable(variable)]),
  );
  return { variables, maximum_simulations, warm_start, num_walkers, stretch_probability, train_when_done };
}

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
