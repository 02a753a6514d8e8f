/** The yield on a job's emulator, within a limit of time. */
import { readFile } from "node:fs/promises";
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import type { Emulator } from "@understudy/engine/models/emulator.ts";
import { restoreEmulator } from "@understudy/engine/models/ensemble/restore.ts";
import { compileGoals, type JobGoals } from "@understudy/engine/specs/job-goals.ts";
import { outputGrids } from "@understudy/engine/specs/output-grids.ts";
import type { Goals } from "@understudy/engine/tasks/optimization/emulator/goals.ts";
import type { YieldQuestion } from "@understudy/engine/tasks/yield/emulator-limit-state.ts";
import { type EmulatorYield, yieldOnEmulator } from "@understudy/engine/tasks/yield/emulator-yield.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { keepRelation } from "@understudy/shared/spec-job/keep-relation.ts";
import { UserError, userMessage } from "@understudy/shared/user-error.ts";
import { distributionErrors } from "@understudy/shared/yield/check-distributions.ts";
import { readChosenScore } from "../files/score-files.ts";
import { presentYield } from "../presenters/yield.ts";
import type { WorkAnswer, WorkRequest } from "./tasks.ts";

/** Well within the time that a thread has for one piece of work. */
const TIME_LIMIT_MS = 14_000;

export async function computeYield(
  request: WorkRequest<"computeYield">,
): Promise<WorkAnswer<"computeYield">> {
  const { model, variables, distributions, leastScore } = request;
  const errors = distributionErrors(variables, distributions);
  if (Object.keys(errors).length > 0) return { errors };
  const { relation } = request;
  const outcome =
    relation === null ? { keptRelation: null } : keepRelation(relation, variables, distributions);
  if ("problem" in outcome) return { errors: { distributions: [outcome.problem] } };
  const compiled = await readGoals(request);
  if ("problem" in compiled) return compiled;
  const least = leastScore ?? (compiled.hasSpec ? 0 : null);
  const goals = goalsFrom(compiled, least);
  if (goals === null) return { errors: { least_score: [MESSAGES.leastScoreRequired] } };
  const emulator = await readEmulator(request.emulator);
  if ("problem" in emulator) return emulator;
  try {
    const curves = outputGrids(model);
    const question = { emulator, variables, distributions, goals, curves, relation: outcome.keptRelation };
    const answer = perform(question, request.seed);
    return presentYield(answer, { ...question, least });
  } catch (error) {
    if (error instanceof UserError) return { errors: { distributions: [error.message] } };
    throw error;
  }
}

function perform(question: YieldQuestion & { emulator: Emulator }, seed: number): EmulatorYield {
  const options = { seed, timeLimitMs: TIME_LIMIT_MS };
  return runToEnd(yieldOnEmulator({ ...question, options, clock: () => performance.now() }));
}

async function readGoals({
  model,
  score,
  furtherGoals,
}: WorkRequest<"computeYield">): Promise<JobGoals | { problem: string }> {
  try {
    return compileGoals(model, await readChosenScore(score), furtherGoals);
  } catch (error) {
    return { problem: userMessage(error, "The score function could not be read.") };
  }
}

async function readEmulator(path: string): Promise<Emulator | { problem: string }> {
  try {
    return restoreEmulator(await readFile(path));
  } catch (error) {
    return { problem: userMessage(error, "The emulator could not be read.") };
  }
}

/** In spec from this score on; null: there is nothing that says what is good. */
function goalsFrom({ goals }: JobGoals, least: number | null): Goals | null {
  const { score, constraints = [] } = goals;
  if (least !== null) return { score: (inputs, outputs) => score(inputs, outputs) - least, constraints };
  if (constraints.length === 0) return null;
  return {
    score: (inputs, outputs) => Math.min(...constraints.map((constraint) => constraint(inputs, outputs))),
    constraints,
  };
}
