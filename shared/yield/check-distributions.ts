/** These functions find the problems of the distributions of a job's inputs. */
import type { Distributions } from "../domain/distribution.ts";
import type { JobVariable } from "../domain/job-variable.ts";
import { MESSAGES } from "../messages/messages.ts";
import { distributionProblem } from "./check-distribution.ts";
import { uncertainInputs } from "./uncertain-inputs.ts";

/** The problems are listed by the field of the request, such as `distributions.x`. */
export function distributionErrors(
  variables: Readonly<Record<string, JobVariable>>,
  distributions: Distributions,
): Record<string, string[]> {
  const inputs = new Map(uncertainInputs(variables).map((input) => [input.name, input]));
  return Object.fromEntries(
    Object.entries(distributions).flatMap(([name, distribution]) => {
      const input = inputs.get(name);
      const problem =
        input === undefined ? MESSAGES.noSuchVariable(name) : distributionProblem(distribution, input);
      return problem === null ? [] : [[`distributions.${name}`, [problem]]];
    }),
  );
}
