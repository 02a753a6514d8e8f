/** What an exported file says of its emulator in its header. */
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
    ...outputs.map((output, at) => `  ${at} ${outputLine(output, model.hasBounds)}`),
  ];
}

function fidelityLine({ fidelity }: ExportedModel): string {
  if (fidelity.kind === "exact") return "It computes what the emulator computes, to rounding.";
  const layers = fidelity.hidden.join(", ");
  const verdict = fidelity.holds ? "holds" : "does NOT hold";
  return `It is a network (hidden layers ${layers}) fitted to the emulator's means, compared at ${fidelity.points} further points: it ${verdict} ${rounded(fidelity.wantedShare)} of the emulator's own error.`;
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

function outputLine(output: ExportedOutput, hasBounds: boolean): string {
  const { unit, curve, coefficientOfDetermination, coverage, error, largestDifference } = output;
  return [
    withUnit(`${named(output)}${unit === "" ? "" : " in"}`, unit),
    ...(curve === null ? [] : [`${output.size} values along ${oneLine(curve.name)}`]),
    `R2 ${rounded(coefficientOfDetermination)}`,
    ...(hasBounds ? [`bounds cover ${rounded(100 * coverage)} %`] : []),
    ...(error === null ? [] : [withUnit(`root mean square error ${rounded(error)}`, unit)]),
    withUnit(`largest difference from the emulator ${rounded(largestDifference)}`, unit),
  ].join("; ");
}
