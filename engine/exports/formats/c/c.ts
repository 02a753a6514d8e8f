/** A C99 function of an emulator: no allocation, no static memory that changes, of libm exp, log and sqrt alone. */
import type { ExportedFile, ExportedModel, TestVectors } from "../../exported-model.ts";
import { scheduleOf } from "../../schedule.ts";
import { testVectorsFile } from "../../test-vectors.ts";
import { codeOf } from "./code.ts";
import { factsOf } from "./facts.ts";
import { headerOf, type Names, namesOf, parametersOf } from "./header.ts";
import { scratchOf } from "./scratch.ts";
import { selfTestOf } from "./self-test.ts";

/** `<identifier>.h`, `<identifier>.c`, `self-test.c` and the test vectors. */
export function cFiles(model: ExportedModel, vectors: TestVectors): ExportedFile[] {
  const { identifier } = model;
  const schedule = scheduleOf(model.program);
  const scratch = scratchOf(schedule);
  const names = namesOf(model, scratch.size);
  return [
    { name: `${identifier}.h`, contents: headerOf(model, names) },
    { name: `${identifier}.c`, contents: sourceOf(model, names, codeOf(schedule, scratch, names.offsets)) },
    { name: "self-test.c", contents: selfTestOf(model, vectors, names) },
    testVectorsFile(model, vectors),
  ];
}

function sourceOf(model: ExportedModel, names: Names, code: ReturnType<typeof codeOf>): string {
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
    `void ${identifier}_predict_in(double s[${names.prefix}_SCRATCH], ${parametersOf(model, names)})\n{\n${indented(body)}\n}`,
  ];
  if (names.isOnStack) {
    functions.push(
      `void ${identifier}_predict(${parametersOf(model, names)})\n{\n    double s[${names.prefix}_SCRATCH];\n    ${identifier}_predict_in(s, x, mean${bounds});\n}`,
    );
  }
  const includes = ["#include <math.h>", "#include <stddef.h>", `#include "${identifier}.h"`].join("\n");
  return `${[includes, factsOf(model, names), ...code.definitions, ...functions].join("\n\n")}\n`;
}

const indented = (lines: readonly string[]): string => lines.map((line) => `    ${line}`).join("\n");
