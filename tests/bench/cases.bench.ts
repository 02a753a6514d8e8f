/**
 * Runs inputs of everyday kinds through reading and training as a job with default settings does, and puts what is sentences and measured
 * beside the truth.
 */
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { dataNoteText } from "@understudy/shared/domain/data-note.ts";
import { findingText } from "@understudy/shared/domain/finding.ts";
import { type Verdict, verdictOf, worstVerdict } from "@understudy/shared/domain/verdict.ts";
import { decimalText } from "@understudy/shared/number-text.ts";
import { describeAccuracy } from "../../engine/runner/child/accuracy.ts";
import { measureAnew, readJob, trainJob } from "../support/engine/file-jobs.ts";
import { bench, type Row } from "./bench.ts";
import type { DataCase } from "./data/cases/data-case.ts";
import { listCases } from "./data/cases/data-cases.ts";
import { isWanted, options } from "./options.ts";

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
  let prepared = await readJob(data, data.options);
  if ("problems" in prepared) {
    const sentences = prepared.problems.slice(0, 3).join(" | ");
    return { case: data.name, read: "refused", sentences, right: data.right };
  }
  const sentences = prepared.config.data_notes.map((note) => dataNoteText(note, String));
  sentences.push(...describeMarks(prepared.config));
  if (prepared.config.suspected_marks.length > 0) {
    const marks = prepared.config.suspected_marks.map(({ output, value }) => ({ output, value }));
    prepared = await readJob(data, { ...data.options, failed_run_marks: marks });
    if ("problems" in prepared) throw new Error(prepared.problems.join(" "));
  }
  const { config } = prepared;
  if (config.row_groups !== null) sentences.push(`Groups: ${JSON.stringify(config.row_groups)}`);
  const emulator = await trainJob(prepared, () => performance.now());
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
