/** The texts about a chain. */
import {
  chainWarnings,
  endText,
  headline,
  inSpecText,
  regionsText,
  screenedText,
  unscannedText,
  withoutEffectText,
} from "@understudy/client/designs/sampling-text.ts";
import {
  chainWarnings as settingsWarnings,
  stepsText,
} from "@understudy/client/features/spec-job/chain-length.ts";
import type { SampledParameter, Sampling } from "@understudy/shared/api/sampling.ts";
import { assert, suite } from "../../../harness.ts";

const parameter = (fields: Partial<SampledParameter> = {}): SampledParameter => ({
  name: "w",
  element: null,
  options: null,
  spacing: "linear",
  time: 20,
  r_hat: 1.01,
  effective: 500,
  mean: 0,
  deviation: 1,
  quantiles: [-2, -1, 0, 1, 2],
  edges: [-2, 2],
  counts: [9],
  ...fields,
});
const sampling = (fields: Partial<Sampling> = {}): Sampling => ({
  is_simulated: false,
  includes_uncertainty: false,
  screened_out: 0,
  scanned: 0,
  modes: [],
  evaluations: 12_000,
  unscored: 0,
  walkers: 8,
  steps: 2_000,
  burn_in: 200,
  acceptance: 0.3,
  stuck_walkers: 0,
  share_in_spec: null,
  stop_reason: "evaluation limit",
  without_effect: [],
  parameters: [parameter(), parameter({ name: "l" })],
  pairs: [],
  times: [],
  traces: { steps: [], walkers: [] },
  outputs: [],
  emulator: null,
  ...fields,
});
const showName = (name: string) => name.toUpperCase();

const it = suite("the sentences of a sampling");

it("say whether the chain can be trusted", () => {
  assert.match(headline(sampling()), /long enough to be trusted/);
  assert.is(
    headline(sampling({ burn_in: 1_500 })),
    "The chain is too short to be trusted. Extend the job to continue it.",
  );
  assert.is(headline(sampling({ stop_reason: "converged" })), "The chain has converged.");
  assert.is(headline(sampling({ parameters: [] })), "No distribution has been sampled yet.");
  assert.match(String(endText(sampling())), "after 2,000 steps, 12,000 evaluations");
  assert.is(endText(sampling({ stop_reason: null })), null);
});

it("warn of walkers that are stuck, apart, at one value, or too few, and of designs without a score", () => {
  const listWarnings = (fields: Partial<Sampling>) => chainWarnings(sampling(fields), showName);
  assert.equal(listWarnings({}), []);
  assert.match(String(listWarnings({ stuck_walkers: 2 })), "2 of 8 walkers hardly move");
  assert.match(String(listWarnings({ parameters: [parameter({ r_hat: 1.3 })] })), "do not agree on W yet");
  const still = parameter({ time: null, r_hat: null, effective: null });
  assert.match(String(listWarnings({ parameters: [still] })), "All walkers stay at one value of W");
  assert.match(String(listWarnings({ walkers: 3 })), "fewer walkers than twice the 2 sampled variables");
  assert.match(String(listWarnings({ unscored: 600 })), "5% of the designs have no score");
  assert.match(String(listWarnings({ acceptance: 0.04 })), "Only 4% of the moves are accepted");
});

it("say how many designs the emulator kept from being simulated", () => {
  assert.is(
    screenedText({ screened_out: 600, evaluations: 400 }),
    "The emulator rejected 60% of 1,000 proposed designs, which were not simulated.",
  );
});

it("say which variables change nothing", () => {
  assert.is(withoutEffectText(sampling(), showName), null);
  assert.match(
    String(withoutEffectText(sampling({ without_effect: ["a", "b"] }), showName)),
    "A and B change nothing",
  );
});

it("say in the form how long a chain will be, and what few walkers cost", () => {
  assert.is(
    stepsText({ evaluations: 1000, walkers: 8, varied: 4 }),
    "1,000 designs are about 125 steps of 8 walkers.",
  );
  assert.is(settingsWarnings({ evaluations: 100_000, walkers: 8, varied: 4 }).length, 0);
  assert.is(settingsWarnings({ evaluations: 100, walkers: 6, varied: 4 }).length, 2);
});

const spec = suite("the share of a sampling in spec");
spec("is told where the score has limits, and never rounded to all or none", () => {
  const writeText = (share_in_spec: number | null) => inSpecText({ share_in_spec });
  assert.is(writeText(null), null);
  assert.is(writeText(1), "All samples are in spec.");
  assert.match(writeText(0.624) ?? "", /^62% of the samples are in spec\. /);
  assert.match(writeText(0.9996) ?? "", /^More than 99% /);
  assert.match(writeText(0.0004) ?? "", /^Less than 1% /);
  assert.match(writeText(0) ?? "", /^0% /);
});

it("name the separate regions of the density, and one in which no sample lies", () => {
  const region = (scan_share: number, share: number, values: number[]) => ({ scan_share, share, values });
  const both = sampling({
    scanned: 100,
    modes: [region(0.7, 0.71, [0.25, 0.3]), region(0.3, 0.29, [0.8, 0.9])],
  });
  assert.match(regionsText(both, showName) ?? "", /2 separate regions: 71% .* W = 0.25.*; 29% .* W = 0.8/);
  assert.equal(chainWarnings(both, showName), []);
  const singleRegion = sampling({
    scanned: 100,
    modes: [region(0.7, 1, [0.25, 0.3]), region(0.3, 0, [0.8, 0.9])],
  });
  assert.is(regionsText(singleRegion, showName), null);
  assert.match(
    chainWarnings(singleRegion, showName)[0] ?? "",
    /^No sample lies around W = 0.8.*30% of the density/,
  );
  assert.is(unscannedText(singleRegion), null);
  assert.match(unscannedText(sampling({ is_simulated: true })) ?? "", /no emulator to scan/);
});
