/** A compiled Verilog-A module in a circuit that sweeps its first number: how fast, and whether it computes what our program does. */
import type { ExportedModel } from "../../engine/exports/exported-model.ts";
import { makeCircuit, type Written } from "../../engine/exports/formats/circuit/circuit.ts";
import { runProgram } from "../../engine/exports/run-program.ts";
import type { ExportShape } from "../../shared/api/emulator-export.ts";
import { plainVectors } from "../support/exports/plain-model.ts";
import { compiledModule } from "../support/osdi/compile.ts";
import type { NgspiceWithOsdi } from "../support/osdi/ngspice.ts";
import { type SweptCircuit, secondsOfSweep, sweptValues } from "./sweeps.ts";

/** The largest difference from our program's value, relative to it: rounding. */
const RELATIVE_TOLERANCE = 1e-9;
const SWEEP_COUNT = 100;

interface SweptModule {
  circuit: SweptCircuit;
  /** The index of the model's input that is swept; the others stay what they are initially. */
  input: number;
  written: readonly Written[];
  /** The names that ngspice gives to the vectors that are written. */
  vectors: readonly string[];
}

/**
 * @returns the processor time of a sweep of 1,000 points, in seconds, and the largest relative difference of its values.
 * @throws Error where they differ by more than rounding.
 */
export async function sweepModule(
  simulator: NgspiceWithOsdi,
  model: ExportedModel,
  shape: ExportShape,
): Promise<{ seconds: number; difference: number }> {
  const module = await sweptModule(model, shape, simulator.headers);
  const difference = measureDifference(simulator, model, module);
  return { seconds: secondsOfSweep(simulator.program, module.circuit, SWEEP_COUNT), difference };
}

const initialPoint = ({ inputs }: ExportedModel) => Float64Array.from(inputs, ({ initial }) => initial);

async function sweptModule(model: ExportedModel, shape: ExportShape, headers: string): Promise<SweptModule> {
  const { identifier, inputs, device, terminals, written } = makeCircuit(model, shape);
  const input = inputs.findIndex(
    ({ input: { kind }, source }) => kind === "continuous" && source !== "parameter",
  );
  const range = inputs[input]?.input;
  if (range?.kind !== "continuous") throw new Error("The module has no voltage that is a number.");
  const vectors = plainVectors(model.program, initialPoint(model), 1);
  const modules = [await compiledModule(model, shape, vectors, headers)];
  const sweep = { modules, from: range.minimum, to: range.maximum };
  if (device !== null) {
    const parameters = inputs.flatMap(({ input: parameter, source }) =>
      source === "parameter" ? [`${parameter.identifier}=${parameter.initial}`] : [],
    );
    const lines = ["vswept p 0 0", "n1 p 0 module", `.model module ${identifier} ${parameters.join(" ")}`];
    return { circuit: { ...sweep, lines, swept: "vswept" }, input, written, vectors: ["-i(vswept)"] };
  }
  const lines = [
    ...inputs.map(({ input: { initial } }, at) => `vin${at} t${at} 0 ${initial}`),
    `n1 ${terminals.map((_, at) => `t${at}`).join(" ")} module`,
    `.model module ${identifier}`,
  ];
  const names = written.map((_, at) => `v(t${inputs.length + at})`);
  return { circuit: { ...sweep, lines, swept: `vin${input}` }, input, written, vectors: names };
}

function measureDifference({ program }: NgspiceWithOsdi, model: ExportedModel, module: SweptModule): number {
  const { circuit, input, written, vectors } = module;
  const { points: swept, values } = sweptValues(program, circuit, vectors);
  const rest = initialPoint(model);
  const points = Float64Array.from(swept.flatMap((value) => [...rest.with(input, value)]));
  const expected = runProgram(model.program, points, swept.length);
  const differences = written.flatMap(({ output, part, column }, at) => {
    const all = expected[output]?.[part] ?? new Float64Array(0);
    const size = all.length / swept.length;
    return swept.map((_, i) => {
      const programValue = all[i * size + column] ?? Number.NaN;
      return Math.abs(((values[at]?.[i] ?? Number.NaN) - programValue) / programValue);
    });
  });
  const largest = Math.max(...differences);
  if (!(largest <= RELATIVE_TOLERANCE))
    throw new Error(`The module's values differ by up to ${largest} of what they are.`);
  return largest;
}
