import { describeProvisional } from "@understudy/client/predictions/accuracy-text.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the text about an emulator whose training goes on");

const formatName = (name: string) => name.toUpperCase();
const training = { emulator_is_provisional: true, status: "Training" } as const;

it("names the output that is predicted worst, and how well that is", () => {
  const outputs = [
    { name: "gain", coefficient_of_determination: 0.9993, findings: [] },
    { name: "noise", coefficient_of_determination: 0.871, findings: [] },
  ];
  const described = describeProvisional(training, outputs, formatName);
  assert.is(described?.title, "Still improving");
  assert.match(described?.text ?? "", /^Its lowest prediction accuracy is 87.1% so far, of NOISE\. Better/);
  const single = describeProvisional(training, outputs.slice(0, 1), formatName);
  assert.match(single?.text ?? "", /^Its prediction accuracy is 99.930% so far\. Better/);
  assert.match(describeProvisional(training, [], formatName)?.text ?? "", /^Better/);
});

it("calls it provisional in a printed report, which is read when the sliders are far away", () => {
  const described = describeProvisional(training, [], formatName, "report");
  assert.is(described?.title, "A provisional emulator, still improving");
  assert.not.match(described?.text ?? "", /slider/);
  const stopped = { emulator_is_provisional: true, status: "Interrupted" } as const;
  assert.is(describeProvisional(stopped, [], formatName, "report")?.title, "A provisional emulator");
});

it("does not promise a better one while nothing trains, and is not there for the last one", () => {
  const stopped = { emulator_is_provisional: true, status: "Interrupted" } as const;
  assert.is(describeProvisional(stopped, [], formatName)?.title, "An early emulator");
  const done = { emulator_is_provisional: false, status: "Complete" } as const;
  assert.is(describeProvisional(done, [], formatName), null);
});
