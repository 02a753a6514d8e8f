/** The peers: programs of tests/bench/peers on a Python with Debian's scikit-learn and PyTorch, or on R with tgp, fed with the very rows that ours got. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { OutputColumn, Table } from "../../engine/dataset/table.ts";
import { numericInputs, type Split } from "./data/sets.ts";
import type { Judged } from "./scores.ts";

export const PYTHON_PROGRAM = process.env.BENCH_PYTHON ?? "/usr/bin/python3";
const PEERS_FOLDER = join(import.meta.dirname, "peers");

export const PEER_SCRIPTS = {
  gp: { script: "gaussian_process.py", needs: "sklearn" },
  "gp-10": { script: "gaussian_process.py", needs: "sklearn", args: ["9"] },
  boosting: { script: "boosting.py", needs: "sklearn" },
  mlp: { script: "mlp.py", needs: "sklearn" },
  torch: { script: "torch_ensemble.py", needs: "torch" },
  tgp: { script: "treed_gaussian_process.R", needs: "tgp" },
} as const satisfies Record<string, { script: string; needs: string; args?: readonly string[] }>;
export type Peer = keyof typeof PEER_SCRIPTS;

const isWrittenInR = (script: string): boolean => script.endsWith(".R");

/** The version of a Python package; null where it, or Python, is missing. */
export function readVersion(packageName: string): string | null {
  return readOutput(PYTHON_PROGRAM, ["-c", `import ${packageName}; print(${packageName}.__version__)`]);
}

/** Tells whether the peer can run here, and says what is missing where it cannot. */
export function isPeerInstalled(name: Peer): boolean {
  const { script, needs } = PEER_SCRIPTS[name];
  const isThere = isWrittenInR(script)
    ? readOutput("Rscript", ["-e", `library(${needs})`]) !== null
    : readVersion(needs) !== null;
  if (!isThere)
    console.log(
      `  (${name} is left out: there is no ${isWrittenInR(script) ? "R" : "Python"} with ${needs})`,
    );
  return isThere;
}

function readOutput(program: string, args: readonly string[]): string | null {
  try {
    return execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return null;
  }
}

/** Runs a program of tests/bench/peers and answers the JSON on its last line. */
export function runPeer<T>(script: string, args: readonly string[], schema: z.ZodType<T>): T {
  const interpreter = isWrittenInR(script) ? ["Rscript"] : [PYTHON_PROGRAM, "-W", "ignore"];
  const [program = "", ...words] = [...interpreter, join(PEERS_FOLDER, script), ...args];
  const { status, stdout, stderr } = spawnSync(program, words, {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`${script} ended with ${status}:\n${stderr}`);
  return schema.parse(JSON.parse(stdout.trim().split("\n").at(-1) ?? ""));
}

const fitted = z.object({
  /** To fit and to predict, all threads together in `cpuSeconds`. */
  seconds: z.number(),
  cpuSeconds: z.number(),
  hasBounds: z.boolean(),
  note: z.string(),
});

export function runOnSplit(
  peer: Peer,
  split: Split,
): { judged: Judged[]; seconds: number; cpuSeconds: number; note: string } {
  const folder = mkdtempSync(join(tmpdir(), "understudy-peer-"));
  try {
    const outputs = split.unseen.outputs.filter(({ name }) => !split.roles.ignoredOutputs?.includes(name));
    writeSplit(folder, split, outputs);
    const { script, ...settings } = PEER_SCRIPTS[peer];
    const args = "args" in settings ? settings.args : [];
    const { hasBounds, ...cost } = runPeer(script, [folder, ...args], fitted);
    const read = (name: string) => readNumbers(join(folder, name));
    const parts = {
      mean: read("mean"),
      lower: hasBounds ? read("lower") : null,
      upper: hasBounds ? read("upper") : null,
    };
    return { judged: readJudged(outputs, split.unseen.rows, parts), ...cost };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function readJudged(
  outputs: readonly OutputColumn[],
  rows: number,
  parts: { mean: Float64Array; lower: Float64Array | null; upper: Float64Array | null },
): Judged[] {
  const width = outputs.reduce((sum, { size }) => sum + size, 0);
  let offset = 0;
  return outputs.map(({ values, size }) => {
    const from = offset;
    offset += size;
    const selectOutput = (all: Float64Array) =>
      Float64Array.from({ length: rows * size }, (_, at) => {
        const row = Math.floor(at / size);
        return all[row * width + from + (at % size)] ?? 0;
      });
    const { mean, lower, upper } = parts;
    const bounds =
      lower === null || upper === null ? null : { lower: selectOutput(lower), upper: selectOutput(upper) };
    return { truth: values, mean: selectOutput(mean), bounds, size };
  });
}

/** `x_seen`, `y_seen`, `x_unseen` as float64, row-major, and `split.json` that tells their shapes. */
export function writeSplit(folder: string, split: Split, outputs: readonly OutputColumn[]): void {
  const write = (name: string, numbers: Float64Array) =>
    writeFileSync(join(folder, name), new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
  const trainingInputs = numericInputs(split.training);
  write("x_seen", trainingInputs.values);
  write("x_unseen", numericInputs(split.unseen).values);
  write("y_seen", gatherOutputs(split.training, outputs));
  write("y_unseen", gatherOutputs(split.unseen, outputs));
  const shape = { inputs: trainingInputs.width, seed: split.seed, sizes: outputs.map(({ size }) => size) };
  writeFileSync(join(folder, "split.json"), JSON.stringify(shape));
}

function gatherOutputs(table: Table, outputs: readonly OutputColumn[]): Float64Array {
  const width = outputs.reduce((sum, { size }) => sum + size, 0);
  const all = new Float64Array(table.rows * width);
  let offset = 0;
  for (const { name, size } of outputs) {
    const values = table.outputs.find((output) => output.name === name)?.values ?? new Float64Array(0);
    for (let row = 0; row < table.rows; row++)
      all.set(values.subarray(row * size, (row + 1) * size), row * width + offset);
    offset += size;
  }
  return all;
}

function readNumbers(path: string): Float64Array {
  const bytes = readFileSync(path);
  return new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}
