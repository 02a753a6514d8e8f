import { selectedRowsCsv } from "@understudy/client/features/emulator/selected-rows.ts";
import { assert, suite } from "../../../../harness.ts";
import { makeInput, makeOutput } from "../../../../support/factories.ts";

const it = suite("the file of selected rows");
it("has a line for each row, with inputs and scalar outputs in the units of the page", () => {
  const config = {
    inputs: [makeInput("length", { unit: "m", multiplier: 1e-9 }), makeInput("corner")],
    outputs: [makeOutput("gain"), makeOutput("curve", { length: 40 })],
  };
  const csv = selectedRowsCsv(config, [
    {
      set: "training",
      rows: {
        total: 20,
        indices: [4, 11],
        inputs: { length: [3e-9, 5e-9], corner: ["ss", "tt"] },
        outputs: { gain: [60, null] },
      },
    },
    {
      set: "validation",
      rows: { total: 5, indices: [0], inputs: { length: [1e-9], corner: ["ff"] }, outputs: { gain: [61.5] } },
    },
  ]);
  assert.equal(csv.trim().split("\r\n"), [
    "set,row,length (nm),corner,gain",
    "training,5,3,ss,60",
    "training,12,5,tt,",
    "validation,1,1,ff,61.5",
  ]);
});
