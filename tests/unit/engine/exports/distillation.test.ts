/** Networks that are fitted to emulators: as accurate as they say, and the same every time. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DistillationRequest } from "@understudy/engine/exports/distillation/distil.ts";
import { countTerms } from "@understudy/engine/exports/equations/terms.ts";
import type { ExportedModel, TestVectors } from "@understudy/engine/exports/exported-model.ts";
import { spiceFiles } from "@understudy/engine/exports/formats/spice/spice.ts";
import { runProgram } from "@understudy/engine/exports/run-program.ts";
import type { Emulator } from "@understudy/engine/models/emulator.ts";
import { assert, suite } from "../../../harness.ts";
import { temporaryFolder } from "../../../support/cleanup.ts";
import { categorical, continuous } from "../../../support/engine/function-emulators.ts";
import { fitEmulator, processes, somePoints } from "../../../support/engine/gradients.ts";
import { lowerEmulator } from "../../../support/engine/lowered.ts";
import { smoothEmulator } from "../../../support/engine/smooth-emulators.ts";
import { syntheticTable } from "../../../support/engine/tables.ts";
import { distilledModel } from "../../../support/exports/distilled.ts";
import { createPredictor, emulatorModel } from "../../../support/exports/emulator-model.ts";
import { ngspice } from "../../../support/processes/simulators.ts";

const it = suite("a distilled model", { timeout: 60_000 });

function makeRequest(
  emulator: Emulator,
  errors: readonly (number | null)[],
  more: Partial<DistillationRequest> = {},
): DistillationRequest {
  return {
    model: emulatorModel(emulator, errors),
    predict: createPredictor(emulator),
    rows: somePoints(emulator, 60),
    wantedShare: 0.1,
    ownProgram: null,
    fits: limits(30),
    onProgress: () => undefined,
    signal: new AbortController().signal,
    ...more,
  };
}

const limits = (cpuSeconds: number) => ({ cpuSeconds, deadline: () => Number.POSITIVE_INFINITY });

function readDistilledFidelity({ fidelity }: ExportedModel) {
  if (fidelity.kind !== "distilled") throw new Error("The model is an exact one.");
  return fidelity;
}

const rootMeanSquare = (values: Float64Array): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);

const trained = fitEmulator(
  syntheticTable(60, 2, { y: ([a = 0, b = 0]) => Math.exp(3 * Math.sin(2 * a) + b) }),
  processes(),
);

it("of a Gaussian process is as near as it states, at points that it has never seen", async () => {
  const request = makeRequest(trained, [0.1]);
  const { model } = await distilledModel({
    ...request,
    model: { ...request.model, program: lowerEmulator(trained) },
  });
  const { holds, shares, points: compared } = readDistilledFidelity(model);
  assert.ok(holds);
  assert.is(compared, 10_000);
  const points = somePoints(trained, 500, 99);
  const original = trained.predict(points, 500).get("y");
  const [distilled] = runProgram(model.program, points, 500);
  const differences = (distilled?.mean ?? points).map((value, at) => value - (original?.mean[at] ?? 0));
  // Nearer than where the points reach the ends of the ranges.
  assert.ok(
    rootMeanSquare(differences) <= 0.1 * (shares[0] ?? 0),
    `${rootMeanSquare(differences)}, ${shares}`,
  );
  const largest = model.outputs[0]?.largestDifference ?? 0;
  assert.ok(differences.every((value) => Math.abs(value) < 1.5 * largest));
  assert.ok(
    distilled?.mean.every(
      (mean, at) => (distilled.lower?.[at] ?? mean) < mean && mean < (distilled.upper?.[at] ?? mean),
    ),
  );
});

/** Over decades, of a category, with bounds in the same proportion everywhere; an output that never changes. */
const decades = smoothEmulator([continuous("a"), categorical("kind", ["n", "p", "q"])], {
  current: ([a = 0, kind = 0]) => {
    const mean = 10 ** (4 * a - 6) * (1 + kind);
    return { mean, reach: 0.2 * mean };
  },
  still: () => ({ mean: 3, reach: 0 }),
});

it("has all levels, bounds, and outputs that never change, and is the same every time", async () => {
  const request = makeRequest(decades, [1e-5, null]);
  const { model, vectors } = await distilledModel(request);
  assert.ok(readDistilledFidelity(model).holds);
  assert.is(readDistilledFidelity(model).shares[1], null);
  const [current] = readDistilledFidelity(model).differences;
  assert.ok((current?.bounds ?? 1) < 1e-3 * (current?.range ?? 0), `${current?.bounds}`);
  const [, still] = runProgram(model.program, Float64Array.of(0.5, 2), 1);
  assert.equal(still, { mean: Float64Array.of(3), lower: Float64Array.of(3), upper: Float64Array.of(3) });
  assert.equal(new Set(vectors.points.filter((_, at) => at % 2 === 1)), new Set([0, 1, 2]));
  const again = await distilledModel(request);
  assert.equal(again.model.program, model.program);
  assert.equal(again.vectors, vectors);
});

it("says so where the time does not suffice, and needs no rows", async () => {
  const rough = smoothEmulator([continuous("a"), continuous("b")], {
    y: ([a = 0, b = 0]) => ({ mean: Math.sin(40 * a) * Math.cos(31 * b), reach: 1 }),
  });
  const { model } = await distilledModel(
    makeRequest(rough, [1e-3], { fits: limits(0.01), rows: new Float64Array(0) }),
  );
  const { holds, shares, wantedShare } = readDistilledFidelity(model);
  assert.not(holds);
  assert.ok((shares[0] ?? 0) > wantedShare);
  assert.ok((model.outputs[0]?.largestDifference ?? 0) > 0.1);
});

it("ends when it is cancelled, and reports until then", async () => {
  const controller = new AbortController();
  const texts: string[] = [];
  const onProgress: DistillationRequest["onProgress"] = ({ share, text }) => {
    assert.ok(share >= 0 && share <= 1);
    texts.push(text);
    controller.abort(new Error("cancelled"));
  };
  const request = makeRequest(decades, [1e-12, null], { onProgress, signal: controller.signal });
  const failure = await distilledModel(request).then(
    () => null,
    (error: unknown) => error,
  );
  assert.match(String(failure), /cancelled/);
  assert.is(texts.length, 1);
});

const CURVE_KNOTS = Float64Array.from({ length: 12 }, (_, k) => -0.5 + k / 10);
/** Two curves over one voltage, on an area: through zero, and over decades. */
const formulas = smoothEmulator([continuous("area", [1, 3])], {
  I: ([area = 0]) => ({ mean: Array.from(CURVE_KNOTS, (v) => 1e-6 * area * Math.expm1(v / 0.06)) }),
  Q: ([area = 0]) => ({ mean: Array.from(CURVE_KNOTS, (v) => area * Math.tanh(v)) }),
});
const curves: Emulator = {
  ...formulas,
  outputs: formulas.outputs.map((output) => ({ ...output, coordinate: "area", knots: CURVE_KNOTS })),
};

let distillation: ReturnType<typeof distilledModel> | null = null;
const alongInput = () => {
  distillation ??= distilledModel(makeRequest(curves, [3e-4, 1e-2]));
  return distillation;
};

it("has one input for the coordinate of its curves, and is smooth between the knots", async () => {
  const { model, vectors } = await alongInput();
  assert.equal(
    model.inputs.map(({ name, identifier }) => [name, identifier]),
    [
      ["area", "area"],
      ["area", "along"],
    ],
  );
  assert.equal(
    model.outputs.map(({ size, curve }) => [size, curve?.input, curve?.identifier]),
    [
      [1, 1, "along"],
      [1, 1, "along"],
    ],
  );
  assert.ok(readDistilledFidelity(model).holds);
  assert.ok(countTerms(model.program.instructions) < 5000);
  checkVectors(model, vectors);
  const fine = Float64Array.from({ length: 201 * 2 }, (_, at) =>
    at % 2 === 0 ? 2 : -0.5 + (1.1 * (at - 1)) / 400,
  );
  const [current, charge] = runProgram(model.program, fine, 201);
  charge?.mean.forEach((value, at) => {
    assert.ok(Math.abs(value - 2 * Math.tanh(fine[2 * at + 1] ?? 0)) < 0.02);
  });
  assert.ok(current?.mean.every((value, at) => at < 60 || value > (current.mean[at - 1] ?? 0)));
});

/** The emulator's values are those at the knots that the points name. */
function checkVectors(model: ExportedModel, { points, count, emulator, program }: TestVectors): void {
  assert.is(count, 200);
  const [emulatorMeans, programMeans] = [emulator[1]?.mean, program?.[1]?.mean];
  for (let i = 0; i < count; i++) {
    const [area = 0, v = 0] = points.subarray(2 * i, 2 * i + 2);
    assert.ok(CURVE_KNOTS.includes(v));
    assert.is(emulatorMeans?.[i], area * Math.tanh(v));
    assert.ok(
      Math.abs((programMeans?.[i] ?? 0) - (emulatorMeans?.[i] ?? 0)) <=
        1.5 * (model.outputs[1]?.largestDifference ?? 0),
    );
  }
}

it("of a current along a voltage is a device that finds its operating point in ngspice", async () => {
  const { model, vectors } = await alongInput();
  const folder = temporaryFolder("device");
  for (const { name, contents } of spiceFiles(
    model,
    { kind: "device", output: "I", positive: "p", negative: "n", control: null },
    vectors,
  ))
    writeFileSync(join(folder, name), contents);
  const circuit = [
    "* A source behind a resistor",
    ".include sample.sub",
    "vsource supply 0 dc 2",
    "rload supply across 1k",
    "xdevice across 0 sample area=1.5",
    ".options reltol=1e-9",
    ".control",
    "set numdgt=15",
    "op",
    "print v(across)",
    "quit 0",
    ".endc",
    ".end",
  ];
  writeFileSync(join(folder, "circuit.cir"), circuit.join("\n"));
  const options = { cwd: folder, encoding: "utf8", timeout: 60_000 } as const;
  const { stdout } = spawnSync(await ngspice(), ["-b", "circuit.cir"], options);
  const across = Number(/^v\(across\) = (\S+)/m.exec(stdout)?.[1]);
  const [currentThroughDevice] = runProgram(model.program, Float64Array.of(1.5, across), 1);
  const current = (2 - across) / 1000;
  assert.ok(current > 1e-3, stdout);
  assert.ok(Math.abs((currentThroughDevice?.mean[0] ?? 0) - current) < 1e-6 * current);
});

it("has no bounds where the model has none", async () => {
  const request = makeRequest(decades, [1e-5, null]);
  const { model } = await distilledModel({ ...request, model: { ...request.model, hasBounds: false } });
  assert.not(model.hasBounds);
  assert.ok(readDistilledFidelity(model).holds);
});
