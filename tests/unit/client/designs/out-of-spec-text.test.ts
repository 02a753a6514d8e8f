import {
  alarmSentence,
  boundsSentence,
  builtSentence,
  headline,
} from "@understudy/client/designs/result-text.ts";
import { partText, shareText } from "@understudy/client/designs/share-text.ts";
import { pointsCsv, regionsCsv } from "@understudy/client/features/out-of-spec/csv.ts";
import { boundText, regionText } from "@understudy/client/features/out-of-spec/region-text.ts";
import type { BoxBound, FailingRegion } from "@understudy/shared/api/out-of-spec.ts";
import { assert, suite } from "../../../harness.ts";
import { makeConfig, makeInput } from "../../../support/factories.ts";

const it = suite("what is said of designs out of spec");

const looks = makeConfig({
  inputs: [
    makeInput("Vdd", { unit: "V", min: 1.5, max: 2 }),
    makeInput("T", { unit: "°C", min: -40, max: 125 }),
    makeInput("W", { unit: "m", min: 1e-6, max: 5e-5 }),
  ],
});
const bound = (fields: Partial<BoxBound> & { name: string }): BoxBound => ({
  element: null,
  lower: null,
  upper: null,
  is_integer: false,
  options: null,
  ...fields,
});
const region = (fields: Partial<FailingRegion> = {}): Pick<FailingRegion, "bounds" | "density" | "core"> => ({
  bounds: [bound({ name: "Vdd", upper: 1.6187 }), bound({ name: "T", lower: 110.36 })],
  density: 0.97,
  core: null,
  ...fields,
});

it("names only the bounds that matter, rounded outward, with units and prefixes", () => {
  assert.is(regionText(region(), looks), "Fails where Vdd < 1.62 V and T > 110 °C.");
  assert.is(
    boundText(bound({ name: "W", lower: 1.234e-5, upper: 3.456e-5 }), looks),
    "12.3 µm < W < 34.6 µm",
  );
  assert.is(boundText(bound({ name: "T", upper: -12.31 }), looks), "T < -12.3 °C");
  assert.is(boundText(bound({ name: "n", lower: 3, is_integer: true }), null), "n ≥ 3");
  assert.is(boundText(bound({ name: "n", lower: 3, upper: 3, is_integer: true }), null), "n = 3");
  assert.is(boundText(bound({ name: "w", element: 1, upper: 2 }), null), "w[1] < 2");
  assert.is(boundText(bound({ name: "corner", options: ["ss", "sf"] }), null), "corner is ss or sf");
});

it("says how much of a box fails where not all of it does", () => {
  const core = { bounds: [bound({ name: "Vdd", upper: 1.55 })], density: 0.92, coverage: 0.6 };
  assert.is(
    regionText(region({ density: 0.31, core }), looks),
    "Lies where Vdd < 1.62 V and T > 110 °C: 31% of the designs there fail. 60% of it lies where Vdd < 1.55 V: 92% fail there.",
  );
  assert.is(regionText(region({ bounds: [], density: 1 }), looks), "Fails everywhere within the ranges.");
  assert.is(
    regionText(region({ bounds: [], density: 0.14 }), looks),
    "Reaches across all ranges: 14% of the designs fail.",
  );
});

it("gives shares with as many digits as they need", () => {
  assert.equal([0, 1, 0.1236, 0.00012345, 0.99951, 3e-8].map(partText), [
    "0%",
    "100%",
    "12.4%",
    "0.0123%",
    "99.95%",
    "3e-6%",
  ]);
  assert.is(shareText({ value: 0.1, lower: 0.08, upper: 0.13 }), "10% (8% to 13%)");
  assert.is(shareText({ value: 0.1, lower: 0.1, upper: 0.1 }), "10%");
});

const exact = (value: number) => ({ value, lower: value, upper: value });
const makeResult = (predicted: number, regions = 0) => ({
  shares: {
    predicted: exact(predicted),
    surely: exact(predicted / 2),
    possibly: exact(Math.min(1, predicted * 2)),
    probability: exact(predicted),
    unrated: exact(0),
  },
  regions: Array.from({ length: regions }, () => wholeRegion),
  is_simulated: false,
  is_verified: false,
  stop_reason: "converged" as const,
});
const wholeRegion: FailingRegion = {
  ...region(),
  volume: exact(0.1),
  probability: exact(0.1),
  confirmed: 3,
  refuted: 1,
  worst: {
    is_simulated: false,
    inputs: { Vdd: 1.5, T: 125, W: 2e-6 },
    outputs: {},
    score: -2,
    lower_bound: -3,
    upper_bound: -1,
    in_spec: false,
    violation: 0,
    at_limits: [],
    outside: [],
    is_far: false,
    simulation_id: 7,
  },
};

it("says so when nothing or everything is out of spec", () => {
  assert.is(headline(makeResult(0)), "No design within these ranges is predicted to be out of spec.");
  assert.is(headline(makeResult(1, 1)), "Every design within these ranges is predicted to be out of spec.");
  assert.is(
    headline(makeResult(0.2, 2)),
    "20% of the designs within these ranges are predicted to be out of spec in 2 separate regions.",
  );
  const unrated = { ...makeResult(0), shares: { ...makeResult(0).shares, unrated: exact(1) } };
  assert.is(headline(unrated), "No design within these ranges has a score.");
  assert.is(headline({ ...makeResult(0), shares: null }), "No design could be rated.");
  assert.is(
    boundsSentence(makeResult(0.2)),
    "By the 95% bounds of the score, 10% surely are and 40% may be.",
  );
});

it("says what it means for the designs that are built, where it is known how their inputs vary", () => {
  const shares = { ...makeResult(0.2).shares, probability: { value: 0.0031, lower: 0.002, upper: 0.005 } };
  const writeBuiltSentence = (is_distributed: boolean, is_simulated: boolean) =>
    builtSentence({ shares, is_distributed, is_simulated });
  const failing =
    "Of the designs that are built, 0.31% are expected to be out of spec (95% interval 0.2% to 0.5%).";
  assert.is(writeBuiltSentence(false, false), null);
  assert.is(writeBuiltSentence(true, false), failing);
  assert.is(
    writeBuiltSentence(true, true),
    `${failing} The simulations were chosen to tell this, and say little of the rest of the ranges.`,
  );
});

it("tells false alarms and misses", () => {
  const alarms = {
    confirmed: 27,
    false_alarms: 3,
    misses: 1,
    confirmed_in_spec: 9,
    false_alarm_share: { value: 0.1, lower: 0.035, upper: 0.256 },
    miss_share: { value: 0.1, lower: 0.018, upper: 0.404 },
    without_score: 0,
  };
  assert.is(
    alarmSentence(alarms),
    "Of 30 designs predicted out of spec, 27 are: 10% were false alarms (95% interval 3.5% to 25.6%). Of 10 designs predicted in spec, 1 is out of it (1.8% to 40.4%).",
  );
});

it("goes into CSV files with numbers as stored, or in the units shown", () => {
  const [header = "", row = ""] = regionsCsv([wholeRegion], looks, true).split(/\r?\n/);
  assert.match(header, "Vdd (V),T (°C),W (µm)");
  assert.match(row, "Vdd < 1.62 V and T > 110 °C");
  assert.match(row, /-2,1\.5,125,2$/);
  const point = {
    inputs: { Vdd: 1.5, T: 125, W: 2e-6 },
    score: -2,
    lower_bound: null,
    upper_bound: null,
    class: "out-of-spec-verified" as const,
    simulation_id: 7,
  };
  assert.match(pointsCsv([point], null), /-2,,,out-of-spec-verified,1\.5,125,(0\.000002|2e-6),7/);
});
