/** A C99 function of an emulator: no allocation, no static memory that changes, of libm exp, log and sqrt alone. */
import type { ExportedFile, ExportedModel, TestVectors } from "../../exported-model.ts";
import { makeSchedule } from "../../schedule.ts";
import { testVectorsFile } from "../../test-vectors.ts";
import { writeCode } from "./code.ts";
import { writeFacts } from "./facts.ts";
import { makeNames, type Names, writeHeader, writeParameters } from "./header.ts";
import { layOutScratch } from "./scratch.ts";
import { writeSelfTest } from "./self-test.ts";

/** `<identifier>.h`, `<identifier>.c`, `self-test.c` and the test vectors. */
export function cFiles(model: ExportedModel, vectors: TestVectors): ExportedFile[] {
  const { identifier } = model;
  const schedule = makeSchedule(model.program);
  const scratch = layOutScratch(schedule);
  const names = makeNames(model, scratch.size);
  return [
    { name: `${identifier}.h`, contents: writeHeader(model, names) },
    {
      name: `${identifier}.c`,
      contents: writeSource(model, names, writeCode(schedule, scratch, names.offsets)),
    },
    { name: "self-test.c", contents: writeSelfTest(model, vectors, names) },
    testVectorsFile(model, vectors),
  ];
}

function writeSource(model: ExportedModel, names: Names, code: ReturnType<typeof writeCode>): string {
  const { identifier, hasBounds } = model;
  const lines = [...code.means, ...code.bounds];
  const bounds = hasBounds ? ", lower, upper" : "";
  const body = [
    ...(lines.some((line) => line.startsWith("for (i")) ? ["int i;"] : []),
    ...(lines.some((line) => /\bs[[ ]/.test(line)) ? [] : ["(void)s;"]),
    ...(lines.some((line) => /\bx\b/.test(line)) ? [] : ["(void)x;"]),
    ...code.means,
    ...(code.bounds.length > 0 ? ["if (lower == NULL && upper == NULL) return;", ...code.bounds] : []),
  ];
  const functions = [
    `void ${identifier}_predict_in(double s[${names.prefix}_SCRATCH], ${writeParameters(model, names)})\n{\n${indented(body)}\n}`,
  ];
  if (names.isOnStack) {
    functions.push(
      `void ${identifier}_predict(${writeParameters(model, names)})\n{\n    double s[${names.prefix}_SCRATCH];\n    ${identifier}_predict_in(s, x, mean${bounds});\n}`,
    );
  }
  const includes = ["#include <math.h>", "#include <stddef.h>", `#include "${identifier}.h"`].join("\n");
  return `${[includes, writeFacts(model, names), ...code.definitions, ...functions].join("\n\n")}\n`;
}

const indented = (lines: readonly string[]): string => lines.map((line) => `    ${line}`).join("\n");
