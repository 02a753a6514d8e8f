/** Optimization on an emulator: drives the task, reports what it finds, keeps a checkpoint on disk. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { countText } from "@understudy/shared/number-text.ts";
import { formatValue } from "@understudy/shared/quantities/quantity-text.ts";
import { writeWhole } from "../../../dataset/storage/files.ts";
import { restoreEmulator } from "../../../models/ensemble/restore.ts";
import { compileGoals } from "../../../specs/job-goals.ts";
import { outputGrids } from "../../../specs/output-grids.ts";
import { createEmulatorObjective } from "../../../tasks/optimization/emulator/emulator-objective.ts";
import { computeImportance } from "../../../tasks/optimization/emulator/importance.ts";
import { describeDesign, optimizeOnEmulator } from "../../../tasks/optimization/emulator/optimize.ts";
import { SEARCH_CODEC } from "../../../tasks/optimization/emulator/search-file.ts";
import type { EmulatorSearchProgress } from "../../../tasks/optimization/emulator/search-state.ts";
import { finishTask } from "../../child/finish-task.ts";
import { createProgress, report } from "../../child/report.ts";
import { startingPoints } from "../../child/starting-points.ts";
import type { EmulatorSearchWork } from "../../contract/search-ports.ts";
import { createDesignRecorder } from "./design-recorder.ts";

/**
 * The time limit of all steps together is far above what a search takes, so that its result does not depend on the
 * machine's load.
 */
const TIME_LIMIT_MS = 10 * 60 * 1000;
const MAX_MAXIMA = 10;

export async function searchEmulator(work: EmulatorSearchWork): Promise<void> {
  const { workDir, model, variables, seed, relation } = work;
  const showProgress = createProgress();
  showProgress(0, "Loading the emulator");
  const emulator = restoreEmulator(await readFile(work.emulator));
  const { goals, pursued, hasSpec } = compileGoals(model, work.score, work.furtherGoals);
  const curves = outputGrids(model);
  const objective = createEmulatorObjective(emulator, variables, goals, curves, relation);
  const checkpointPath = join(workDir, "search.checkpoint");
  const checkpoint = SEARCH_CODEC.read(await readFile(checkpointPath).catch(() => null));
  const recorder = createDesignRecorder({
    maximum: Math.max(1, work.maximum - MAX_MAXIMA - 1),
    describe: (point) => describeDesign(emulator, objective, point),
    pursued,
    hasSpec,
  });
  const task = optimizeOnEmulator({
    emulator,
    variables,
    goals,
    curves,
    relation,
    options: {
      seed,
      maxMaxima: Math.min(MAX_MAXIMA, work.maximum - 1),
      timeLimitMs: TIME_LIMIT_MS,
      starts: await startingPoints(work, objective.space),
    },
    clock: () => performance.now(),
    ...(checkpoint === null ? {} : { checkpoint }),
  });

  const end = await finishTask(task, {
    show: (progress) => showProgress(progress.fraction * 100, describeProgress(progress)),
    keep: async (progress) => {
      // Before the checkpoint: who goes on from it has reported all that lies before it.
      await report({ type: "found", result: recorder.soFar(progress) });
      await writeWhole(checkpointPath, SEARCH_CODEC.write(progress.checkpoint()));
    },
  });
  showProgress(99, "Describing what was found");
  const [best] = end.maxima;
  const importance = best === undefined ? [] : computeImportance(objective, best.point);
  await report({ type: "found", result: { ...recorder.ended(end), importance } });
}

function describeProgress({ stage, evaluations, best }: EmulatorSearchProgress): string {
  const count = countText(evaluations);
  const score = best === null ? "" : `, best score ${formatValue(best.score)}`;
  switch (stage) {
    case "robust runs":
    case "robust polish":
      return `Looking for the design with the best lower bound${score}`;
    case "front":
      return `Looking for designs that no other beats in all goals${score}`;
    default:
      return `${count} evaluations${score}`;
  }
}
