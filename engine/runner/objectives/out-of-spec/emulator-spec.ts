/** A job's emulator and score function, opened to look for what is out of spec. */
import { readFile } from "node:fs/promises";
import { type JobVariable, variedDimensions } from "@understudy/shared/domain/job-variable.ts";
import type { Emulator } from "../../../models/emulator.ts";
import { restoreEmulator } from "../../../models/ensemble/restore.ts";
import { compileGoals } from "../../../specs/job-goals.ts";
import { outputGrids } from "../../../specs/output-grids.ts";
import {
  createEmulatorObjective,
  type EmulatorObjective,
} from "../../../tasks/optimization/emulator/emulator-objective.ts";
import { createEmulatorLevelSet } from "../../../tasks/out-of-spec/emulator-level-set.ts";
import type { LevelSet } from "../../../tasks/out-of-spec/level-set.ts";
import type { EmulatorSearchWork } from "../../contract/search-ports.ts";

/** In the job's work directory. */
export const SPEC_SEARCH_FILE = "search.checkpoint";

export interface EmulatorSpec {
  emulator: Emulator;
  objective: EmulatorObjective;
  levelSet: LevelSet;
  /** Points of the even design: fewer where each takes long. */
  screened: number;
  /** The variables that vary, by name. */
  varied: readonly string[];
}

const MAX_SCREENED = 16_384;
const MIN_SCREENED = 4_096;

/** @throws UserError where the emulator or the score function does not fit the job */
export async function openEmulatorSpec(work: EmulatorSearchWork): Promise<EmulatorSpec> {
  const { model, variables, score, furtherGoals, relation } = work;
  const emulator = restoreEmulator(await readFile(work.emulator));
  const { goals } = compileGoals(model, score, furtherGoals);
  const objective = createEmulatorObjective(emulator, variables, goals, outputGrids(model), relation);
  const scaled = MAX_SCREENED / Math.sqrt(Math.max(1, objective.width));
  return {
    emulator,
    objective,
    levelSet: createEmulatorLevelSet(objective, emulator),
    screened: Math.max(MIN_SCREENED, Math.round(scaled)),
    varied: variedNames(variables),
  };
}

export const variedNames = (variables: Readonly<Record<string, JobVariable>>): string[] =>
  Object.entries(variables).flatMap(([name, variable]) => (variedDimensions(variable) > 0 ? [name] : []));
