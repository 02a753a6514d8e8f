/** Exported Verilog-A beside a transistor in one circuit simulator, which has both as compiled code. */
import { dropBounds, type ExportedModel } from "../../engine/exports/exported-model.ts";
import type { ExportShape } from "../../shared/api/emulator-export.ts";
import { networkProgram, plainModel } from "../support/exports/plain-model.ts";
import { ngspiceWithOsdi } from "../support/osdi/ngspice.ts";
import { bench, type Row } from "./bench.ts";
import { benchSets, homeNote } from "./data/sets.ts";
import { distilledFrom } from "./distilled-sets.ts";
import { sweepModule } from "./module-sweep.ts";
import { isWanted, options } from "./options.ts";
import { secondsOfMosfet } from "./sweeps.ts";

const NETWORK_SHAPES = [
  [3, [8, 8], 1],
  [6, [16, 16], 1],
  [6, [32, 32, 32], 2],
] as const;
const SET_NAMES = ["engineering1", "cardiac6"];
const SWEEP_TITLE = "A DC sweep of 1,000 points in ngspice, Verilog-A compiled";

/** The MOSFET's, followed by one a module. */
async function measureRows(
  modules: readonly { circuit: string; model: ExportedModel; shape: ExportShape }[],
) {
  const simulator = await ngspiceWithOsdi();
  const mosfet = secondsOfMosfet(simulator.program);
  const makeRow = (circuit: string, seconds: number, difference: number | null): Row => ({
    circuit,
    ms: 1000 * seconds,
    "times the MOSFET": seconds / mosfet,
    "largest relative difference": difference,
  });
  const rows = [makeRow("level-1 MOSFET", mosfet, null)];
  for (const { circuit, model, shape } of modules) {
    const { seconds, difference } = await sweepModule(simulator, model, shape);
    rows.push(makeRow(circuit, seconds, difference));
  }
  return rows;
}

bench(`${SWEEP_TITLE}; promised: 10 times a level-1 MOSFET`, () =>
  measureRows(
    NETWORK_SHAPES.flatMap(([inputs, hidden, outputs]) => {
      const model = withCurve(plainModel(networkProgram(inputs, hidden, outputs), inputs));
      const name = `network ${[inputs, ...hidden, outputs].join("-")}`;
      return [
        { circuit: `${name}, inputs as voltages`, model, shape: { kind: "ports" } },
        {
          circuit: `${name}, a two-terminal device`,
          model,
          shape: { kind: "device", output: "y0", positive: "p", negative: "n", control: null },
        },
      ];
    }),
  ),
);

bench(`${SWEEP_TITLE}: networks fitted to trained emulators${homeNote}`, async () => {
  const modules = [];
  for (const set of benchSets().filter(
    ({ name }) => SET_NAMES.includes(name) && isWanted(options.only, name),
  )) {
    const { model } = await distilledFrom(set);
    const shape = { kind: "ports" } as const;
    const size = `${model.inputs.length} inputs, ${model.outputs.length} outputs`;
    modules.push({ circuit: `${set.name} (${size})`, model: withoutBounds(model), shape });
    modules.push({ circuit: `${set.name}, with bounds`, model, shape });
  }
  return await measureRows(modules);
});

/** Its first output follows its first input. */
function withCurve(model: ExportedModel): ExportedModel {
  const curve = { name: "x0", identifier: "x0", unit: "", knots: Float64Array.of(-1, 1), input: 0 };
  const outputs = model.outputs.map((output, at) => (at === 0 ? { ...output, curve } : output));
  // Not 0, where a network's value might be 0, too.
  return { ...model, outputs, inputs: model.inputs.map((input) => ({ ...input, initial: 0.3 })) };
}

function withoutBounds(model: ExportedModel): ExportedModel {
  const { instructions, results } = model.program;
  return { ...model, hasBounds: false, program: { instructions, results: results.map(dropBounds) } };
}
