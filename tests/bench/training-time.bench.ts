/**
 * The estimate of the form, the banner and the queue (shared/job-config/training-estimate.ts) beside real trainings. Its times are CPU
 * seconds, as one core would take by the clock, so that other programs on the machine count for little.
 */
import { countTrainingRows } from "../../shared/domain/cross-validation.ts";
import { estimateTraining } from "../../shared/job-config/training-estimate.ts";
import { bench } from "./bench.ts";
import { benchSets, homeNote } from "./data/sets.ts";
import { options } from "./options.ts";
import { countValidationRows, trainOn } from "./ours.ts";
import { round } from "./results.ts";

bench(`Estimated and measured training times, effort ${options.effort}${homeNote}`, async () => {
  const rows = [];
  for (const { name, split } of benchSets()) {
    const parts = await split(1);
    const { training, roles } = parts;
    const outputs = training.outputs.filter((output) => !roles.ignoredOutputs?.includes(output.name));
    const size = {
      rows: countTrainingRows(training.rows, countValidationRows(training.rows)),
      inputs: training.inputs.length,
      outputs: outputs.map((output) => output.size),
    };
    const { likely: likelySeconds } = estimateTraining(size, options.effort, 1);
    const before = process.cpuUsage();
    const { stopReason } = await trainOn(parts);
    const { user, system } = process.cpuUsage(before);
    const measured = (user + system) / 1e6;
    rows.push({
      set: name,
      rows: size.rows,
      in: size.inputs,
      out: outputs.length,
      "CPU s": round(measured, 1),
      "estimated s": round(likelySeconds, 1),
      ratio: round(likelySeconds / measured),
      end: stopReason,
    });
  }
  return rows;
});
