import { candidateOutputScales, inputScale } from "@understudy/engine/dataset/scale-candidates.ts";
import {
  fromScale,
  IDENTITY,
  inverseScaleDerivative,
  logScaleDerivative,
  type Scale,
  scaleDerivative,
  spreadOf,
  standardised,
  toScale,
  unstandardised,
} from "@understudy/engine/dataset/scaling.ts";
import { Matrix } from "@understudy/engine/math/matrix.ts";
import { createRandom, type Random } from "@understudy/engine/math/random.ts";
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import { rankScales } from "@understudy/engine/training/scales/likely-scales.ts";
import { createScaleScorer } from "@understudy/engine/training/scales/scale-scorer.ts";
import { FEW_ROW_FUNCTIONS } from "../../../bench/data/functions.ts";
import { LEAGUE_FUNCTIONS } from "../../../bench/data/league-functions.ts";
import { latinHypercube } from "../../../bench/data/sets.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("a scale");

const scales: Scale[] = [
  { kind: "identity" },
  { kind: "log" },
  { kind: "asinh", unit: 1e-9 },
  { kind: "power", exponent: 0.5 },
  { kind: "power", exponent: -1 },
];

for (const scale of scales) {
  it(`comes back from the ${Object.values(scale).join(" ")} scale, whose slope it knows`, () => {
    for (const value of [1e-12, 3e-7, 0.5, 1, 4e8]) {
      const back = fromScale(scale, toScale(scale, value));
      assert.ok(Math.abs(back - value) <= 1e-9 * value, `${value} ${back}`);
      const step = value * 1e-6;
      const slope = (toScale(scale, value + step) - toScale(scale, value - step)) / (2 * step);
      assert.ok(Math.abs(Math.log(slope) - logScaleDerivative(scale, value)) < 1e-3);
    }
    for (const value of [-1e308, 1e308]) assert.ok(Number.isFinite(fromScale(scale, value)));
  });
}

it("comes back from the log odds of a share, and stays one", () => {
  const scale = { kind: "logit" } as const;
  for (const share of [1e-9, 0.2, 0.5, 0.999]) {
    assert.ok(Math.abs(fromScale(scale, toScale(scale, share)) - share) < 1e-12);
    assert.ok(Math.abs(logScaleDerivative(scale, share) + Math.log(share * (1 - share))) < 1e-9);
  }
  for (const value of [-1e308, 1e308]) assert.ok([0, 1].includes(fromScale(scale, value)));
  for (const value of [-3, 0, 1, 7]) assert.ok(Number.isFinite(toScale(scale, value)));
});

it("knows its slope both ways, none where it is held", () => {
  for (const scale of [...scales, { kind: "logit" } as const, { kind: "power", exponent: -0.5 } as const]) {
    for (const value of [1e-3, 0.3, 0.8]) {
      const slope = scaleDerivative(scale, value);
      assert.ok(
        Math.abs(Math.log(slope) - logScaleDerivative(scale, value)) < 1e-9,
        `${scale.kind} ${value}`,
      );
      assert.ok(
        Math.abs(slope * inverseScaleDerivative(scale, toScale(scale, value)) - 1) < 1e-9,
        scale.kind,
      );
    }
    for (const value of [-1e308, 1e308]) {
      assert.ok(
        Number.isFinite(scaleDerivative(scale, value)) &&
          Number.isFinite(inverseScaleDerivative(scale, value)),
      );
    }
  }
  for (const scale of [{ kind: "log" }, { kind: "power", exponent: 0.5 }, { kind: "logit" }] as const)
    assert.is(scaleDerivative(scale, -1), 0);
  assert.is(inverseScaleDerivative({ kind: "log" }, 1000), 0);
});

it("loses no digit of numbers far from zero, nor the largest there are", () => {
  const far = { centre: 1e9, deviation: 1e-3 };
  const value = 1e9 + 2.5e-3;
  assert.is(standardised(value, far), (value - 1e9) / 1e-3);
  assert.is(unstandardised(standardised(value, far), far), value);
  const vast = { centre: -1e308, deviation: 1e308 };
  assert.is(standardised(1e308, vast), 2);
  assert.is(unstandardised(2, vast), 1e308);
  assert.is(unstandardised(5, { centre: 1e308, deviation: 1e308 }), Number.MAX_VALUE);
});

it("measures the spread of the largest and the smallest numbers", () => {
  assert.is(spreadOf([1e308, -1e308]).deviation, 1e308);
  assert.ok(spreadOf([2e-300, 4e-300]).deviation > 0);
  assert.is(spreadOf([0.1 + 0.2, 0.3]).deviation, 0);
  assert.equal(spreadOf(new Array(7).fill(0.1)), { centre: 0.1, deviation: 0 });
});

it("finds the scale on which inputs were sampled", () => {
  const random = createRandom(1);
  const uniforms = Float64Array.from({ length: 500 }, () => random.uniform());
  assert.is(inputScale(uniforms.map((u) => 3 + u)).kind, "identity");
  assert.is(inputScale(uniforms.map((u) => 10 ** (-9 + 6 * u))).kind, "log");
  assert.is(inputScale(uniforms.map((u) => Math.sinh(40 * (u - 0.5)))).kind, "asinh");
});

const outputScales = suite("the scale of an output");

/** The scale chosen for 400 values of two normal inputs. */
function chosenScale(of: (a: number, b: number, random: Random) => number): Scale {
  const random = createRandom(2);
  const count = 400;
  const inputs = Float64Array.from({ length: 2 * count }, () => random.normal());
  const values = Float64Array.from({ length: count }, (_, i) =>
    of(inputs[i] ?? 0, inputs[count + i] ?? 0, random),
  );
  return rankScales(runToEnd(createScaleScorer(new Matrix(2, count, inputs), 1)), values, 1)[0];
}

outputScales("over twelve decades with slightly negative noise is found", () => {
  const scale = chosenScale((a, b, random) => 10 ** (-8 + 2 * a + b) + 1e-13 * random.normal());
  assert.is(scale.kind, "asinh");
});
outputScales("is the one on which the law behind it is plain", () => {
  assert.is(chosenScale((a, b) => Math.exp(a + b)).kind, "log");
  assert.equal(
    chosenScale((a, b) => 1 / (8 + a + b / 2)),
    { kind: "power", exponent: -1 },
  );
  assert.equal(
    chosenScale((a, b) => (8 + a + b / 2) ** -2),
    { kind: "power", exponent: -0.5 },
  );
  assert.is(chosenScale((a, b) => 1 / (1 + Math.exp(-2 * a - 2 * b))).kind, "logit");
});
outputScales("is the logarithm where a power is hardly likelier", () => {
  const [piston] = FEW_ROW_FUNCTIONS.filter(({ name }) => name === "piston");
  if (piston === undefined) throw new Error("There is no piston.");
  for (const seed of [1, 2, 3, 4]) {
    const random = createRandom(seed);
    const points = latinHypercube(140, piston, random);
    const values = Float64Array.from(points, (point) => piston.evaluate(point, () => 0));
    const ranges = Object.values(piston.inputs);
    const inputs = Float64Array.from({ length: 7 * 140 }, (_, at) => {
      const [low, high] = ranges[Math.floor(at / 140)] ?? [0, 1];
      return Math.sqrt(12) * (((points[at % 140]?.[Math.floor(at / 140)] ?? 0) - low) / (high - low) - 0.5);
    });
    const scorer = runToEnd(createScaleScorer(new Matrix(7, 140, inputs), 1));
    assert.ok(["log", "identity"].includes(rankScales(scorer, values, 1)[0].kind), `${seed}`);
  }
});
outputScales(
  "is its own where the quick models predict hardly anything of values of both signs near zero",
  () => {
    const valley = LEAGUE_FUNCTIONS.find(({ name }) => name === "multivalley");
    if (valley === undefined) throw new Error("There is no multivalley.");
    for (const seed of [1, 2, 3, 4]) {
      const random = createRandom(10_000 * seed + 100);
      const points = latinHypercube(100, valley, random);
      const values = Float64Array.from(points, (point) => valley.evaluate(point, () => 0));
      const inputs = Float64Array.from(
        { length: 200 },
        (_, at) => Math.sqrt(12) * ((points[at % 100]?.[Math.floor(at / 100)] ?? 0) / (2 * Math.PI) - 0.5),
      );
      const scorer = runToEnd(createScaleScorer(new Matrix(2, 100, inputs), 1));
      assert.equal(rankScales(scorer, values, 1), [IDENTITY], `${seed}`);
    }
  },
);
outputScales("is left alone where another promises nothing", () => {
  assert.is(chosenScale((a, b) => 10 + a + b * b).kind, "identity");
  assert.is(chosenScale((a, b) => (6 + a + b / 2) ** 2).kind, "identity");
  assert.is(chosenScale((a, b) => 3 + Math.tanh(a) + Math.tanh(b)).kind, "identity");
  assert.is(chosenScale((_a, _b, random) => random.normal()).kind, "identity");
  assert.is(chosenScale((_a, _b, random) => 1 + random.uniform()).kind, "identity");
});
outputScales("is one that all its values lie on", () => {
  const some = Float64Array.from({ length: 10_000 }, (_, i) => (i === 9_999 ? -1 : 1 + i));
  assert.equal(
    candidateOutputScales(some).filter(({ kind }) => kind !== "identity" && kind !== "asinh"),
    [],
  );
});
