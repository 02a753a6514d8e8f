/** The texts of the page while the data of a job are read. */
import { createReadingSteps } from "../../../../../engine/runner/child/reading-steps.ts";
import { assert, suite } from "../../../../harness.ts";

const steps = suite("the steps of reading a job's data");
const DATA_FILES = { parameters: { name: "data.csv", size: 100 }, outputs: { name: "data.csv", size: 300 } };

function shownBy(sources: Parameters<typeof createReadingSteps>[0]) {
  const shown: { percentage: number; text: string }[] = [];
  const reading = createReadingSteps(sources, (percentage, text) => shown.push({ percentage, text }));
  return { reading, shown, last: () => shown.at(-1) };
}

steps("state the rows that are read, and a percentage by the sizes of the files", () => {
  const { reading, last } = shownBy({ imported: null, files: DATA_FILES });
  reading.readParameters(0);
  assert.equal(last(), { percentage: 0, text: "Step 1 of 3: reading data.csv, 0 rows" });
  for (let row = 0; row < 1200; row++) reading.addRow("parameters");
  reading.readParameters(0.5);
  assert.equal(last(), { percentage: 12.5, text: "Step 1 of 3: reading data.csv, 1,200 rows" });
  reading.readOutputs(0);
  reading.addRow("outputs");
  reading.readOutputs(0.5);
  assert.equal(last(), { percentage: 62.5, text: "Step 2 of 3: reading data.csv, 1 row" });
  reading.prepare(0.25, 1200);
  assert.equal(last(), { percentage: 25, text: "Step 3 of 3: preparing the data, 300 of 1,200 rows" });
});
steps("count the rows that come from another job", () => {
  const { reading, last } = shownBy({ imported: { jobId: 7, rows: 2000 }, files: null });
  reading.readImported();
  for (let row = 0; row < 500; row++) {
    reading.addRow("parameters");
    reading.addRow("outputs");
  }
  reading.readImported();
  assert.equal(last(), { percentage: 25, text: "Step 1 of 2: importing from job 7, 500 of 2,000 rows" });
});
steps("never run back", () => {
  const { reading, shown } = shownBy({ imported: { jobId: 7, rows: 100 }, files: DATA_FILES });
  for (let row = 0; row < 100; row++) {
    reading.addRow("parameters");
    reading.addRow("outputs");
    reading.readImported();
  }
  for (const share of [0, 0.5, 1]) reading.readParameters(share);
  for (const share of [0, 0.5, 1]) reading.readOutputs(share);
  const percentages = shown.map(({ percentage }) => percentage);
  assert.equal(
    percentages,
    percentages.toSorted((a, b) => a - b),
  );
  assert.is(percentages.at(-1), 100);
});
