/** The tables of names, units and ranges in a C file. */
import type { ExportedInput, ExportedModel } from "../../exported-model.ts";
import { wrapped } from "../../user-text.ts";
import type { Names } from "./header.ts";
import { cNumber, cString } from "./text.ts";

export function writeFacts({ identifier, version, inputs, outputs }: ExportedModel, names: Names): string {
  const prefixed = (name: string) => `${identifier}_${name}`;
  const texts = (name: string, items: readonly string[]) =>
    table("const char *const", prefixed(name), items.map(cString));
  const numbers = (name: string, items: readonly number[]) =>
    table("const double", prefixed(name), items.map(cNumber));
  const levels = inputs.map((input, at) =>
    input.kind === "categorical"
      ? [table("static const char *const", `levels_${at}`, input.levels.map(cString))]
      : [],
  );
  const knots = outputs.map(({ curve }, at) =>
    curve === null ? [] : [table("static const double", `knots_${at}`, Array.from(curve.knots, cNumber))],
  );
  const orNull = (tables: readonly string[][], name: string): string[] =>
    tables.map((entries, at) => (entries.length > 0 ? `${name}_${at}` : "NULL"));
  return [
    `const char *const ${prefixed("version")} = ${cString(version)};`,
    ...levels.flat(),
    ...knots.flat(),
    texts(
      "input_names",
      inputs.map(({ name }) => name),
    ),
    texts(
      "input_units",
      inputs.map(({ unit }) => unit),
    ),
    texts(
      "output_names",
      outputs.map(({ name }) => name),
    ),
    texts(
      "output_units",
      outputs.map(({ unit }) => unit),
    ),
    table("const char *const *const", prefixed("input_levels"), orNull(levels, "levels")),
    numbers(
      "input_minimum",
      inputs.map((input) => readRange(input)[0]),
    ),
    numbers(
      "input_maximum",
      inputs.map((input) => readRange(input)[1]),
    ),
    numbers(
      "input_initial",
      inputs.map(({ initial }) => initial),
    ),
    table(
      "const int",
      prefixed("output_sizes"),
      outputs.map(({ size }) => String(size)),
    ),
    table("const int", prefixed("output_offsets"), names.offsets.map(String)),
    numbers(
      "output_r2",
      outputs.map(({ coefficientOfDetermination }) => coefficientOfDetermination),
    ),
    table("const double *const", prefixed("output_knots"), orNull(knots, "knots")),
  ].join("\n");
}

const readRange = (input: ExportedInput): [number, number] =>
  input.kind === "continuous" ? [input.minimum, input.maximum] : [0, input.levels.length - 1];

const table = (type: string, name: string, items: readonly string[]): string =>
  `${type} ${name}[${items.length}] = {\n${wrapped(items, "    ").replace(/,$/, "")}\n};`;
