/** The lines about its emulator in the header of an exported file. */
import type { ExportedInput, ExportedModel, ExportedOutput } from "./exported-model.ts";
import { oneLine } from "./user-text.ts";

const rounded = (value: number): string => String(Number(value.toPrecision(6)));
const withUnit = (text: string, unit: string): string => (unit === "" ? text : `${text} ${oneLine(unit)}`);

/** Lines without line breaks; they hold text of people, so a format escapes each as a whole. */
export function headerLines(model: ExportedModel): string[] {
  const { title, jobId, version, createdAt, inputs, outputs } = model;
  return [
    oneLine(title),
    "",
    `Emulator of Understudy job ${jobId}, version ${oneLine(version)}, exported ${oneLine(createdAt)}.`,
    fidelityLine(model),
    "",
    "Inputs:",
    ...inputs.map((input, at) => `  ${at} ${inputLine(input)}`),
    "",
    model.hasBounds ? "Outputs, with 95% bounds:" : "Outputs:",
    ...outputs.map((_, at) => `  ${at} ${outputLine(model, at)}`),
  ];
}

function fidelityLine({ fidelity }: ExportedModel): string {
  if (fidelity.kind === "exact") return "It computes what the emulator computes, to rounding.";
  const { hidden, points, wantedShare, holds, ownOutputs } = fidelity;
  const verdict = `${holds ? "at most" : "MORE than"} ${rounded(wantedShare)} of the emulator's own error, or of 0.1 % of an output's range where that is larger`;
  const otherEquations = ownOutputs.includes(true)
    ? " and, where said below, the emulator's own equations"
    : "";
  return `It is a network (hidden layers ${hidden.join(", ")}) fitted to the emulator${otherEquations}; at ${points} further points they differ by ${verdict} (root mean square). Of each output, R2, error and coverage are the emulator's own.`;
}

function named({ name, description }: { name: string; description: string }): string {
  return oneLine(description === "" ? name : `${name} (${description})`);
}

function inputLine(input: ExportedInput): string {
  if (input.kind === "categorical") {
    const levels = input.levels.map((level, at) => `${at} = ${oneLine(level)}`);
    return `${named(input)}: ${levels.join(", ")}; initially ${input.initial}`;
  }
  const { minimum, maximum, initial } = input;
  const range = `${rounded(minimum)} to ${rounded(maximum)}`;
  return `${named(input)}: ${withUnit(range, input.unit)}; initially ${rounded(initial)}`;
}

function outputLine({ outputs, hasBounds, fidelity }: ExportedModel, at: number): string {
  const output = outputs[at];
  const { unit, coefficientOfDetermination, coverage, error, largestDifference } = output;
  return [
    withUnit(`${named(output)}${unit === "" ? "" : " in"}`, unit),
    ...curveTexts(output),
    `R2 ${rounded(coefficientOfDetermination)}`,
    ...(hasBounds ? [`bounds cover ${rounded(100 * coverage)} %`] : []),
    ...(error === null ? [] : [withUnit(`root mean square error ${rounded(error)}`, unit)]),
    withUnit(`largest difference from the emulator ${rounded(largestDifference)}`, unit),
    ...(fidelity.kind === "exact" ? [] : networkTexts(fidelity, at, output)),
  ].join("; ");
}

function curveTexts({ curve, size }: ExportedOutput): string[] {
  if (curve === null) return [];
  const name = oneLine(curve.name);
  return [curve.input === null ? `${size} values along ${name}` : `one value, at the input ${name}`];
}

type Distilled = Extract<ExportedModel["fidelity"], { kind: "distilled" }>;

function networkTexts(
  { shares, differences, ownOutputs }: Distilled,
  at: number,
  { error, unit }: ExportedOutput,
): string[] {
  const share = shares[at] ?? null;
  const of = error === null ? "1 % of its range" : "the emulator's error";
  const { bounds, range } = differences[at];
  const ofRange = (value: number): string =>
    range > 0 ? ` (${rounded((100 * value) / range)} % of its range)` : "";
  const isOwn = ownOutputs[at];
  return [
    ...(isOwn ? ["its mean by the emulator's own equations"] : []),
    ...(share === null || isOwn ? [] : [`root mean square difference ${rounded(share)} of ${of}`]),
    ...(bounds === null
      ? []
      : [`half of the bounds differ by less than ${withUnit(rounded(bounds), unit)}${ofRange(bounds)}`]),
  ];
}
