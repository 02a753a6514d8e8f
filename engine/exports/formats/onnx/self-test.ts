/** The program that compares an ONNX model with `test-vectors.csv`. */
import type { ExportedModel, TestVectors } from "../../exported-model.ts";
import { chooseTolerance, computeRanges, TEST_VECTORS_NAME } from "../../test-vectors.ts";
import { asciiLine } from "../../user-text.ts";
import { INPUT_NAME } from "./graph.ts";

/** @param tensors of each output: those of its mean and its bounds. */
export function writeSelfTest(
  { identifier, inputs, outputs }: ExportedModel,
  vectors: TestVectors,
  tensors: readonly (readonly string[])[],
): string {
  const ranges = computeRanges(vectors);
  const expected = outputs.map(({ name, size }, at) => ({
    name: asciiLine(name),
    size,
    range: ranges[at],
    tensors: tensors[at],
  }));
  return `/*
 * Compares with ${TEST_VECTORS_NAME}. Once: npm install onnxruntime-node. Then:
 *     node self-test.cjs
 */
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { InferenceSession, Tensor } = require("onnxruntime-node");

const MODEL = "${identifier}.onnx";
const INPUTS = ${inputs.length};
const OUTPUTS = ${JSON.stringify(expected, null, 2)};
const BLOCKS = ${vectors.program === null ? 1 : 2};
const TOLERANCE = ${chooseTolerance(vectors)};
${COMPARE_FUNCTION}`;
}

const COMPARE_FUNCTION = `
/* Without the first line, which holds names, possibly in quotes. */
function rowsOf(text) {
  let isQuoted = false;
  let at = 0;
  for (; at < text.length && (isQuoted || text[at] !== "\\n"); at++) if (text[at] === '"') isQuoted = !isQuoted;
  const lines = text.slice(at + 1).split(/\\r?\\n/).filter((line) => line !== "");
  return lines.map((line) => line.split(",").map(Number));
}

function largestOf(rows, values, column, size, range) {
  let largest = 0;
  for (const [i, row] of rows.entries())
    for (let k = 0; k < size; k++) {
      const wanted = row[column + k];
      const scale = Math.max(range, Math.abs(wanted) / 1000, 1e-300);
      /* Not a number stays: Math.max yields it again. */
      largest = Math.max(largest, Math.abs(values[i * size + k] - wanted) / scale);
    }
  return largest;
}

async function main() {
  const rows = rowsOf(readFileSync(join(__dirname, "${TEST_VECTORS_NAME}"), "utf8"));
  const values = OUTPUTS.reduce((sum, { size, tensors }) => sum + size * tensors.length, 0);
  if (rows.length === 0 || rows.some((row) => row.length !== INPUTS + BLOCKS * values)) {
    console.log("${TEST_VECTORS_NAME} does not belong to this model.");
    return 1;
  }
  const session = await InferenceSession.create(join(__dirname, MODEL), {
    extra: { session: { strict_shape_type_inference: "1" } },
  });
  const points = Float64Array.from(rows.flatMap((row) => row.slice(0, INPUTS)));
  const results = await session.run({ ${INPUT_NAME}: new Tensor("float64", points, [rows.length, INPUTS]) });
  let column = INPUTS + (BLOCKS - 1) * values;
  let hasPassed = true;
  for (const { name, size, range, tensors } of OUTPUTS) {
    let largest = 0;
    for (const tensor of tensors) {
      largest = Math.max(largest, largestOf(rows, results[tensor].data, column, size, range));
      column += size;
    }
    const holds = largest <= TOLERANCE;
    hasPassed &&= holds;
    console.log(\`\${name}: largest difference \${largest.toPrecision(3)} of its range\${holds ? "" : ", too much"}\`);
  }
  console.log(\`\${rows.length} points, \${TOLERANCE} of the range allowed: \${hasPassed ? "passed" : "FAILED"}\`);
  return hasPassed ? 0 : 1;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error) => {
    console.log(String(error));
    process.exitCode = 1;
  },
);
`;
