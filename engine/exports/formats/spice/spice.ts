/** An emulator as a SPICE subcircuit, with the circuit that proves it in ngspice. */
import type { ExportedFile, ExportedModel, TestVectors } from "../../exported-model.ts";
import { type CircuitShape, circuitOf, expectedColumns, type InputSource, rangeOf } from "../circuit.ts";
import { numberText } from "../expression.ts";
import { subcircuit } from "./subcircuit.ts";

/** Of the range of each value: ngspice solves for the voltages. */
const TOLERANCE = 1e-9;

/** @throws UserError where the shape is a device and the output is no curve that it could follow. */
export function spiceFiles(model: ExportedModel, shape: CircuitShape, vectors: TestVectors): ExportedFile[] {
  return [
    { name: `${model.identifier}.sub`, contents: subcircuit(model, shape) },
    { name: "self-test.cir", contents: testCircuit(model, shape, vectors) },
    { name: "self-test.expected", contents: expectedText(model, shape, vectors) },
    { name: "self-test.sh", contents: SCRIPT },
  ];
}

const SCRIPT = `#!/bin/sh
# Solves a circuit with the model at each test vector in ngspice and compares its voltages with the emulator's values.
set -eu
cd "$(dirname "$0")"
ngspice -b self-test.cir > self-test.log 2>&1 || true
sed -n 's/^.*value_of_[0-9]* = *//p' self-test.log > self-test.values
paste self-test.expected self-test.values | awk '
  NF != 3 { failures++; next }
  { difference = ($3 - $1)/$2; if (difference < 0) difference = -difference }
  !(difference <= ${TOLERANCE}) { failures++ }
  difference > worst { worst = difference }
  END {
    if (NR == 0) failures++
    printf "%s: %d values, largest difference %.2g of an output\\047s range\\n", failures ? "FAILED" : "passed", NR, worst
    exit failures > 0
  }'
`;

/** Each point is an operating point of its own. */
function testCircuit(model: ExportedModel, shape: CircuitShape, vectors: TestVectors): string {
  const { sources, inputPorts, outputPorts } = circuitOf(model, shape);
  const width = model.inputs.length;
  const isDevice = shape.kind === "device";
  const terminals = isDevice ? ["across", "0"] : [...inputPorts, ...outputPorts];
  const values = isDevice ? ["-i(vacross)"] : outputPorts.map((node) => `v(${node})`);
  const nodes = isDevice ? ["across"] : inputPorts;
  const parameters = model.inputs.flatMap(({ identifier }, at) =>
    sources[at] === "parameter" ? [identifier] : [],
  );
  // Parameters are put into the circuit when it is read again, and that forgets what was altered.
  const setAt = (i: number): string[] => {
    const set = (wanted: (source: InputSource) => boolean, text: (at: number, value: string) => string) =>
      sources.flatMap((source, at) =>
        wanted(source) ? [text(at, numberText(vectors.points[i * width + at]))] : [],
      );
    const identifierOf = (at: number): string =>
      sources[at] === "across" ? "across" : (model.inputs[at]?.identifier ?? "");
    return [
      ...set(
        (source) => source === "parameter",
        (at, value) => `alterparam p_${identifierOf(at)} = ${value}`,
      ),
      ...(parameters.length > 0 ? ["reset"] : []),
      ...set(
        (source) => source !== "parameter",
        (at, value) => `alter v${identifierOf(at)} dc = ${value}`,
      ),
    ];
  };
  return [
    `* Self-test of ${model.identifier}`,
    `.include ${model.identifier}.sub`,
    ".options reltol=1e-12 abstol=1e-18 vntol=1e-15 itl1=1000 gmin=1e-20",
    ...parameters.map((identifier) => `.param p_${identifier} = 0.0`),
    ...nodes.map((node) => `v${node} ${node} 0 dc 0`),
    `xmodel ${[...terminals, model.identifier, ...parameters.map((one) => `${one}={p_${one}}`), "clip=0"].join(" ")}`,
    ".control",
    "set numdgt=17",
    ...Array.from({ length: vectors.count }, (_, i) => [
      ...setAt(i),
      "op",
      ...values.flatMap((value, at) => [`let value_of_${at} = ${value}`, `print value_of_${at}`]),
      "destroy all",
    ]).flat(),
    "quit 0",
    ".endc",
    ".end",
    "",
  ].join("\n");
}

/** A line for each value of each point: the value, and what differences are measured in. */
function expectedText(model: ExportedModel, shape: CircuitShape, vectors: TestVectors): string {
  const columns = expectedColumns(model, shape, vectors);
  const ranges = columns.map(rangeOf);
  const lines = Array.from({ length: vectors.count }, (_, i) =>
    columns.map((column, at) => `${numberText(column[i])} ${numberText(ranges[at] ?? 1)}`),
  );
  return `${lines.flat().join("\n")}\n`;
}
