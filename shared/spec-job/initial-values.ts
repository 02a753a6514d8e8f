import type { JobVariable } from "../domain/job-variable.ts";
import type { SimulationInputs } from "../domain/simulation.ts";

/**
 * Returns the values that all simulations of a job have in common, and the initial values of the variables that vary.
 * Files have none.
 */
export const initialValues = (variables: Readonly<Record<string, JobVariable>>): SimulationInputs =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([name, variable]) =>
      variable.type === "File" ? [] : [[name, variable.initval]],
    ),
  );
