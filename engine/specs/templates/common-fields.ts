/** Fields that several templates share. */

import { STDOUT_FILE } from "@understudy/shared/domain/spec-manifest.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { writtenUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { typedNumber } from "@understudy/shared/quantities/typed-number.ts";
import type { WrittenCoordinate, WrittenOutput, WrittenRun } from "../check/written.ts";
import { declareAll, declareCoordinate, declareOutput } from "./declarations.ts";
import { type Fields, selectField, textField } from "./template.ts";

export const TIMEOUT_FIELD = textField(
  "timeout_seconds",
  "Timeout",
  "The time limit of one simulation in seconds. The default is one hour.",
);

const SECONDS_UNIT = writtenUnit("s");

/** @returns the part of `run` that the field is about */
export function readTimeout(fields: Fields): Pick<WrittenRun, "timeout_seconds"> {
  const text = fields.text(TIMEOUT_FIELD.key);
  if (text === "") return {};
  const seconds = typedNumber(text, { shown: SECONDS_UNIT });
  if (seconds !== null && seconds > 0) return { timeout_seconds: seconds };
  fields.report(TIMEOUT_FIELD.key, seconds === null ? MESSAGES.invalidNumber : "Must be more than 0 seconds");
  return {};
}

/** The fields for the results of programs that write files of their own. */
export const RESULT_FIELDS = [
  textField(
    "outputs",
    "Outputs",
    "One per line: gain [dB] for a number, or spectrum over frequency [V] for a curve over a coordinate.",
    true,
  ),
  textField(
    "coordinates",
    "Coordinates",
    "The coordinates of curves, one per line: frequency = 10 .. 1e9, 161, log [Hz]. The last number is the number of points.",
  ),
  selectField("format", "Result format", "How the results are written.", [
    ["keyvalue", "name = value", "Lines of a name, an equals sign and a number; other lines are ignored."],
    ["table", "Table", "A header row, then rows of numbers, separated by commas, tabs or spaces."],
    ["json", "JSON", 'An object such as {"gain": 71.3, "spectrum": [1.0, 0.5]}.'],
  ]),
  textField(
    "result_file",
    "Result file",
    "The file with the results. By default the output of the program, for tables outputs.csv, for JSON outputs.json.",
  ),
] as const;

const FILE_OF_FORMAT = { keyvalue: STDOUT_FILE, table: "outputs.csv", json: "outputs.json" } as const;

export function readResults(fields: Fields): { outputs: WrittenOutput[]; coordinates: WrittenCoordinate[] } {
  const writtenFormat = fields.text("format");
  const format: keyof typeof FILE_OF_FORMAT =
    writtenFormat === "table" || writtenFormat === "json" ? writtenFormat : "keyvalue";
  const source: { file: string; format: typeof format } = {
    file: fields.text("result_file") || FILE_OF_FORMAT[format],
    format,
  };
  return {
    outputs: declareAll(
      fields.text("outputs"),
      (item) => declareOutput(item, source),
      (message) => fields.report("outputs", message),
    ),
    coordinates: declareAll(fields.text("coordinates"), declareCoordinate, (message) =>
      fields.report("coordinates", message),
    ),
  };
}
