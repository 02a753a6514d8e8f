import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import type { ExportedModel, TestVectors } from "../../../../../../engine/exports/exported-model.ts";
import { cFiles } from "../../../../../../engine/exports/formats/c/c.ts";
import { assert, suite } from "../../../../../harness.ts";
import { temporaryFolder } from "../../../../../support/cleanup.ts";
import {
  everyInstruction,
  flat,
  HOSTILE_NAMES,
  largestDifference,
  sampleModel,
  sampleVectors,
  withChange,
  writeFiles,
} from "../../../../../support/exports/sample-model.ts";
import { gcc } from "../../../../../support/processes/simulators.ts";

const it = suite("C files of an emulator", { timeout: 120_000 });
const compiler = await gcc();
const STRICT_FLAGS = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-O2"];
const program = everyInstruction();
const model = sampleModel(program);
const vectors = sampleVectors(program);

function compile(folder: string, main: string): string {
  const to = join(folder, "program");
  const sources = [main, "sample_model.c"].map((name) => join(folder, name));
  execFileSync(compiler, [...STRICT_FLAGS, "-o", to, ...sources, "-lm"], { stdio: "pipe" });
  return to;
}

function selfTest(of: ExportedModel, testVectors: TestVectors, change?: RegExp) {
  const folder = temporaryFolder("c");
  const files = cFiles(of, testVectors);
  writeFiles(
    folder,
    files.map((file) =>
      change !== undefined && file.name === "sample_model.c" ? withChange(file, change) : file,
    ),
  );
  return spawnSync(compile(folder, "self-test.c"), { cwd: folder, encoding: "utf8" });
}

/** Compiles and runs a program that includes the header. @returns the lines that it prints */
function printed(body: string, of = model): string[] {
  const folder = temporaryFolder("c");
  const main = `#include <stdio.h>\n#include "sample_model.h"\nint main(void)\n{\n${body}\nreturn 0;\n}\n`;
  writeFiles(folder, [...cFiles(of, vectors), { name: "main.c", contents: main }]);
  return execFileSync(compile(folder, "main.c"), { encoding: "utf8" }).split("\n");
}

it("compile without a warning and pass their own test, with every kind of instruction and hostile names", () => {
  const { status, stdout } = selfTest(model, vectors);
  assert.match(stdout, /24 points, 1e-09 of the range allowed: passed/);
  assert.is(status, 0);
});

it("compute the interpreter's values to 1e-12", () => {
  const lines =
    printed(`static const double points[] = {${[...vectors.points].map((coordinate) => coordinate.toExponential()).join(", ")}};
double r[3 * SAMPLE_MODEL_VALUES]; int o, p, i, k;
for (o = 0; o < SAMPLE_MODEL_OUTPUTS; o++) for (p = 0; p < 3; p++) for (i = 0; i < ${vectors.count}; i++) {
  sample_model_predict(points + 3 * i, r, r + SAMPLE_MODEL_VALUES, r + 2 * SAMPLE_MODEL_VALUES);
  for (k = 0; k < sample_model_output_sizes[o]; k++)
    printf("%.17g\\n", r[p * SAMPLE_MODEL_VALUES + sample_model_output_offsets[o] + k]);
}`);
  assert.ok(largestDifference(lines.slice(0, -1).map(Number), flat(vectors)) < 1e-12);
});

it("pass their own test with matrices of any number of rows", () => {
  for (const rows of [41, 42, 43]) {
    const rowsProgram = everyInstruction(rows);
    assert.is(selfTest(sampleModel(rowsProgram), sampleVectors(rowsProgram)).status, 0, `${rows}`);
  }
});

it("give means alone where no bounds are wanted, or one of the bounds", () => {
  const lines =
    printed(`double x[3] = {0.5, 1, 0}, a[SAMPLE_MODEL_VALUES], b[SAMPLE_MODEL_VALUES], u[SAMPLE_MODEL_VALUES];
sample_model_predict(x, a, NULL, NULL);
sample_model_predict(x, b, NULL, u);
printf("%d %d\\n", a[0] == b[0], u[0] > b[0]);`);
  assert.is(lines[0], "1 1");
});

it("keep names and ranges, and name the indices", () => {
  const lines =
    printed(`const char *c; for (c = sample_model_input_names[1]; *c; c++) printf("%d ", (unsigned char)*c);
printf("\\n%d %d %g %d %s", SAMPLE_MODEL_INPUT_A_MINIMUM, SAMPLE_MODEL_OUTPUT_FIXED, SAMPLE_MODEL_MAXIMUM_A,
  SAMPLE_MODEL_LEVELS_A_MINIMUM, sample_model_input_levels[2][0]);`);
  assert.equal(lines[0]?.trim().split(" ").map(Number), [...Buffer.from(HOSTILE_NAMES[1] ?? "")]);
  assert.is(lines[1], "2 6 2 3 steel");
});

it("fail their own test, with an exit code, when one constant is changed", () => {
  const { status, stdout } = selfTest(
    model,
    vectors,
    /(double m\d+\[240\] = \{\s+(?:[^,]+,\s+){9})([-\d.]+)/,
  );
  assert.is(status, 1);
  assert.match(stdout, /too much[\s\S]*FAILED/);
});

it("need scratch memory for the values alone that are still read", () => {
  const header = String(cFiles(model, vectors)[0]?.contents);
  const scratch = Number(/_SCRATCH (\d+)/.exec(header)?.[1]);
  const all = program.instructions.reduce((sum, { columns }) => sum + columns, 0);
  assert.ok(scratch < all / 2, `${scratch} of ${all}`);
});

it("take large scratch memory from the caller, and pass their own test with it", () => {
  const large = everyInstruction(40);
  const wide = large.instructions.length;
  const rows = Float64Array.from({ length: 3 * 2 ** 15 }, (_, k) => Math.sin(k));
  const instructions = [
    ...large.instructions,
    { kind: "squared-distances", columns: 2 ** 15, of: 0, rows } as const,
    { kind: "unary", columns: 2 ** 15, name: "sqrt", of: wide } as const,
    { kind: "reduce", columns: 1, name: "minimum", of: wide + 1 } as const,
  ];
  const results = large.results.map((result, at) => (at === 0 ? { ...result, mean: wide + 2 } : result));
  const wideProgram = { instructions, results };
  assert.is(selfTest(sampleModel(wideProgram), sampleVectors(wideProgram)).status, 0);
  const header = String(cFiles(sampleModel(wideProgram), sampleVectors(wideProgram))[0]?.contents);
  assert.not.match(header, /sample_model_predict\(/);
});

it("have no bounds where the program has none", () => {
  const results = program.results.map(({ mean }) => ({ mean, lower: null, upper: null }));
  const without = { ...program, results };
  assert.is(selfTest(sampleModel(without), sampleVectors(without)).status, 0);
});

it("are compared with the emulator's own values where the program is exact", () => {
  const { stdout } = selfTest(model, { ...vectors, emulator: vectors.program ?? [], program: null });
  assert.match(stdout, /1e-06 of the range allowed: passed/);
});
