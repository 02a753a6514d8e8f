/** Validating and Preprocessing: from uploaded files, or another job's rows, to this job's dataset and config. */
import { UserError } from "@understudy/shared/user-error.ts";
import { defaultConfig } from "../../dataset/config.ts";
import type { TextFile } from "../../dataset/csv/table-reader.ts";
import { hasVariedInput } from "../../dataset/preprocess.ts";
import { draftDataset } from "../../dataset/storage/dataset-writer.ts";
import { knownRows } from "../../dataset/storage/known-rows.ts";
import { type Files, type KnownRows, validate } from "../../dataset/validate.ts";
import type { SourceFile } from "../claim.ts";
import type { DataSource, DataWork } from "../ports.ts";
import { openSource } from "./open-source.ts";
import { createProgress, report } from "./report.ts";

export async function readFiles({ workDir, source, options, ...work }: DataWork): Promise<void> {
  const progress = createProgress();
  const known = await rowsOfSourceJob(source);
  const files = source.files === null ? null : await openFiles(source.files, progress);
  const draft = await draftDataset(workDir);
  const { inputSink, outputSink } = draft;
  const outcome = await validate(files, { options, known, inputSink, outputSink });
  if ("errors" in outcome) {
    await draft.discard();
    await report({ type: "invalid", errors: outcome.errors });
    return;
  }
  await report({ type: "validated" });
  const meta = await draft.finish(outcome.table, work.validationPercentage, (fraction) =>
    progress(fraction * 100, "Preparing the data"),
  );
  if (!hasVariedInput(meta)) {
    throw new UserError(
      "Without the failed runs no parameter varies: every row holds the same values, so there is nothing to learn.",
    );
  }
  const config = defaultConfig(meta, { data_options: options, previous: work.previousConfig });
  await report({ type: "preprocessed", config });
}

async function rowsOfSourceJob({ sourceJob }: DataSource): Promise<KnownRows | null> {
  if (sourceJob === null) return null;
  const gone = `Job ${sourceJob.jobId}, whose data were to be imported, has no data any more.`;
  if (sourceJob.workDir === null) throw new UserError(gone);
  return knownRows(sourceJob.workDir).catch((cause: unknown) => {
    throw new UserError(gone, { cause });
  });
}

async function openFiles(
  { parameters, outputs }: NonNullable<DataSource["files"]>,
  progress: (percentage: number, text: string) => void,
): Promise<Files> {
  const shares = [0, 0];
  const sizes = [0, 0];
  const open = async (source: SourceFile, at: number): Promise<TextFile> => {
    const file = await openSource(source, (share) => {
      shares[at] = share;
      const [first = 0, second = 0] = sizes.map((size, i) => size * (shares[i] ?? 0));
      const total = Math.max(1, (sizes[0] ?? 0) + (sizes[1] ?? 0));
      progress(((first + second) / total) * 100, `Reading ${source.name}`);
    });
    sizes[at] = file.size;
    return file;
  };
  // One after the other: where both are gone, the message always names the same one.
  return { parameters: await open(parameters, 0), outputs: await open(outputs, 1) };
}
