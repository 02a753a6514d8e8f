/**
 * Runs inputs of everyday kinds through reading and training as a job with default settings does, and puts what is sentences and measured
 * beside the truth.
 */
import { type DataOptions, type JobConfig, NO_DATA_OPTIONS } from "@understudy/shared/api/job-config.ts";
import { dataNoteText } from "@understudy/shared/domain/data-note.ts";
import { findingText } from "@understudy/shared/domain/finding.ts";
import { type Verdict, verdictOf, worstVerdict } from "@understudy/shared/domain/verdict.ts";
import { decimalText } from "@understudy/shared/number-text.ts";
import { defaultConfig } from "../../engine/dataset/config.ts";
import { draftDataset } from "../../engine/dataset/storage/dataset-writer.ts";
import { loadTrainingTable } from "../../engine/dataset/storage/training-table.ts";
import { validate } from "../../engine/dataset/validate.ts";
import { createRandom } from "../../engine/math/random.ts";
import type { Emulator, EmulatorInput } from "../../engine/models/emulator.ts";
import { describeAccuracy } from "../../engine/runner/accuracy.ts";
import { train } from "../../engine/training/train.ts";
import { temporaryFolder } from "../support/cleanup.ts";
import { textFile } from "../support/engine/csv-files.ts";
import { finish } from "../support/engine/tables.ts";
import { bench, type Row } from "./bench.ts";
import type { Cell, DataCase } from "./data/cases/data-case.ts";
import { listCases } from "./data/cases/data-cases.ts";
import { isWanted, options } from "./options.ts";

const NEW_POINT_COUNT = 1_000;
const VALIDATION_PERCENTAGE = 20;

interface Prepared {
  folder: string;
  config: JobConfig;
}

/** @returns the problems where the files are refused */
async function prepare(
  { parameters, outputs }: DataCase,
  dataOptions: DataOptions,
): Promise<Prepared | { problems: string[] }> {
  const folder = temporaryFolder("cases");
  const draft = await draftDataset(folder);
  const outcome = await validate(
    { parameters: textFile("parameters.csv", parameters), outputs: textFile("outputs.csv", outputs) },
    { options: dataOptions, earlierRows: null, ...draft },
  );
  if (!("table" in outcome)) return { problems: Object.values(outcome.errors).flat() };
  const split = { validationPercentage: VALIDATION_PERCENTAGE, groupBy: null };
  const meta = await draft.finish(outcome.table, split, () => undefined);
  const { report, notes, units } = outcome;
  const config = defaultConfig(meta, { data_options: dataOptions, previous: null, units, report, notes });
  return { folder, config };
}

async function trainOn({ folder, config }: Prepared): Promise<Emulator> {
  const { table, validationRows, groups } = await loadTrainingTable(folder, config);
  const ignoredOutputs = table.outputs
    .map(({ name }) => name)
    .filter((name) => !config.emulator_outputs.includes(name));
  const curves = Object.fromEntries(
    config.outputs.flatMap(({ type, name, coordinate_name }) =>
      type === "Vector" && coordinate_name !== null ? [[name, { coordinate: coordinate_name }]] : [],
    ),
  );
  const ignoredInputs = config.inputs.filter(({ fixed }) => fixed).map(({ name }) => name);
  const choices = {
    effort: "standard",
    validationRows,
    groups,
    curves,
    ignoredInputs,
    ignoredOutputs,
  } as const;
  const context = { random: createRandom(1), clock: () => performance.now() };
  return (await finish(train(table, { ...choices, findsSuspiciousRows: true }, context))).emulator;
}

function drawCell(input: EmulatorInput, fraction: number): { code: number; cell: Cell } {
  if (input.kind === "continuous") {
    const value = input.minimum + (input.maximum - input.minimum) * fraction;
    return { code: value, cell: value };
  }
  const code = Math.floor(fraction * input.levels.length);
  return { code, cell: input.levels[code] ?? "" };
}

/** The error at points all over the ranges, in standard deviations of the truth, and the share of the truth inside the bounds. */
function measureAnew(emulator: Emulator, truth: NonNullable<DataCase["truth"]>) {
  const random = createRandom(7);
  const [output] = emulator.outputs;
  const points = Array.from({ length: NEW_POINT_COUNT }, () =>
    emulator.inputs.map((input) => ({ name: input.name, ...drawCell(input, random.uniform()) })),
  );
  const codes = Float64Array.from(points.flatMap((point) => point.map(({ code }) => code)));
  const predicted = emulator.predict(codes, points.length).get(output?.name ?? "");
  const values = points.map((point) =>
    truth(Object.fromEntries(point.map(({ name, cell }) => [name, cell]))),
  );
  const mean = values.reduce((sum, value) => sum + value / values.length, 0);
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const [means, lower, upper] = [predicted?.mean ?? [], predicted?.lower ?? [], predicted?.upper ?? []];
  const squares = values.reduce((sum, value, i) => sum + (value - (means[i] ?? 0)) ** 2, 0);
  const inside = values.filter((value, i) => value >= (lower[i] ?? 0) && value <= (upper[i] ?? 0)).length;
  return { error: Math.sqrt(squares / variance), inside: inside / values.length };
}

const describeColumns = ({ inputs, outputs, coordinates }: JobConfig): string => {
  const ofInputs = inputs.map(({ name, fixed, values, unit }) => {
    const kind = values === null ? "" : ` of ${values.length} levels`;
    return `${name}${unit === "" ? "" : ` in ${unit}`}${kind}${fixed ? " (fixed)" : ""}`;
  });
  const ofOutputs = outputs.map(({ name, length, coordinate_name, unit }) => {
    const over = coordinate_name === null ? "" : ` over ${coordinate_name}`;
    return `${name}${unit === "" ? "" : ` in ${unit}`}${length > 1 ? `[${length}]` : ""}${over}`;
  });
  return `${ofInputs.join(", ")} -> ${ofOutputs.slice(0, 4).join(", ")}; ${coordinates.length} coordinates`;
};

function describeMarks({ suspected_marks, outputs }: JobConfig): string[] {
  return suspected_marks.map((mark) => `${JSON.stringify(mark)} of ${outputs.length} outputs`);
}

async function measure(data: DataCase): Promise<Row> {
  const started = performance.now();
  const chosen = { ...NO_DATA_OPTIONS, ...data.options };
  let prepared = await prepare(data, chosen);
  if ("problems" in prepared) {
    const sentences = prepared.problems.slice(0, 3).join(" | ");
    return { case: data.name, read: "refused", sentences, right: data.right };
  }
  const sentences = prepared.config.data_notes.map((note) => dataNoteText(note, String));
  sentences.push(...describeMarks(prepared.config));
  if (prepared.config.suspected_marks.length > 0) {
    const marks = prepared.config.suspected_marks.map(({ output, value }) => ({ output, value }));
    prepared = await prepare(data, { ...chosen, failed_run_marks: marks });
    if ("problems" in prepared) throw new Error(prepared.problems.join(" "));
  }
  const { config } = prepared;
  if (config.row_groups !== null) sentences.push(`Groups: ${JSON.stringify(config.row_groups)}`);
  const emulator = await trainOn(prepared);
  const { quality } = describeAccuracy(emulator.outputs);
  const verdicts = quality.outputs.map(
    (output): Verdict => verdictOf(output, output.validation_rows ?? quality.validation_rows),
  );
  sentences.push(...new Set(quality.outputs.flatMap(({ findings }) => findings.map(findingText))));
  for (const { name, suspicious } of emulator.outputs)
    if (suspicious !== null && suspicious.rows.length > 0)
      sentences.push(`Suspicious rows of ${name}: ${[...suspicious.rows].slice(0, 30).join(", ")}.`);
  const anew = data.truth === undefined ? null : measureAnew(emulator, data.truth);
  return {
    case: data.name,
    read: describeColumns(config),
    verdict: worstVerdict(verdicts) ?? "",
    "R2 shown": decimalText(Math.min(...quality.outputs.map((o) => o.coefficient_of_determination)), 6),
    "covered shown": decimalText(Math.min(...quality.outputs.map(({ coverage }) => coverage)), 3),
    "error on new points": anew === null ? "" : decimalText(anew.error, 5),
    "truth inside": anew === null ? "" : decimalText(anew.inside, 3),
    sentences: sentences.join(" | "),
    right: data.right,
    seconds: Math.round((performance.now() - started) / 1000),
  };
}

bench("Inputs of everyday kinds", async () => {
  const rows: Row[] = [];
  for (const data of listCases().filter(({ name }) => isWanted(options.only, name))) {
    const row = await measure(data);
    console.log(
      Object.entries(row)
        .map(([column, value]) => `  ${column}: ${value}`)
        .join("\n"),
      "\n",
    );
    rows.push(row);
  }
  return rows.map(({ read: _, sentences: __, ...row }) => row);
});
