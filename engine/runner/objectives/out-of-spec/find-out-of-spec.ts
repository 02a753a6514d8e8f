/** Out of Spec on an emulator: drives the search, reports what it finds, keeps a checkpoint on disk. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { countText } from "@understudy/shared/number-text.ts";
import { writeWhole } from "../../../dataset/storage/files.ts";
import { createInputDistribution } from "../../../tasks/out-of-spec/input-distribution.ts";
import { findFailingRegions, type SpecSearchProgress } from "../../../tasks/out-of-spec/search.ts";
import { SPEC_SEARCH_CODEC } from "../../../tasks/out-of-spec/search-file.ts";
import { finishTask } from "../../child/finish-task.ts";
import { createProgress, report } from "../../child/report.ts";
import { startingPoints } from "../../child/starting-points.ts";
import type { EmulatorSearchWork } from "../../contract/search-ports.ts";
import { openEmulatorSpec, SPEC_SEARCH_FILE } from "./emulator-spec.ts";
import { predictedRegions } from "./predicted-regions.ts";

/**
 * The time limit of all steps together is far above what a search takes, so that its result does not depend on the
 * machine's load.
 */
const TIME_LIMIT_MS = 10 * 60 * 1000;

/** @param verifies servers simulate afterwards: nothing is recorded as a simulation then */
export async function findOutOfSpec(work: EmulatorSearchWork, verifies: boolean): Promise<void> {
  const { workDir, seed, maximum } = work;
  const showProgress = createProgress();
  showProgress(0, "Loading the emulator");
  const spec = await openEmulatorSpec(work);
  const path = join(workDir, SPEC_SEARCH_FILE);
  const checkpoint = SPEC_SEARCH_CODEC.read(await readFile(path).catch(() => null));
  const options = {
    seed,
    screened: spec.screened,
    timeLimitMs: TIME_LIMIT_MS,
    starts: await startingPoints(work, spec.objective.space),
  };
  const task = findFailingRegions(
    spec.levelSet,
    options,
    () => performance.now(),
    ...(checkpoint === null ? [] : [checkpoint]),
  );
  const records = verifies ? 0 : maximum;
  const inputs = verifies
    ? null
    : createInputDistribution(
        spec.objective.space.axes,
        work.variables,
        work.distributions,
        spec.levelSet.domain?.contains,
      );
  const state = await finishTask(task, {
    show: (progress) => showProgress(progress.fraction * 100, describeProgress(progress)),
    keep: async (progress) => {
      const soFar = progress.checkpoint();
      const regionsSoFar = predictedRegions(spec, soFar, { seed, inputs: null, records: 0, isOver: false });
      await report({ type: "regions", result: regionsSoFar, isOver: false });
      await writeWhole(path, SPEC_SEARCH_CODEC.write(soFar));
    },
  });
  // The verification, if there is one, has a bar of its own: this one is not full before its step is over.
  showProgress(99, "Describing what was found");
  await writeWhole(path, SPEC_SEARCH_CODEC.write(state));
  const foundRegions = predictedRegions(spec, state, { seed, inputs, records, isOver: true });
  await report({
    type: "regions",
    result: {
      ...foundRegions,
      // Its verification follows.
      ...(verifies && { stop_reason: null }),
    },
    isOver: true,
  });
}

function describeProgress({ stage, evaluations }: SpecSearchProgress): string {
  const count = countText(evaluations);
  switch (stage) {
    case "screening":
      return `${count} designs rated`;
    case "descents":
      return `${count} designs rated, looking for the worst`;
    case "components":
      return `${count} designs rated, telling regions apart`;
    default:
      return `${count} designs rated, measuring regions`;
  }
}
