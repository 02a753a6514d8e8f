/** The functions of a model in JavaScript that are the same for every emulator. */

/** Called by the statements of the program. `to`, `of` and the like are places in `memory`, steps the distances between columns. */
export const OPERATION_FUNCTIONS = `/* Browsers from before 2026 may lack Uint8Array.fromBase64, which is many times as fast. */
function readBase64(text) {
  if (typeof Uint8Array.fromBase64 === "function") return Uint8Array.fromBase64(text);
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let at = 0; at < bytes.length; at++) bytes[at] = characters.charCodeAt(at);
  return bytes;
}

/* The lowest byte of each number comes first, whatever the machine. */
function readConstants(size, from, text) {
  const memory = new Float64Array(size);
  const bytes = readBase64(text);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (let i = 0; i < size - from; i++) memory[from + i] = view.getFloat64(8 * i, true);
  return memory;
}

function exp(to, count, of) {
  for (let i = 0; i < count; i++) memory[to + i] = Math.exp(memory[of + i]);
}

function log(to, count, of) {
  for (let i = 0; i < count; i++) memory[to + i] = Math.log(memory[of + i]);
}

function sqrt(to, count, of) {
  for (let i = 0; i < count; i++) memory[to + i] = Math.sqrt(memory[of + i]);
}

function tanh(to, count, of) {
  for (let i = 0; i < count; i++) memory[to + i] = Math.tanh(memory[of + i]);
}

function abs(to, count, of) {
  for (let i = 0; i < count; i++) memory[to + i] = Math.abs(memory[of + i]);
}

function negate(to, count, of) {
  for (let i = 0; i < count; i++) memory[to + i] = -memory[of + i];
}

function add(to, count, left, leftStep, right, rightStep) {
  for (let i = 0; i < count; i++) memory[to + i] = memory[left + i * leftStep] + memory[right + i * rightStep];
}

function subtract(to, count, left, leftStep, right, rightStep) {
  for (let i = 0; i < count; i++) memory[to + i] = memory[left + i * leftStep] - memory[right + i * rightStep];
}

function multiply(to, count, left, leftStep, right, rightStep) {
  for (let i = 0; i < count; i++) memory[to + i] = memory[left + i * leftStep] * memory[right + i * rightStep];
}

function divide(to, count, left, leftStep, right, rightStep) {
  for (let i = 0; i < count; i++) memory[to + i] = memory[left + i * leftStep] / memory[right + i * rightStep];
}

function minimum(to, count, left, leftStep, right, rightStep) {
  for (let i = 0; i < count; i++)
    memory[to + i] = Math.min(memory[left + i * leftStep], memory[right + i * rightStep]);
}

function maximum(to, count, left, leftStep, right, rightStep) {
  for (let i = 0; i < count; i++)
    memory[to + i] = Math.max(memory[left + i * leftStep], memory[right + i * rightStep]);
}

function less(to, count, left, leftStep, right, rightStep) {
  for (let i = 0; i < count; i++)
    memory[to + i] = memory[left + i * leftStep] < memory[right + i * rightStep] ? 1 : 0;
}

function equal(to, count, left, leftStep, right, rightStep) {
  for (let i = 0; i < count; i++)
    memory[to + i] = memory[left + i * leftStep] === memory[right + i * rightStep] ? 1 : 0;
}

function select(to, count, condition, conditionStep, chosen, chosenStep, otherwise, otherwiseStep) {
  for (let i = 0; i < count; i++)
    memory[to + i] =
      memory[condition + i * conditionStep] !== 0
        ? memory[chosen + i * chosenStep]
        : memory[otherwise + i * otherwiseStep];
}

function product(to, count, matrix, of, width) {
  for (let k = 0; k < count; k++) {
    let total = 0;
    for (let j = 0, at = matrix + k * width; j < width; j++) total += memory[at + j] * memory[of + j];
    memory[to + k] = total;
  }
}

function packedProduct(to, count, matrix, of) {
  for (let k = 0, at = matrix; k < count; at += ++k) {
    let total = 0;
    for (let j = 0; j <= k; j++) total += memory[at + j] * memory[of + j];
    memory[to + k] = total;
  }
}

function squaredDistances(to, count, rows, of, width) {
  for (let k = 0; k < count; k++) {
    let total = 0;
    for (let j = 0, at = rows + k * width; j < width; j++) {
      const difference = memory[of + j] - memory[at + j];
      total += difference * difference;
    }
    memory[to + k] = total;
  }
}

function sum(to, of, count) {
  let total = 0;
  for (let i = 0; i < count; i++) total += memory[of + i];
  memory[to] = total;
}

function least(to, of, count) {
  let result = memory[of];
  for (let i = 1; i < count; i++) result = Math.min(result, memory[of + i]);
  memory[to] = result;
}

function copy(to, of, count) {
  memory.copyWithin(to, of, of + count);
}

function pick(to, of, indices) {
  for (let i = 0; i < indices.length; i++) memory[to + i] = memory[of + indices[i]];
}

function store(into, of, count) {
  if (into !== null) into.set(memory.subarray(of, of + count));
}`;

/** Reads `INPUTS`, `OUTPUTS`, `HAS_BOUNDS`, `INPUTS_AT` and the functions of the program. */
export const EVALUATION_FUNCTIONS = `/* The values of all outputs at a point, a list of numbers in which a category is the index of its level. */
function evaluate(x, withBounds) {
  memory.set(x, INPUTS_AT);
  const isBounded = withBounds && HAS_BOUNDS;
  const results = OUTPUTS.map(({ size }) => ({
    mean: new Float64Array(size),
    lower: isBounded ? new Float64Array(size) : null,
    upper: isBounded ? new Float64Array(size) : null,
  }));
  computeMeans(results);
  if (isBounded) computeBounds(results);
  return results;
}

/* True where the point is outside the training data, or far from all of it: predictions there are extrapolations. */
function isAwayFromData(x) {
  memory.set(x, INPUTS_AT);
  const results = [{ mean: new Float64Array(1), lower: null, upper: null }];
  computeFarness(results);
  return results[0].mean[0] !== 0;
}

function readNumber(cell, { name, levels }) {
  if (levels !== null && typeof cell === "string") {
    if (levels.includes(cell)) return levels.indexOf(cell);
    throw new RangeError(name + ": " + cell + " is none of the levels " + levels.join(", ") + ".");
  }
  const isNumber = typeof cell === "number" && Number.isFinite(cell);
  if (!isNumber) throw new RangeError(name + ": " + String(cell) + " is not a finite number.");
  if (levels !== null && levels[cell] === undefined)
    throw new RangeError(name + ": " + cell + " is not an index from 0 to " + (levels.length - 1) + ".");
  return cell;
}

function readPoint(point) {
  if (Array.isArray(point) || ArrayBuffer.isView(point)) {
    if (point.length === INPUTS.length) return Array.from(point, (cell, at) => readNumber(cell, INPUTS[at]));
    throw new RangeError("The point has " + point.length + " values; there are " + INPUTS.length + " inputs.");
  }
  return INPUTS.map((input) => {
    if (Object.hasOwn(point, input.name)) return readNumber(point[input.name], input);
    throw new RangeError(input.name + ": no value is given.");
  });
}

/*
 * Means and 95% bounds at a point.
 *
 * point: the inputs in their order, or an object by input name. A category is the name of its level (a string) or its
 * index (a number).
 *
 * Returns { mean, lower, upper, isFar }. The first three are objects by output name, with a number for a scalar and a
 * Float64Array for a curve; lower and upper are null with { bounds: false }, or where HAS_BOUNDS is false. isFar is true
 * where the point is outside the training data, or far from all of it. Throws a RangeError that names the input.
 */
function predict(point, { bounds = true } = {}) {
  const x = readPoint(point);
  const results = evaluate(x, bounds);
  const byName = (part) =>
    Object.fromEntries(
      OUTPUTS.map(({ name, knots }, at) => [name, knots === null ? results[at][part][0] : results[at][part]]),
    );
  const isBounded = bounds && HAS_BOUNDS;
  return {
    mean: byName("mean"),
    lower: isBounded ? byName("lower") : null,
    upper: isBounded ? byName("upper") : null,
    isFar: isAwayFromData(x),
  };
}`;

/** Reads `TOLERANCE`, `VECTOR_BLOCKS` and `VECTOR_RANGES` besides. */
export const SELF_TEST = `/* The rows of a CSV file without its first line, which holds names, possibly in quotes. */
function readRows(text) {
  let isQuoted = false;
  let at = 0;
  for (; at < text.length && (isQuoted || text[at] !== "\\n"); at++) if (text[at] === '"') isQuoted = !isQuoted;
  const lines = text.slice(at + 1).split(/\\r?\\n/).filter((line) => line !== "");
  return lines.map((line) => line.split(",").map(Number));
}

async function readVectors() {
  const url = new URL("test-vectors.csv", import.meta.url);
  if (url.protocol !== "file:") return await (await fetch(url)).text();
  const { readFile } = await import("node:fs/promises");
  return await readFile(url, "utf8");
}

/*
 * Compares with the values of test-vectors.csv beside this module, or with a text that has its contents, and prints the
 * largest differences. Returns whether all are small.
 */
export async function selfTest(text) {
  const rows = readRows(text ?? (await readVectors()));
  const parts = HAS_BOUNDS ? ["mean", "lower", "upper"] : ["mean"];
  const valueCount = OUTPUTS.reduce((total, { size }) => total + parts.length * size, 0);
  const width = INPUTS.length + valueCount * VECTOR_BLOCKS;
  if (rows.length === 0 || rows.some((row) => row.length !== width)) {
    console.log("test-vectors.csv does not belong to this module.");
    return false;
  }
  const largest = OUTPUTS.map(() => 0);
  for (const row of rows) {
    const results = evaluate(row.slice(0, INPUTS.length), true);
    let column = width - valueCount;
    OUTPUTS.forEach(({ size }, at) => {
      for (const part of parts)
        for (let k = 0; k < size; k++) {
          const expected = row[column++];
          const scale = Math.max(VECTOR_RANGES[at], Math.abs(expected) / 1000, 1e-300);
          /* Not a number stays: Math.max yields it again. */
          largest[at] = Math.max(largest[at], Math.abs(results[at][part][k] - expected) / scale);
        }
    });
  }
  OUTPUTS.forEach(({ name }, at) => {
    const verdict = largest[at] <= TOLERANCE ? "" : ", too much";
    console.log(JSON.stringify(name) + ": largest difference " + largest[at].toPrecision(3) + " of its range" + verdict);
  });
  const hasPassed = largest.every((difference) => difference <= TOLERANCE);
  const verdict = hasPassed ? "passed" : "FAILED";
  console.log(rows.length + " points, " + TOLERANCE + " of the range allowed: " + verdict);
  return hasPassed;
}

async function isMain() {
  if (typeof process === "undefined" || !process.argv?.[1] || !import.meta.url.startsWith("file:")) return false;
  const { realpathSync } = await import("node:fs");
  const { pathToFileURL } = await import("node:url");
  return pathToFileURL(realpathSync(process.argv[1])).href === import.meta.url;
}

if (await isMain()) process.exitCode = (await selfTest()) ? 0 : 1;`;
