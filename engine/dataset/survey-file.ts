/** Looks through a file before it is read, and says how its columns are to be read. */
import { mayBeAngle } from "@understudy/shared/csv/angle-survey.ts";
import { type ColumnFormat, PLAIN_FORMAT } from "@understudy/shared/csv/column-format.ts";
import type { SurveyedColumn } from "@understudy/shared/csv/column-survey.ts";
import type { HeaderUnits, HeaderUnitsChoice } from "@understudy/shared/csv/header-units.ts";
import type { OutputPart } from "@understudy/shared/csv/output-parts.ts";
import { createProblems, type Field, type FileProblems } from "@understudy/shared/csv/problems.ts";
import { TableSurvey } from "@understudy/shared/csv/table-survey.ts";
import { unitMismatchText } from "@understudy/shared/csv/units-row.ts";
import { holdsPlainNumbers } from "./csv/plain-numbers.ts";
import { readTable, type TextFile } from "./csv/table-reader.ts";

export const NO_UNITS: ReadonlyMap<string, string> = new Map();

/** Maps the name of a column to its unit. @param surveyed empty where all numbers are written plainly */
export function unitsByName(
  names: readonly string[],
  surveyed: readonly SurveyedColumn[],
  headerUnits: HeaderUnits["units"],
): ReadonlyMap<string, string> {
  const named = names.map((name, i): [string, string] => [name, surveyed[i]?.unit ?? headerUnits?.[i] ?? ""]);
  return new Map(named.filter(([, unit]) => unit !== ""));
}

/** Reports columns whose values are in another unit than those of the source job, as far as both are known. */
export function compareUnits(
  units: ReadonlyMap<string, string>,
  expectedUnits: ReadonlyMap<string, string>,
  problems: FileProblems,
): void {
  for (const [name, unit] of units) {
    const expected = expectedUnits.get(name) ?? "";
    const mismatch = expected === "" ? null : unitMismatchText(unit, expected, "the source job");
    if (mismatch !== null) problems.add({ column: name }, mismatch);
  }
}

/** The formats of the columns as they are read. @param order see rowReader */
export function formatsInOrder(
  surveyed: readonly SurveyedColumn[],
  order: readonly number[] | "unknown" | null,
): ColumnFormat[] {
  if (order === "unknown") return [];
  const at = order ?? surveyed.map((_, i) => i);
  return at.map((i) => surveyed[i]?.format ?? PLAIN_FORMAT);
}

/**
 * Looks through a file before it is read; null where all its numbers are written plainly and no name says that they may be angles, or it
 * has no header. What is wrong with it is reported as it is read.
 */
export async function surveyFile(
  file: TextFile,
  field: Field,
  headerUnits: HeaderUnitsChoice,
): Promise<TableSurvey | null> {
  // Only a survey finds angles that wrap among plain numbers; inputs are not searched for them.
  const isPlainHeader = (text: string): boolean => field === "Parameters File" || !mayBeAngle(text);
  if (await holdsPlainNumbers(file.chunks, isPlainHeader)) return null;
  const surveys: TableSurvey[] = [];
  const unreported = createProblems().of(field, file.name);
  await readTable(file, unreported, headerUnits, ({ cells, units }) => {
    const names = cells.map((name) => name.trim());
    const survey = new TableSurvey(field, names, units);
    surveys.push(survey);
    return {
      read: (row) => {
        survey.add(row);
        return undefined;
      },
    };
  });
  return surveys[0] ?? null;
}

/** Maps the name of an output to its unit. @param surveyed empty where all numbers are written plainly */
export function unitsOfParts(
  parts: readonly OutputPart[],
  surveyed: readonly SurveyedColumn[],
  headerUnits: HeaderUnits["units"],
): ReadonlyMap<string, string> {
  const named = parts.map(({ name, unit, columns }): [string, string] => [
    name,
    unit ?? surveyed[columns[0] ?? 0]?.unit ?? headerUnits?.[columns[0] ?? 0] ?? "",
  ]);
  return new Map(named.filter(([, unit]) => unit !== ""));
}
