/** The sentences beside a verdict, in the queue, and over the accuracy by number of simulations. */

import { computeOutlook } from "@understudy/client/features/emulator/trust/learning.ts";
import { queueText, waitsForRunner } from "@understudy/client/features/job-status/queue-text.ts";
import { roundsTrend } from "@understudy/client/features/progress/rounds-trend.ts";
import { changeText, cutText, verdictText } from "@understudy/client/predictions/verdict-text.ts";
import type { EmulatorQuality } from "@understudy/shared/domain/emulator-quality.ts";
import type { Finding } from "@understudy/shared/domain/finding.ts";
import { jobStatus } from "@understudy/shared/domain/job.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { describeNextStep, suggestNextStep } from "@understudy/shared/spec-job/next-step.ts";
import { assert, suite } from "../../../harness.ts";

const quality = (coefficients: number[], rest: Partial<EmulatorQuality> = {}): EmulatorQuality => ({
  validation_rows: 40,
  stop_reason: "converged",
  change: null,
  outputs: coefficients.map((coefficient_of_determination, at) => ({
    name: `y${at}`,
    coefficient_of_determination,
    coverage: 0.95,
    more_rows_help: null,
    findings: [],
  })),
  ...rest,
});
const same = (name: string) => name;

const verdicts = suite("the sentences of a verdict");
verdicts("name the outputs that have it, and the worst of them with its numbers", () => {
  const text = (...coefficients: number[]) => verdictText(quality(coefficients), same);
  assert.match(text(0.999), /^On held-out rows its error is 3% /);
  assert.match(text(0.999, 0.9999), /^Both outputs are excellent\. The worst is y0\. On held-out rows/);
  assert.match(text(0.1, 0.99, 0.99), /^y0 is not usable; the other outputs are better\. On held-out/);
  assert.match(
    text(0.1, 0, 0.99),
    /^y0 and y1 are not usable; the other output is better\. The worst is y1\./,
  );
  assert.match(text(0, 0, 0, 0, 0, 0.99), /^y0, y1, y2, and 2 more are not usable/);
});
verdicts("name the causes that the training found, and the step that fits them", () => {
  const limited = (findings: Finding[], more_rows_help: boolean | null = null): EmulatorQuality => {
    const { outputs, ...rest } = quality([0.6]);
    return { ...rest, outputs: outputs.map((output) => ({ ...output, more_rows_help, findings })) };
  };
  const noise: Finding = { kind: "noise", share: 0.62, points: 30 };
  assert.match(
    verdictText(limited([noise]), same),
    /^On held-out rows its error is 63% of .* Repeated runs differ by 62% of the output's standard deviation \(measured at 30 points\)/,
  );
  assert.is(suggestNextStep(limited([noise], false), true), null);
  assert.is(suggestNextStep(limited([noise], true), true), "more-rows");
  const angle: Finding = { kind: "wrapped angle", period: 2 * Math.PI };
  assert.match(verdictText(limited([angle]), same), /jump by about 6\.28\. Unwrap the angle/);
  assert.is(suggestNextStep(limited([angle, noise], true), true), "check-data");
  // What cannot be measured is the reason itself, and what the next step says is said once.
  const doubt = limited([{ kind: "unmeasurable", values: 8 }, { kind: "unexplained" }], false);
  assert.is(
    verdictText(doubt, same),
    "Its accuracy cannot be measured: all 8 validation values are the same.",
  );
  assert.is(suggestNextStep(doubt, true), "other-inputs");
});
verdicts("say what the last training gained and lost, or that it found nothing better", () => {
  const outputs = [
    { name: "y0", before: 0.999, after: 0.987 },
    { name: "y1", before: 0.9, after: 0.99 },
    { name: "y2", before: 0.5, after: 0.5 },
  ];
  const text = (isKept: boolean) => changeText(quality([0.9], { change: { kept: isKept, outputs } }), same);
  assert.is(
    text(false),
    "Compared with the emulator before, accuracy was gained for y1 from 90.0% to 99.0%; accuracy was lost for y0 from 99.90% to 98.7%.",
  );
  assert.match(text(true) ?? "", /^The last training found no better emulator, so the one before was kept\./);
  assert.is(changeText(quality([0.9]), same), null);
});
verdicts("say whether the time limit cut the training short", () => {
  assert.is(cutText(quality([0.9])), null);
  assert.match(cutText(quality([0.9], { stop_reason: "time budget" })) ?? "", /time limit of its effort/);
});
verdicts("name the next step by what its button does", () => {
  const counts = { planned: 40, running: 0, complete: 40, failed: 0 };
  const simulated = { is_data_driven: false, simulation_counts: counts };
  const fromData = { is_data_driven: true, simulation_counts: null };
  const rough = quality([0.5]);
  assert.is(describeNextStep(rough, simulated)?.label, "Run 10 more simulations");
  assert.is(describeNextStep(rough, fromData)?.label, "Train again with more data");
  assert.is(describeNextStep(quality([0.5], { stop_reason: "stopped" }), fromData)?.resumes, true);
  const saturated = {
    ...rough,
    outputs: rough.outputs.map((output) => ({ ...output, more_rows_help: false })),
  };
  assert.is(describeNextStep(saturated, simulated)?.resumes, false);
  assert.is(describeNextStep(quality([0.999]), simulated), null);
});

const queue = suite("the place in the queue");
const waiting = { is_waiting: true, running: 0, ahead: 0, is_runner_connected: true, estimate: null };
queue("says who is ahead and what is being worked on", () => {
  const text = (running: number, ahead: number) =>
    queueText("Pending Training", { ...waiting, running, ahead, estimate: { low: 10, high: 25 } });
  assert.is(text(0, 0), "It is expected to take about 10 to 25 seconds.");
  assert.is(
    text(1, 0),
    "Next in the queue: it starts when a place is free. 1 training is being worked on now. It is expected to take about 10 to 25 seconds once it starts.",
  );
  assert.is(
    text(2, 3),
    "Place 4 in the queue: 3 trainings start before it. 2 trainings are being worked on now. It is expected to take about 10 to 25 seconds once it starts.",
  );
  assert.is(queueText("Training", { ...waiting, is_waiting: false }), null);
});

queue("says that no runner is connected", () => {
  assert.is(queueText("Validating", { ...waiting, is_runner_connected: false }), MESSAGES.noRunner);
});

queue("is asked for only in states that wait for a runner", () => {
  assert.equal(jobStatus.options.filter(waitsForRunner), [
    "Validating",
    "Pending Running",
    "Pending Training",
  ]);
});

const trends = suite("the accuracy by number of simulations");
trends("is described as it went, a fall as a fall", () => {
  const lines = [
    { label: "gain", coefficients: [0.8, 0.9, 0.99] },
    { label: "phase", coefficients: [0.5, 0.2] },
    { label: "power", coefficients: [0.9, 0.9] },
  ];
  assert.is(
    roundsTrend(lines),
    "As simulations were added, the accuracy rose for gain (80.0% to 99.0%); it fell for phase (50.0% to 20.0%); it hardly changed for power (90.0% to 90.0%).",
  );
  assert.is(roundsTrend([{ label: "gain", coefficients: [0.8] }]), null);
});
trends("that falls with more rows is no levelling off", () => {
  const falling = { rows: [50, 100, 200], coefficients_of_determination: [0.9, 0.8, 0.7] };
  assert.match(computeOutlook(falling, 250, 0.7)?.text ?? "", /With more rows the accuracy fell, to 70\.0%/);
});
