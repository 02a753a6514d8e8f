import { describeUndefined, findDisplay, formatTyped } from "@understudy/client/designs/values.ts";
import {
  compareOutputs,
  comparisonSummary,
  isInside,
} from "@understudy/client/features/simulations/comparison/compare.ts";
import { foreignInputs } from "@understudy/client/features/simulations/comparison/foreign-inputs.ts";
import { createQuestion } from "@understudy/client/features/simulations/comparison/question.ts";
import { type OutputPrediction, ROW_INDEX } from "@understudy/shared/api/emulator.ts";
import type { TrainedInput } from "@understudy/shared/api/emulator-report.ts";
import type { SimulationDetail, TypedValue } from "@understudy/shared/api/simulation.ts";
import { MAX_PLOT_POINTS } from "@understudy/shared/limits.ts";
import { NO_UNIT } from "@understudy/shared/quantities/shown-unit.ts";
import { assert, suite } from "../../../../../harness.ts";
import { makeConfig, makeCoordinate, makeInput, makeOutput } from "../../../../../support/factories.ts";

const number = (value: number): TypedValue => ({ type: "Scalar", value });
const trainedOn = (name: string, low: number, high: number): TrainedInput => ({
  name,
  is_used: low < high,
  histogram: { edges: [low, high], counts: [10] },
  levels: null,
  followers: [],
});
const trainedOnLevels = (name: string, ...values: string[]): TrainedInput => ({
  name,
  is_used: values.length > 1,
  histogram: null,
  levels: values.map((value) => ({ value, count: 3 })),
  followers: [],
});
const frequency = makeCoordinate("f", {
  display: "Frequency",
  unit: "kHz",
  multiplier: 1e3,
  min: 1,
  max: 1e6,
  length: 7,
  spacing: "log",
});
const config = makeConfig({
  inputs: [
    makeInput("w[0]", { unit: "µm", multiplier: 1e-6 }),
    makeInput("w[1]", { unit: "µm", multiplier: 1e-6 }),
    makeInput("vdd", { unit: "V", fixed: true }),
    makeInput("corner", { type: "MultiSelect", values: ["tt", "ss"] }),
  ],
  outputs: [
    makeOutput("gain"),
    makeOutput("bode", { type: "Vector", length: 7, coordinate_name: "f" }),
    makeOutput("waves", { type: "Vector", length: 3 }),
    makeOutput("f", { type: "Vector", length: 7 }),
    makeOutput("left out", { ignored: true }),
  ],
  emulator_outputs: ["gain", "bode", "waves"],
  coordinates: [frequency],
});
const trained = [
  trainedOn("w[0]", 1e-6, 9e-6),
  trainedOn("w[1]", 1e-6, 9e-6),
  trainedOn("vdd", 1.8, 1.8),
  trainedOnLevels("corner", "tt", "ss"),
];
const simulation: Pick<SimulationDetail, "inputs" | "outputs" | "curves"> = {
  inputs: {
    w: { type: "Vector", value: [2e-6, 3e-6] },
    vdd: number(1.8),
    corner: { type: "String", value: "ss" },
    deck: { type: "File", value: "models.lib" },
  },
  outputs: { gain: number(60), "left out": number(1) },
  curves: [
    { name: "bode", values: [60, 40, 0], coordinate: { name: "f", values: [1, 1e3, 1e6] } },
    { name: "waves", values: [0, 1, 0], coordinate: { name: null, values: [0, 1, 2] } },
  ],
};
const answer = (values: number[], half: number, along: number[] | null = null): OutputPrediction => ({
  values,
  lower_bounds: values.map((value) => value - half),
  upper_bounds: values.map((value) => value + half),
  coefficients_of_determination: [0.99],
  coordinate_values: along,
});

const asking = suite("the question to an emulator about a simulation");
asking("holds all that the emulator knows of it, each curve where the simulation has it", () => {
  const request = createQuestion(config, trained, simulation);
  assert.equal("question" in request && request.question, {
    inputs: { "w[0]": 2e-6, "w[1]": 3e-6, vdd: 1.8, corner: "ss" },
    outputs: ["gain", "bode", "waves"],
    coordinates: { f: [1, 1e3, 1e6], [ROW_INDEX]: [0, 1, 2] },
  });
});
asking("never asks for more places than an answer holds, and for both ends", () => {
  const values = Array.from({ length: 3 * MAX_PLOT_POINTS }, (_, at) => at);
  const curves = [{ name: "waves", values, coordinate: { name: null, values } }];
  const request = createQuestion(config, trained, { ...simulation, curves });
  const places = "question" in request ? (request.question.coordinates[ROW_INDEX] ?? []) : [];
  assert.equal([places.length, places[0], places.at(-1)], [MAX_PLOT_POINTS, 0, values.length - 1]);
  assert.is(new Set(places).size, places.length);
});
asking("cannot be put where a value is none that it was trained on", () => {
  const inputs = { ...simulation.inputs, corner: { type: "String" as const, value: "ff" } };
  const request = createQuestion(config, trained, { ...simulation, inputs });
  assert.equal("unknown" in request && request.unknown, [
    { column: "corner", variable: "corner", value: "ff" },
  ]);
  const oneLevel = [...trained.slice(0, 3), trainedOnLevels("corner", "tt")];
  const still = createQuestion(config, oneLevel, { ...simulation, inputs });
  assert.ok("question" in still && !("corner" in still.question.inputs), "it changes nothing there");
});

const comparing = suite("a simulation beside its prediction");
comparing("is compared output by output, curves by how many of their points lie inside", () => {
  const compared = compareOutputs(config, simulation, {
    gain: answer([58], 1.5),
    bode: answer([61, 40.5, 0.5], 1, [1, 1e3, 1e6]),
    waves: answer([0, 0, 0], 0.5, [0, 1, 2]),
  });
  assert.equal(
    compared.map((output) => [
      output.output.name,
      output.kind,
      output.kind === "none" ? null : output.difference,
    ]),
    [
      ["gain", "scalar", 2],
      ["bode", "curve", -1],
      ["waves", "curve", 1],
      ["left out", "none", null],
    ],
  );
  assert.equal(
    compared.flatMap((output) => (output.kind === "none" ? [] : [[output.inside, output.count]])),
    [
      [0, 1],
      [3, 3],
      [2, 3],
    ],
  );
  assert.is(comparisonSummary(compared), "Inside the 95% bounds: 0 of 1 numbers, 5 of 6 curve points");
  assert.is(comparisonSummary(compared.slice(-1)), null);
});
comparing("takes bounds as they are, but for what arithmetic makes of them", () => {
  assert.ok(isInside(0.1 + 0.2, 0.3, 0.3));
  assert.not(isInside(0.300001, 0.3, 0.3));
  assert.not(isInside(Number.NaN, 0, 1));
});
comparing("reads the emulator between its own places on straight lines", () => {
  const read = (along: number[], values: number[], at: number[], simulated: number[]) => {
    const waves = { name: "waves", values: simulated, coordinate: { name: null, values: at } };
    const simulatedWaves = { outputs: null, curves: [waves] };
    const comparisons = compareOutputs(config, simulatedWaves, { waves: answer(values, 0, along) });
    return comparisons.flatMap((other) => (other.kind === "curve" ? [[other.difference, other.inside]] : []));
  };
  assert.equal(read([0, 2, 4], [0, 20, 0], [0, 1, 2, 3, 4], [0, 10, 20, 10, 0]), [[0, 5]]);
  assert.equal(read([1, 2], [5, 6], [0, 3], [5, 6]), [[0, 2]], "and stays what it is beyond their ends");
});

const foreign = suite("what is foreign to an emulator");
const texts = (inputs: SimulationDetail["inputs"], outside: string[] = []) =>
  foreignInputs(inputs, { config, report: { inputs: trained }, outside: { inputs: outside, is_far: false } });
foreign("is nothing where it was trained on such values", () => {
  assert.equal(texts(simulation.inputs), []);
});
foreign("is named by variable, with what it was trained on in the units shown", () => {
  const inputs = {
    w: { type: "Vector" as const, value: [2e-6, 30e-6] },
    vdd: number(1.2),
    corner: { type: "String" as const, value: "ff" },
    bias: number(1),
  };
  assert.equal(texts(inputs, ["w[1]"]), [
    { variable: "w", text: "trained on 1 to 9 µm" },
    { variable: "vdd", text: "trained on 1.8 V only" },
    { variable: "corner", text: "trained on tt, ss" },
    { variable: "bias", text: "not an input of the emulator" },
  ]);
});

const shown = suite("the values of a simulation");
shown("are in the units that people chose for them", () => {
  const named = [{ ...makeInput("w[0]"), display: "Widths[0]", unit: "µm", multiplier: 1e-6 }];
  const { display, unit } = findDisplay(named, "w");
  assert.equal([display, unit.text], ["Widths", "µm"]);
  assert.is(formatTyped({ type: "Vector", value: [2e-6, 3.5e-6] }, unit), "2.0000, 3.5000");
  assert.equal(findDisplay(named, "other"), { display: "other", unit: NO_UNIT });
});

const lacking = suite("a result that lacks outputs");
lacking("names them as they are shown, and each reason once", () => {
  const reason = "out.txt was not written.";
  const outputs = [makeOutput("gain", { display: "DC gain" }), makeOutput("bode")];
  const text = describeUndefined({ undefined_outputs: { gain: reason, bode: reason } }, outputs);
  assert.equal(text, { names: "DC gain and bode", reasons: reason });
  assert.is(describeUndefined({ undefined_outputs: {} }, outputs).names, "");
});
