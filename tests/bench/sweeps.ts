/** Measures how fast ngspice sweeps a circuit, and reads what it computes there. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ExportedModel, TestVectors } from "../../engine/exports/exported-model.ts";
import { spiceFiles } from "../../engine/exports/formats/spice/spice.ts";
import { temporaryFolder } from "../support/cleanup.ts";
import { writeFiles } from "../support/exports/sample-model.ts";
import { ngspice } from "../support/processes/simulators.ts";

export interface SweptCircuit {
  /** Its elements and models. */
  lines: readonly string[];
  /** The compiled Verilog-A modules that its models are of. */
  modules?: readonly string[];
  /** The source of the voltage that is swept, and its range. */
  swept: string;
  from: number;
  to: number;
}

const POINT_COUNT = 1000;

/** A file of the circuit with its DC sweep among these commands. */
function circuitFile(folder: string, circuit: SweptCircuit, before: string[], after: string[]): void {
  const { swept, from, to } = circuit;
  const lines = [
    "* Sweep",
    ...circuit.lines,
    ".control",
    ...(circuit.modules ?? []).map((path) => `pre_osdi ${path}`),
    ...before,
    `dc ${swept} ${from} ${to} ${(to - from) / (POINT_COUNT - 1)}`,
    ...after,
    "quit 0",
    ".endc",
    ".end",
    "",
  ];
  writeFiles(folder, [{ name: "sweep.cir", contents: lines.join("\n") }]);
}

/**
 * Processor time of a DC sweep of 1,000 points, in seconds: the least of some runs.
 * @param program ngspice
 * @param sweeps of a run, which together take far longer than the start
 */
export function secondsOfSweep(program: string, circuit: SweptCircuit, sweeps: number): number {
  const folder = temporaryFolder("sweep");
  circuitFile(folder, circuit, [`repeat ${sweeps}`], ["destroy all", "end"]);
  const runs = Array.from({ length: 5 }, () => {
    // `times` ends with a line of what the children took: 0m0.710000s 0m0.020000s.
    const printed = execFileSync("sh", ["-c", '"$0" -b sweep.cir 2>&1; times', program], {
      cwd: folder,
      encoding: "utf8",
    });
    if (printed.match(/No. of Data Rows : 1000/g)?.length !== sweeps)
      throw new Error(`ngspice did not sweep: ${printed.slice(-1000)}`);
    const [, user, system] = /(\d+m[\d.]+)s (\d+m[\d.]+)s\n$/.exec(printed) ?? [];
    return (parseSeconds(user) + parseSeconds(system)) / sweeps;
  });
  return Math.min(...runs);
}

function parseSeconds(text = ""): number {
  const [minutes, seconds] = text.split("m").map(Number);
  return 60 * (minutes ?? Number.NaN) + (seconds ?? Number.NaN);
}

/**
 * The voltages of a sweep, and at them the values of each of the vectors.
 * @param vectors as ngspice names them, like `v(out)`
 */
export function sweptValues(
  program: string,
  circuit: SweptCircuit,
  vectors: readonly string[],
): { points: number[]; values: number[][] } {
  const folder = temporaryFolder("swept");
  // By default a sweep stops at changes of a thousandth, and reports the iterate before the last.
  const settings = ["set numdgt=17", "option reltol=1e-10 vntol=1e-13 abstol=1e-13"];
  circuitFile(folder, circuit, settings, [`wrdata values.txt ${vectors.join(" ")}`]);
  execFileSync(program, ["-b", "sweep.cir"], { cwd: folder, stdio: "pipe" });
  const text = readFileSync(join(folder, "values.txt"), "utf8").trim();
  // Each value stands behind the voltage.
  const rows = text.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  if (rows.length !== POINT_COUNT)
    throw new Error(`ngspice wrote ${rows.length} points instead of ${POINT_COUNT}.`);
  const column = (at: number) => rows.map((row) => row[at] ?? Number.NaN);
  return { points: column(0), values: vectors.map((_, at) => column(2 * at + 1)) };
}

/** Measures a sweep of the first input of a subcircuit whose inputs are voltages. */
export async function secondsInSpice(model: ExportedModel, vectors: TestVectors): Promise<number> {
  const folder = temporaryFolder("subcircuit");
  writeFiles(folder, spiceFiles(model, { kind: "ports" }, vectors));
  const nodes = model.inputs.map((_, at) => `in${at}`);
  const outputs = model.outputs.map((_, at) => `out${at}`);
  const lines = [
    `.include ${join(folder, `${model.identifier}.sub`)}`,
    ...nodes.map((node) => `v${node} ${node} 0 dc 0.3`),
    `xmodel ${[...nodes, ...outputs].join(" ")} ${model.identifier}`,
  ];
  return secondsOfSweep(await ngspice(), { lines, swept: "vin0", from: -1, to: 1 }, 10);
}

/** Measures a sweep of the drain of a level-1 MOSFET. */
export const secondsOfMosfet = (program: string): number =>
  secondsOfSweep(
    program,
    {
      lines: [
        ".model n nmos level=1 vto=0.7 kp=1e-4 lambda=0.02 gamma=0.4 phi=0.6",
        "m1 drain gate 0 0 n w=10u l=1u",
        "vdrain drain 0 1",
        "vgate gate 0 1",
      ],
      swept: "vdrain",
      from: -1,
      to: 1,
    },
    200,
  );
