/**
 * The kernels of every build, and networks on the fastest of them beside PyTorch, all on one thread. Times are the least
 * processor time of some runs, so that other programs on the machine count for little.
 */
import { z } from "zod";
import { LayerKernels } from "../../engine/math/kernels/layer-kernels.ts";
import { type Build, fastestKernels, supportedBuilds } from "../../engine/math/kernels/module.ts";
import { createRandom } from "../../engine/math/random.ts";
import { createAdamFitter, startAdam } from "../../engine/models/network/adam-fit.ts";
import { BayesianFitter, startFit } from "../../engine/models/network/bayesian-fit.ts";
import { createNetworkEvaluator } from "../../engine/models/network/evaluator.ts";
import { initialParameters, type NetworkShape, parameterCount } from "../../engine/models/network/network.ts";
import { bench, type Row } from "./bench.ts";
import { readVersion, runPeer } from "./peers.ts";
import { least, repeated } from "./processor-time.ts";
import { median } from "./spread.ts";

const ROW_COUNT = 5000;

type Measured = NetworkShape & { name: string; steps: number; rows: number };
const MEASURED_NETWORKS: readonly Measured[] = [
  { name: "A: 10-3x128-10", inputs: 10, hidden: [128, 128, 128], outputs: 10, steps: 60, rows: 20_000 },
  { name: "B: 20-3x256-200", inputs: 20, hidden: [256, 256, 256], outputs: 200, steps: 20, rows: 10_000 },
  { name: "small: 5-2x64-1", inputs: 5, hidden: [64, 64], outputs: 1, steps: 200, rows: 20_000 },
];

const normals = (count: number) => {
  const random = createRandom(1);
  return Float64Array.from({ length: count }, () => random.normal());
};

function kernelRow(build: Build): Row {
  const kernels = new LayerKernels(build);
  const [a, b, c] = [kernels.matrix32(256, 256), kernels.matrix32(256, 256), kernels.matrix32(256, 256)];
  a.values.set(normals(a.values.length));
  b.values.set(normals(b.values.length));
  const [d, e, f] = [kernels.matrix64(256, 256), kernels.matrix64(256, 256), kernels.matrix64(256, 256)];
  d.values.set(normals(d.values.length));
  e.values.set(normals(e.values.length));
  const gigaflops = (work: () => void) => (2 * 256 ** 3 * 50) / least(repeated(50, work)) / 1e9;
  const factor = (n: number) => {
    const mark = kernels.mark();
    const points = kernels.matrix64(6, n);
    points.values.set(normals(points.values.length));
    const matrix = kernels.matrix64(n, n);
    const covariance = () => kernels.covariance("squared exponential", points, 1e-3, matrix);
    const both = least(() => {
      covariance();
      kernels.cholesky(matrix);
    }, 5);
    const seconds = both - least(covariance, 5);
    kernels.release(mark);
    return 1000 * seconds;
  };
  const [g, h] = [kernels.matrix64(16, 16), kernels.matrix64(16, 16)];
  const afterwards = Array.from({ length: 50 }, () => {
    kernels.multiply(g, g, h);
    return nanosecondsOfAnExponential();
  });
  return {
    build: build === fastestKernels() ? `${build} (chosen)` : build,
    "GFLOP/s, single": gigaflops(() => kernels.multiply(a, b, c)),
    "GFLOP/s, double": gigaflops(() => kernels.multiply(d, e, f)),
    "Cholesky of 1000, ms": factor(1000),
    "Cholesky of 2000, ms": factor(2000),
    "exponential afterwards, ns": median(afterwards),
  };
}

/** Slow where the kernel has left the vector registers in use: see engine/math/kernels/upper-halves.ts. */
function nanosecondsOfAnExponential(): number {
  let sum = 0;
  const from = performance.now();
  for (let i = 0; i < 1_000; i++) sum += Math.exp(i / 1_000);
  return sum > 0 ? (performance.now() - from) * 1_000 : Number.NaN;
}

function networkSpeed({ steps, rows, name: _, ...rest }: Measured): {
  steps: number;
  rows: number;
  oneRow: number;
} {
  const shape: NetworkShape = { ...rest, activation: "silu" };
  const random = createRandom(1);
  const shares = new Float64Array(shape.outputs).fill(1);
  const [x, y] = [normals(ROW_COUNT * shape.inputs), normals(ROW_COUNT * shape.outputs)];
  const fitter = createAdamFitter(shape, x, y, shares, ROW_COUNT, random);
  const fit = startAdam(initialParameters(shape, random));
  const train = least(() => fitter.advance(fit, steps, () => 1e-3));
  const features = Array.from({ length: shape.inputs }, (_, i) => i);
  const predict = createNetworkEvaluator({ shape, features, parameters: fit.parameters }, new LayerKernels());
  const points = normals(rows * shape.inputs);
  const many = least(() => predict(points, rows));
  const oneRowSeconds = least(
    repeated(1000, () => predict(points.subarray(0, shape.inputs), 1)),
    5,
  );
  return { steps: steps / train, rows: rows / many, oneRow: 1e6 * (oneRowSeconds / 1000) };
}

const torchSchema = z.object({
  networks: z.array(z.object({ steps: z.number(), rows: z.number() })),
  gigaflops: z.number(),
  cholesky: z.number(),
});

const torch =
  readVersion("torch") === null
    ? null
    : runPeer(
        "torch_speed.py",
        [
          JSON.stringify(
            MEASURED_NETWORKS.map(({ inputs, hidden, outputs, steps, rows }) => ({
              inputs,
              hidden,
              outputs,
              steps,
              rows,
            })),
          ),
        ],
        torchSchema,
      );

bench("Products of 256 x 256 and Cholesky factors", () => [
  ...supportedBuilds().map(kernelRow),
  ...(torch === null
    ? []
    : [{ build: "PyTorch", "GFLOP/s, single": torch.gigaflops, "Cholesky of 1000, ms": torch.cholesky }]),
]);

bench("Networks: steps of Adam (batch 256, silu) and predictions", () =>
  MEASURED_NETWORKS.map((network, at) => {
    const { steps, rows, oneRow } = networkSpeed(network);
    const theirs = torch?.networks[at];
    return {
      network: network.name,
      "steps/s": steps,
      "PyTorch, steps/s": theirs?.steps ?? null,
      "rows/s": rows,
      "PyTorch, rows/s": theirs?.rows ?? null,
      "one row, µs": oneRow,
    };
  }),
);

bench("Levenberg-Marquardt under Bayesian regularisation, one output", () =>
  [
    { inputs: 6, hidden: [12, 8], outputs: 1 },
    { inputs: 10, hidden: [20, 12], outputs: 1 },
  ].map((shape) => {
    const count = 1000;
    const inputs = normals(count * shape.inputs);
    const targets = Float64Array.from({ length: count }, (_, i) => Math.sin(inputs[i] ?? 0));
    const fitter = new BayesianFitter(shape, inputs, count);
    const fit = startFit(shape, initialParameters(shape, createRandom(1)));
    const seconds = least(
      repeated(5, () => {
        for (const _ of fitter.advance(fit, targets));
      }),
    );
    return {
      network: `${shape.inputs}-${shape.hidden.join("-")}-1`,
      rows: count,
      parameters: parameterCount(shape),
      "ms a step": 200 * seconds,
    };
  }),
);
