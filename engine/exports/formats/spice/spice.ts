/** An emulator as a SPICE subcircuit, with the circuit that proves it in ngspice. */
import type { ExportShape } from "@understudy/shared/api/emulator-export.ts";
import type { ExportedFile, ExportedModel, TestVectors } from "../../exported-model.ts";
import { chooseTolerance, testVectorsFile } from "../../test-vectors.ts";
import { type Circuit, type CircuitInput, expectedColumns, makeCircuit } from "../circuit/circuit.ts";
import { numberText } from "../circuit/expression.ts";
import { subcircuit } from "./subcircuit.ts";

/**
 * @param clips whether inputs are held within their ranges unless the circuit says otherwise
 * @throws UserError where the shape is a device and the output is no curve that it could follow.
 */
export function spiceFiles(
  model: ExportedModel,
  shape: ExportShape,
  vectors: TestVectors,
  clips = true,
): ExportedFile[] {
  const circuit = makeCircuit(model, shape);
  return [
    { name: `${model.identifier}.sub`, contents: subcircuit(model, circuit, clips) },
    { name: "self-test.cir", contents: testCircuit(circuit, vectors) },
    { name: "self-test.expected", contents: expectedText(circuit, vectors) },
    { name: "self-test.sh", contents: script(chooseTolerance(vectors)) },
    testVectorsFile(model, vectors),
  ];
}

/** @param tolerance of the range of each value: ngspice solves for the voltages. */
const script = (tolerance: number): string => `#!/bin/sh
# Solves a circuit with the model at each test vector in ngspice and compares its voltages with the emulator's values.
set -eu
cd "$(dirname "$0")"
ngspice -b self-test.cir > self-test.log 2> self-test.messages || true
sed -n 's/^.*_value_[0-9]* = *//p' self-test.log > self-test.values
paste self-test.expected self-test.values | awk '
  NF != 3 { failures++; next }
  { difference = ($3 - $1)/$2; if (difference < 0) difference = -difference }
  !(difference <= ${tolerance}) { failures++ }
  difference > worst { worst = difference }
  END {
    if (NR == 0) failures++
    printf "%s: %d values, largest difference %.2g of an output\\047s range\\n", failures ? "FAILED" : "passed", NR, worst
    exit failures > 0
  }'
`;

/** Each point is an operating point of its own. */
function testCircuit(circuit: Circuit, vectors: TestVectors): string {
  const { identifier, inputs, terminals, device, written } = circuit;
  const hasControl = device !== null && device.swept !== device.positive;
  const nodes = device === null ? terminals : hasControl ? ["_through", "0", "_swept"] : ["_swept", "0"];
  const sources = inputs.flatMap((circuitInput) =>
    circuitInput.source === "parameter" ? [] : [makeNode(circuitInput)],
  );
  const values =
    device === null
      ? written.map(({ node }) => `v(${node})`)
      : [hasControl ? "-i(v_through)" : "-i(v_swept)"];
  const parameters = inputs.flatMap(({ input, source }) =>
    source === "parameter" ? [input.identifier] : [],
  );
  return [
    `* Self-test of ${identifier}`,
    `.include ${identifier}.sub`,
    ".options reltol=1e-12 abstol=1e-18 vntol=1e-15 itl1=1000 gmin=1e-20",
    ...parameters.map((parameter) => `.param _${parameter} = 0.0`),
    ...sources.map((node) => `v${node} ${node} 0 dc 0`),
    ...(hasControl ? ["v_through _through 0 dc 0"] : []),
    `x_model ${[...nodes, identifier, ...parameters.map((parameter) => `${parameter}={_${parameter}}`), "clip=0"].join(" ")}`,
    ".control",
    "set numdgt=17",
    ...Array.from({ length: vectors.count }, (_, i) => [
      ...settings(circuit, vectors.points.subarray(i * inputs.length, (i + 1) * inputs.length)),
      "op",
      ...values.flatMap((value, at) => [`let _value_${at} = ${value}`, `print _value_${at}`]),
      "destroy all",
    ]).flat(),
    "quit 0",
    ".endc",
    ".end",
    "",
  ].join("\n");
}

const makeNode = ({ input, source }: CircuitInput): string =>
  source === "swept" ? "_swept" : input.identifier;

/** Parameters are put into the circuit when it is read again, and that forgets what was altered. */
function settings({ inputs }: Circuit, point: Float64Array): string[] {
  const inputValues = inputs.map((circuitInput, at) => ({ circuitInput, value: numberText(point[at]) }));
  const [parameters, sources] = [true, false].map((isParameter) =>
    inputValues.filter(({ circuitInput }) => (circuitInput.source === "parameter") === isParameter),
  );
  return [
    ...(parameters ?? []).map(
      ({ circuitInput, value }) => `alterparam _${circuitInput.input.identifier} = ${value}`,
    ),
    ...(parameters?.length === 0 ? [] : ["reset"]),
    ...(sources ?? []).map(({ circuitInput, value }) => `alter v${makeNode(circuitInput)} dc = ${value}`),
  ];
}

/** A line for each value of each point: the value, and what differences are measured in. */
function expectedText(circuit: Circuit, vectors: TestVectors): string {
  const columns = expectedColumns(circuit, vectors);
  const lines = Array.from({ length: vectors.count }, (_, i) =>
    columns.map(({ values, range }) => `${numberText(values[i])} ${numberText(range)}`),
  );
  return `${lines.flat().join("\n")}\n`;
}
