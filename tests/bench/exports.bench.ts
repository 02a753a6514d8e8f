/** Exported emulators beside the platform's own kernel, and beside a transistor in a circuit. */
import { lowerNetwork } from "../../engine/exports/lowering/network.ts";
import { lowerToProgram } from "../../engine/exports/lowering/program-of.ts";
import { type Program, ProgramBuilder } from "../../engine/exports/program.ts";
import { LayerKernels } from "../../engine/math/kernels/layer-kernels.ts";
import { createRandom } from "../../engine/math/random.ts";
import type { Emulator } from "../../engine/models/emulator.ts";
import { readEmulatorFile } from "../../engine/models/ensemble/file.ts";
import { createNetworkEvaluator } from "../../engine/models/network/evaluator.ts";
import { initialParameters, type NetworkShape } from "../../engine/models/network/network.ts";
import { networkProgram, plainModel, plainVectors } from "../support/exports/plain-model.ts";
import { ngspice } from "../support/processes/simulators.ts";
import { bench, type Row } from "./bench.ts";
import { benchSets, homeNote } from "./data/sets.ts";
import { secondsInC, secondsInOnnx } from "./exported-speed.ts";
import { isWanted, options } from "./options.ts";
import { trainOn } from "./ours.ts";
import { least, repeated } from "./processor-time.ts";
import { secondsInSpice, secondsOfMosfet } from "./sweeps.ts";

const NETWORK_SHAPE: NetworkShape = { inputs: 6, hidden: [32, 32, 32], outputs: 2, activation: "tanh" };
const NETWORK_TITLE = "A network of 6 inputs, 3 x 32 tanh units and 2 outputs, without bounds";
const MANY_POINTS = 10_000;
const BATCH_SIZES = [1, 1000, 10_000, 100_000];
const SET_NAMES = ["engineering1", "cardiac6"];

const uniforms = (count: number) => {
  const random = createRandom(2);
  return Float64Array.from({ length: count }, () => 2 * random.uniform() - 1);
};

function makeNetwork(): { network: Parameters<typeof createNetworkEvaluator>[0]; program: Program } {
  const features = Int32Array.from({ length: NETWORK_SHAPE.inputs }, (_, i) => i);
  const network = {
    shape: NETWORK_SHAPE,
    features,
    parameters: initialParameters(NETWORK_SHAPE, createRandom(1)),
  };
  const b = new ProgramBuilder(NETWORK_SHAPE.inputs);
  const outputs = lowerNetwork(b, network, b.inputs);
  const results = [0, 1].map((at) => ({ mean: b.pick(outputs, [at]), lower: null, upper: null }));
  return { network, program: { instructions: b.instructions, results } };
}

bench(`${NETWORK_TITLE}; promised: 2 µs in C, 10^6 points a second from ONNX`, async () => {
  const { network, program } = makeNetwork();
  const model = plainModel(program, NETWORK_SHAPE.inputs);
  const points = uniforms(100 * NETWORK_SHAPE.inputs);
  const vectors = plainVectors(program, points, 100);
  const inC = await secondsInC(model, vectors, { withBounds: false });
  const predict = createNetworkEvaluator(network, new LayerKernels());
  const many = uniforms(MANY_POINTS * NETWORK_SHAPE.inputs);
  const onePointSeconds =
    least(repeated(2000, () => predict(points.subarray(0, NETWORK_SHAPE.inputs), 1))) / 2000;
  const kernel = least(() => predict(many, MANY_POINTS)) / MANY_POINTS;
  const inOnnx = await secondsInOnnx(model, vectors, BATCH_SIZES);
  const row = (program: string, seconds: number): Row => ({
    program,
    "µs a point": 1e6 * seconds,
    "points a second": Math.round(1 / seconds),
  });
  return [
    row("C, point by point", inC),
    row("our kernel, one point at a time", onePointSeconds),
    row(`our kernel, ${MANY_POINTS} points at a time`, kernel),
    ...inOnnx.map(({ threads, batch, seconds }) =>
      row(
        `ONNX Runtime, batches of ${batch}, ${threads === 1 ? "one thread" : `${threads} threads`}`,
        seconds,
      ),
    ),
  ];
});

async function emulatorRow(name: string, emulator: Emulator): Promise<Row> {
  const parts = readEmulatorFile(emulator.serialise());
  const width = emulator.inputs.length;
  const points = Float64Array.from({ length: 20 * width }, (_, at) => {
    const input = emulator.inputs[at % width];
    if (input?.kind !== "continuous") return 0;
    return input.minimum + (input.maximum - input.minimum) * ((at * 0.618) % 1);
  });
  const seconds = async (withBounds: boolean): Promise<number> => {
    const program = lowerToProgram(parts, { withBounds });
    return await secondsInC(plainModel(program, width), plainVectors(program, points, 20), { withBounds });
  };
  const [means, bounds] = [await seconds(false), await seconds(true)];
  const many = Float64Array.from({ length: 2000 * width }, (_, at) => points[at % points.length] ?? 0);
  const onePointSeconds =
    least(
      repeated(50, () => emulator.predict(points.subarray(0, width), 1)),
      5,
    ) / 50;
  return {
    emulator: name,
    models: parts.ensembles.reduce((sum, { models }) => sum + models.length, 0),
    "C, means (µs)": 1e6 * means,
    "C, with bounds (µs)": 1e6 * bounds,
    "ours, one point (µs)": 1e6 * onePointSeconds,
    "ours, 2000 points (µs each)": (1e6 * least(() => emulator.predict(many, 2000), 3)) / 2000,
  };
}

bench(`Trained emulators in C and in our own prediction, which has bounds${homeNote}`, async () => {
  const rows: Row[] = [];
  for (const set of benchSets().filter(
    ({ name }) => SET_NAMES.includes(name) && isWanted(options.only, name),
  )) {
    const { emulator } = await trainOn(await set.split(1));
    rows.push(await emulatorRow(set.name, emulator));
  }
  return rows;
});

bench("A DC sweep of 1,000 points in ngspice, which interprets subcircuits", async () => {
  const mosfet = secondsOfMosfet(await ngspice());
  const rows: Row[] = [{ circuit: "level-1 MOSFET", ms: 1000 * mosfet, "times the MOSFET": 1 }];
  for (const [inputs, hidden, outputs] of [
    [3, [8, 8], 1],
    [6, [16, 16], 1],
    [6, [32, 32, 32], 2],
  ] as const) {
    const program = networkProgram(inputs, hidden, outputs);
    const seconds = await secondsInSpice(
      plainModel(program, inputs),
      plainVectors(program, uniforms(inputs), 1),
    );
    rows.push({
      circuit: `subcircuit of a network ${[inputs, ...hidden, outputs].join("-")}`,
      ms: 1000 * seconds,
      "times the MOSFET": seconds / mosfet,
    });
  }
  return rows;
});
