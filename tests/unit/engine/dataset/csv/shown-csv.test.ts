/** Tables as CSV in the units that the pages show. */
import { shownCsv } from "@understudy/engine/dataset/csv/shown-csv.ts";
import { assert, suite } from "../../../../harness.ts";

const column = (name: string, unit: string, multiplier: number) => ({
  name,
  unit,
  multiplier,
  min: 1,
  max: 5,
  values: null,
});

async function formatLines(records: string[][]): Promise<string[]> {
  const columns = [column("C1", "F", 1e-12), column("V", "V", 1e-3), column("n", "", 1)];
  async function* streamRecords() {
    yield* records;
  }
  const lines: string[] = [];
  for await (const line of shownCsv(streamRecords(), columns)) lines.push(line.trimEnd());
  return lines;
}

const csv = suite("a table in the units shown");

csv("names its units, and shifts numbers and lists to the last digit", async () => {
  const lines = await formatLines([
    ["C1", "V", "n"],
    ["4.1e-12", "[0.001, 0.0022]", "7"],
  ]);
  assert.equal(lines, ["C1 (pF),V (mV),n", '4.1,"[1, 2.2]",7']);
});

csv("leaves a cell empty where a simulation has no result", async () => {
  const [, failed] = await formatLines([
    ["C1", "V", "n"],
    ["2e-12", "", ""],
  ]);
  assert.is(failed, "2,,");
});
