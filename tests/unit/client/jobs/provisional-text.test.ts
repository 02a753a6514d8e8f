import { describeProvisional } from "@understudy/client/pages/jobs/job-id/emulator/provisional-text.ts";
import type { EmulatorReport } from "@understudy/shared/api/emulator-report.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the text about an emulator whose training goes on");

type Output = EmulatorReport["outputs"][number];
const report = (...outputs: Pick<Output, "name" | "coefficient_of_determination">[]) => ({ outputs });
const formatName = (name: string) => name.toUpperCase();
const training = { emulator_is_provisional: true, status: "Training" } as const;

it("names the output that is predicted worst, and how well that is", () => {
  const outputs = [
    { name: "gain", coefficient_of_determination: 0.9993 },
    { name: "noise", coefficient_of_determination: 0.871 },
  ];
  const described = describeProvisional(training, report(...outputs), formatName);
  assert.is(described?.title, "Still improving");
  assert.match(described?.text ?? "", /^Its lowest prediction accuracy is 87.1% so far, of NOISE\. Better/);
  const [first] = outputs;
  if (first === undefined) throw new Error("no output");
  const single = describeProvisional(training, report(first), formatName);
  assert.match(single?.text ?? "", /^Its prediction accuracy is 99.930% so far\. Better/);
  assert.match(describeProvisional(training, null, formatName)?.text ?? "", /^Better/);
});

it("does not promise a better one while nothing trains, and is not there for the last one", () => {
  const stopped = { emulator_is_provisional: true, status: "Interrupted" } as const;
  assert.is(describeProvisional(stopped, null, formatName)?.title, "An early emulator");
  const done = { emulator_is_provisional: false, status: "Complete" } as const;
  assert.is(describeProvisional(done, null, formatName), null);
});
