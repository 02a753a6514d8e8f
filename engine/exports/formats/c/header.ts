/** The header of a C file: what it is an emulator of, sizes, indices, names and the functions. */
import type { ExportedModel } from "../../exported-model.ts";
import { headerLines } from "../../header-lines.ts";
import { cComment, cNumber } from "./text.ts";

/** A larger scratch memory is given by the caller alone: 256 KB, an eighth of the smallest usual stack of a thread. */
const MAX_ON_STACK = 2 ** 15;

export interface Names {
  /** The prefix of macros and enumerators. */
  prefix: string;
  scratch: number;
  isOnStack: boolean;
  /** The index of each output's first value in the arrays of results; and the number of all values together. */
  offsets: number[];
  values: number;
}

export function makeNames({ identifier, outputs }: ExportedModel, scratch: number): Names {
  let values = 0;
  const offsets = outputs.map(({ size }) => {
    values += size;
    return values - size;
  });
  const isOnStack = scratch <= MAX_ON_STACK;
  return { prefix: identifier.toUpperCase(), scratch, isOnStack, offsets, values };
}

export function writeParameters({ hasBounds }: ExportedModel, { prefix }: Names): string {
  const bounds = hasBounds ? `, double lower[${prefix}_VALUES], double upper[${prefix}_VALUES]` : "";
  return `const double x[${prefix}_INPUTS], double mean[${prefix}_VALUES]${bounds}`;
}

export function writeHeader(model: ExportedModel, names: Names): string {
  const { identifier, inputs, outputs } = model;
  const { prefix } = names;
  const guard = `${prefix}_H`;
  const macros = [
    `#define ${prefix}_INPUTS ${inputs.length}`,
    `#define ${prefix}_OUTPUTS ${outputs.length}`,
    "/* Of all outputs: a curve has several. */",
    `#define ${prefix}_VALUES ${names.values}`,
    "/* Doubles of scratch memory. */",
    `#define ${prefix}_SCRATCH ${names.scratch}`,
  ];
  const parts = [
    comment(headerLines(model)),
    `#ifndef ${guard}\n#define ${guard}`,
    '#ifdef __cplusplus\nextern "C" {\n#endif',
    macros.join("\n"),
    writeEnum(
      "Indices into x",
      inputs.map(({ identifier: inputIdentifier }, at) => [
        `${prefix}_INPUT_${inputIdentifier.toUpperCase()}`,
        at,
      ]),
    ),
    writeEnum(
      "Of each output's first value in mean, lower and upper",
      outputs.map(({ identifier: outputIdentifier }, at) => [
        `${prefix}_OUTPUT_${outputIdentifier.toUpperCase()}`,
        names.offsets[at],
      ]),
    ),
    writeRanges(model, prefix),
    writeTables(identifier, prefix),
    writeFunctions(model, names),
    "#ifdef __cplusplus\n}\n#endif",
    "#endif",
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

const comment = (lines: readonly string[]): string =>
  `/*\n${lines.map((line) => ` * ${cComment(line)}`.trimEnd()).join("\n")}\n */`;

const writeEnum = (meaning: string, entries: readonly (readonly [string, number])[]): string =>
  `/* ${meaning}. */\nenum {\n${entries.map(([name, value]) => `    ${name} = ${value}`).join(",\n")}\n};`;

const writeRanges = ({ inputs }: ExportedModel, prefix: string): string =>
  inputs
    .flatMap((input) => {
      const name = input.identifier.toUpperCase();
      if (input.kind === "categorical") return [`#define ${prefix}_LEVELS_${name} ${input.levels.length}`];
      return [
        `#define ${prefix}_MINIMUM_${name} (${cNumber(input.minimum)})`,
        `#define ${prefix}_MAXIMUM_${name} (${cNumber(input.maximum)})`,
      ];
    })
    .join("\n");

const writeTables = (identifier: string, prefix: string): string =>
  [
    "/* UTF-8; a unit is empty where there is none. */",
    `extern const char *const ${identifier}_version;`,
    `extern const char *const ${identifier}_input_names[${prefix}_INPUTS];`,
    `extern const char *const ${identifier}_input_units[${prefix}_INPUTS];`,
    `extern const char *const ${identifier}_output_names[${prefix}_OUTPUTS];`,
    `extern const char *const ${identifier}_output_units[${prefix}_OUTPUTS];`,
    "/* The names of a category's levels; NULL for an input that is a number. */",
    `extern const char *const *const ${identifier}_input_levels[${prefix}_INPUTS];`,
    "/* Of the training data; for a category the first and the last index. */",
    `extern const double ${identifier}_input_minimum[${prefix}_INPUTS];`,
    `extern const double ${identifier}_input_maximum[${prefix}_INPUTS];`,
    `extern const double ${identifier}_input_initial[${prefix}_INPUTS];`,
    "/* Values of each output, and the index of its first one. */",
    `extern const int ${identifier}_output_sizes[${prefix}_OUTPUTS];`,
    `extern const int ${identifier}_output_offsets[${prefix}_OUTPUTS];`,
    `extern const double ${identifier}_output_r2[${prefix}_OUTPUTS];`,
    "/* The coordinates of a curve's values; NULL for a scalar. */",
    `extern const double *const ${identifier}_output_knots[${prefix}_OUTPUTS];`,
  ].join("\n");

function writeFunctions(model: ExportedModel, names: Names): string {
  const { identifier, hasBounds } = model;
  const { prefix } = names;
  const parameters = writeParameters(model, names);
  const bounds = hasBounds
    ? "\n * lower and upper are 95% bounds; NULL where they are not wanted: without both, their work is left out."
    : "";
  const text = `/*\n * x: finite numbers; a category is the index of its level.${bounds}\n * Any number of threads may call it.\n */`;
  const inScratch = [
    "/* With scratch memory of the caller, whose contents do not matter; one array a thread. */",
    `void ${identifier}_predict_in(double scratch[${prefix}_SCRATCH], ${parameters});`,
  ].join("\n");
  if (!names.isOnStack) return `${text}\n${inScratch}`;
  return `${text}\nvoid ${identifier}_predict(${parameters});\n\n${inScratch}`;
}
