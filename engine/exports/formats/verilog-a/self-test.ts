/**
 * The self-test of a Verilog-A module: its analog block, rewritten line by line as a task of plain Verilog, is run by Icarus
 * Verilog at the test vectors. Only what surrounds the arithmetic is changed.
 */
import type { ExportedFile, ExportedModel, TestVectors } from "../../exported-model.ts";
import { type CircuitShape, circuitOf, expectedColumns, rangeOf } from "../circuit.ts";
import { numberText } from "../expression.ts";

/** Of the range of each value: the order of a sum may differ. */
const TOLERANCE = 1e-9;
const FUNCTIONS = ["exp", "ln", "sqrt", "tanh", "abs", "min", "max", "floor"];

export function selfTestFiles(
  model: ExportedModel,
  shape: CircuitShape,
  module: string,
  vectors: TestVectors,
): ExportedFile[] {
  return [
    { name: "self-test.v", contents: bench(model, shape, module, vectors) },
    { name: "self-test.sh", contents: script(model.identifier) },
  ];
}

function script(identifier: string): string {
  const calls = FUNCTIONS.map((name) => `  -e 's/\\([^A-Za-z0-9_$]\\)${name}(/\\1$${name}(/g' \\`);
  return [
    "#!/bin/sh",
    "# Runs the module's arithmetic in Icarus Verilog (iverilog) at the test vectors.",
    "set -eu",
    'cd "$(dirname "$0")"',
    `sed -n '/^  analog begin$/,/^  end$/p' ${identifier}.va | sed \\`,
    "  -e '1s/.*/task evaluate; begin/' -e '$s/.*/end endtask/' \\",
    "  -e 's/I(p, n) <+/node_p_n =/' -e 's/V(p, n)/node_voltage/g' \\",
    "  -e 's/V(\\([A-Za-z0-9_]*\\)) <+/node_\\1 =/' -e 's/V(\\([A-Za-z0-9_]*\\))/node_\\1/g' \\",
    ...calls,
    "  > self-test-task.v",
    "iverilog -g2005 -m va_math -o self-test.vvp self-test.v",
    "vvp self-test.vvp > self-test.txt",
    "cat self-test.txt",
    "grep -q '^passed' self-test.txt",
    "",
  ].join("\n");
}

function bench(model: ExportedModel, shape: CircuitShape, module: string, vectors: TestVectors): string {
  const { sources, outputPorts } = circuitOf(model, shape);
  const inputNames = model.inputs.map(
    ({ identifier }, at) =>
      ({ parameter: identifier, port: `node_${identifier}`, across: "node_voltage" })[
        sources[at] ?? "parameter"
      ],
  );
  const outputNames = shape.kind === "device" ? ["node_p_n"] : outputPorts.map((node) => `node_${node}`);
  const locals = Array.from(module.matchAll(/^ {2}real (.*);$/gm), ([, names]) => names ?? "");
  const columns = expectedColumns(model, shape, vectors);
  const scales = columns.map(rangeOf);
  const points = Array.from({ length: vectors.count }, (_, i) => [
    ...inputNames.map(
      (name, at) => `    ${name} = ${numberText(vectors.points[i * inputNames.length + at])};`,
    ),
    "    evaluate;",
    ...outputNames.map(
      (name, at) =>
        `    check(${name}, ${numberText(columns[at]?.[i] ?? 0)}, ${numberText(scales[at] ?? 1)});`,
    ),
  ]);
  return [
    "module self_test;",
    `  real ${[...inputNames, ...outputNames].join(", ")};`,
    ...locals.map((names) => `  real ${names};`),
    "  integer clip;",
    "  integer failures;",
    "  real worst, difference;",
    '  `include "self-test-task.v"',
    "  task check; input value, expected, range; real value, expected, range; begin",
    "    difference = $abs(value - expected)/range;",
    "    if (difference > worst) worst = difference;",
    "    // Also where the difference is no number.",
    `    if (!(difference <= ${numberText(TOLERANCE)})) failures = failures + 1;`,
    "  end endtask",
    "  initial begin",
    "    clip = 0;",
    "    failures = 0;",
    "    worst = 0.0;",
    ...points.flat(),
    "    if (failures == 0)",
    `      $display("passed: ${vectors.count} points, largest difference %.2g of an output's range", worst);`,
    "    else",
    `      $display("FAILED: %0d values differ, by at most %.2g of an output's range", failures, worst);`,
    "    $finish;",
    "  end",
    "endmodule",
    "",
  ].join("\n");
}
