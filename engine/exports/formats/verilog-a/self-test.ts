/**
 * The self-test of a Verilog-A module: its analog block, rewritten line by line as a task of plain Verilog, is run by Icarus
 * Verilog at the test vectors. Only what surrounds the arithmetic is changed.
 */
import type { ExportedFile, TestVectors } from "../../exported-model.ts";
import { chooseTolerance } from "../../test-vectors.ts";
import { type Circuit, type CircuitInput, expectedColumns } from "../circuit/circuit.ts";
import { numberText } from "../circuit/expression.ts";

const FUNCTION_NAMES = ["exp", "ln", "sqrt", "tanh", "abs", "min", "max", "floor"];

export function selfTestFiles(circuit: Circuit, module: string, vectors: TestVectors): ExportedFile[] {
  return [
    { name: "self-test.v", contents: bench(circuit, module, vectors) },
    { name: "self-test.sh", contents: script(circuit) },
  ];
}

function script({ identifier, device }: Circuit): string {
  const through = `${device?.positive}, ${device?.negative}`;
  const across = `${device?.swept}, ${device?.negative}`;
  const calls = FUNCTION_NAMES.map((name) => `  -e 's/\\([^A-Za-z0-9_$]\\)${name}(/\\1$${name}(/g' \\`);
  return [
    "#!/bin/sh",
    "# Runs the module's arithmetic in Icarus Verilog (iverilog) at the test vectors.",
    "set -eu",
    'cd "$(dirname "$0")"',
    `sed -n '/^  analog begin$/,/^  end$/p' ${identifier}.va | sed \\`,
    "  -e '1s/.*/task _evaluate; begin/' -e '$s/.*/end endtask/' \\",
    ...(device === null
      ? ["  -e 's/V(\\([A-Za-z0-9_]*\\)) <+/_v_\\1 =/' -e 's/V(\\([A-Za-z0-9_]*\\))/_v_\\1/g' \\"]
      : [`  -e 's/I(${through}) <+/_current =/' -e 's/V(${across})/_voltage/g' \\`]),
    // Twice: of two calls one inside the other the first pass finds the outer one alone.
    ...calls,
    ...calls,
    "  > self-test-task.v",
    "iverilog -g2005 -m va_math -o self-test.vvp self-test.v",
    "vvp self-test.vvp > self-test.txt",
    "cat self-test.txt",
    "grep -q '^passed' self-test.txt",
    "",
  ].join("\n");
}

function bench(circuit: Circuit, module: string, vectors: TestVectors): string {
  const inputNames = circuit.inputs.map(nameInBench);
  const outputNames =
    circuit.device === null ? circuit.written.map(({ node }) => `_v_${node}`) : ["_current"];
  const locals = Array.from(module.matchAll(/^ {2}real (.*);$/gm), ([, names]) => names ?? "");
  const columns = expectedColumns(circuit, vectors);
  const points = Array.from({ length: vectors.count }, (_, i) => [
    ...inputNames.map(
      (name, at) => `    ${name} = ${numberText(vectors.points[i * inputNames.length + at])};`,
    ),
    "    _evaluate;",
    ...columns.map(
      ({ values, range }, at) =>
        `    _check(${outputNames[at]}, ${numberText(values[i])}, ${numberText(range)});`,
    ),
  ]);
  return [
    "module self_test;",
    `  real ${[...inputNames, ...outputNames].join(", ")};`,
    ...locals.map((names) => `  real ${names};`),
    "  integer clip;",
    "  integer _failures;",
    "  real _worst, _difference;",
    '  `include "self-test-task.v"',
    "  task _check; input value, expected, range; real value, expected, range; begin",
    "    _difference = $abs(value - expected)/range;",
    "    if (_difference > _worst) _worst = _difference;",
    "    // Also where the difference is no number.",
    `    if (!(_difference <= ${numberText(chooseTolerance(vectors))})) _failures = _failures + 1;`,
    "  end endtask",
    "  initial begin",
    "    clip = 0;",
    "    _failures = 0;",
    "    _worst = 0.0;",
    ...points.flat(),
    "    if (_failures == 0)",
    `      $display("passed: ${vectors.count} points, largest difference %.2g of an output's range", _worst);`,
    "    else",
    `      $display("FAILED: %0d values differ, by at most %.2g of an output's range", _failures, _worst);`,
    "    $finish;",
    "  end",
    "endmodule",
    "",
  ].join("\n");
}

/** Parameters keep their names: the module's own text reads them. */
function nameInBench({ input, source }: CircuitInput): string {
  if (source === "parameter") return input.identifier;
  return source === "port" ? `_v_${input.identifier}` : "_voltage";
}
