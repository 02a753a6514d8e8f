/** Validating and Preprocessing: from uploaded files, or another job's rows, to this job's dataset and config. */
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { findColumnName } from "@understudy/shared/csv/header-units.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import { defaultConfig } from "../../dataset/config.ts";
import { hasVariedInput } from "../../dataset/preprocess.ts";
import type { SourceRows } from "../../dataset/source-columns.ts";
import { draftDataset } from "../../dataset/storage/dataset-writer.ts";
import { knownRows } from "../../dataset/storage/known-rows.ts";
import { type Files, type RawTable, validate } from "../../dataset/validate.ts";
import type { DataSource, DataWork } from "../contract/ports.ts";
import { openSource } from "./open-source.ts";
import { createReadingSteps, type ReadingSteps } from "./reading-steps.ts";
import { createProgress, report } from "./report.ts";

export async function readFiles({ workDir, source, options, ...work }: DataWork): Promise<void> {
  const imported = await rowsOfSourceJob(source);
  const files = await openFiles(source, {
    parameters: (share) => steps.readParameters(share),
    outputs: (share) => steps.readOutputs(share),
  });
  const steps = createReadingSteps({ imported, files }, createProgress());
  const draft = await draftDataset(workDir);
  const outcome = await validate(files, {
    options,
    earlierRows: imported && { ...withSteps(imported, steps), units: mapUnits(work.previousConfig) },
    inputSink: (row) => {
      steps.addRow("parameters");
      return draft.inputSink(row);
    },
    outputSink: (row) => {
      steps.addRow("outputs");
      return draft.outputSink(row);
    },
  });
  if ("errors" in outcome) {
    await draft.discard();
    await report({ type: "invalid", errors: outcome.errors });
    return;
  }
  await report({ type: "validated" });
  const split = {
    validationPercentage: work.validationPercentage,
    groupBy: options.sweep_curves === null ? earlierGrouping(work.previousConfig, outcome.table) : null,
    sweep: options.sweep_curves && findSwept(options.sweep_curves, outcome.table),
  };
  const meta = await draft.finish(outcome.table, split, (fraction) =>
    steps.prepare(fraction, outcome.table.rows),
  );
  if (!hasVariedInput(meta)) {
    throw new UserError(
      "Without the rows left out no parameter varies: every row holds the same values, so there is nothing to learn.",
    );
  }
  const config = defaultConfig(meta, {
    data_options: options,
    previous: work.previousConfig,
    units: outcome.units,
    report: outcome.report,
    notes: outcome.notes,
  });
  await report({ type: "preprocessed", config });
}

type Sweep = NonNullable<DataWork["options"]["sweep_curves"]>;

/** The inputs of a choice, which may name them with their units. */
function findSwept({ over, by }: Sweep, { inputs }: RawTable): Sweep {
  const names = inputs.map(({ name }) => name);
  return { over: findColumnName(over, names), by: by.map((name) => findColumnName(name, names)) };
}

/** The inputs that were chosen for earlier files, as far as these have them. */
function earlierGrouping(previous: JobConfig | null, { inputs }: RawTable): readonly string[] | null {
  const chosen = previous?.training.group_by ?? null;
  const present = chosen?.filter((name) => inputs.some((input) => input.name === name)) ?? [];
  return chosen?.length === 0 || present.length > 0 ? present : null;
}

async function rowsOfSourceJob({ sourceJob }: DataSource): Promise<(SourceRows & { jobId: number }) | null> {
  if (sourceJob === null) return null;
  const { jobId, workDir } = sourceJob;
  const gone = `Job ${jobId}, whose data were to be imported, has no data any more.`;
  if (workDir === null) throw new UserError(gone);
  const rows = await knownRows(workDir).catch((cause: unknown) => {
    throw new UserError(gone, { cause });
  });
  return { ...rows, jobId };
}

/** Maps the name of a column to the unit in which its values are stored. */
function mapUnits(config: DataWork["previousConfig"]): ReadonlyMap<string, string> {
  const columns = config === null ? [] : [...config.inputs, ...config.outputs, ...config.coordinates];
  return new Map(columns.map(({ name, unit }) => [name, unit]));
}

const ROWS_BETWEEN_LOOKS = 500;

/** Shows how far the rows of another job are taken over. */
function withSteps(imported: SourceRows, steps: ReadingSteps): SourceRows {
  return {
    ...imported,
    read: async function* () {
      let rows = 0;
      for await (const row of imported.read()) {
        if (rows++ % ROWS_BETWEEN_LOOKS === 0) steps.readImported();
        yield row;
      }
    },
  };
}

type Shares = Readonly<Record<"parameters" | "outputs", (share: number) => void>>;

/** Each file is looked through before it is read. */
const READING_PASSES = 2;

/** One after the other: where both are gone, the message always names the same one. */
async function openFiles({ files }: DataSource, shares: Shares): Promise<Files | null> {
  if (files === null) return null;
  const parameters = await openSource(files.parameters, shares.parameters, READING_PASSES);
  const outputs = await openSource(files.outputs, shares.outputs, READING_PASSES);
  return { parameters, outputs };
}
