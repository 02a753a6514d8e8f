import { headerLines } from "../../../../engine/exports/header-lines.ts";
import { assert, suite } from "../../../harness.ts";
import { everyInstruction, sampleModel } from "../../../support/exports/sample-model.ts";

const it = suite("the header of an exported file");
const model = sampleModel(everyInstruction());

it("has no line break inside of a line, whatever the names", () => {
  for (const line of headerLines(model)) assert.not.match(line, /[\n\r\u2028\u202e]/);
});

it("says how near a fitted network is, and whether that is near enough", () => {
  const fidelity = {
    kind: "distilled",
    hidden: [32, 16],
    points: 4096,
    shares: [0.2, null, 0.1],
    wantedShare: 0.1,
    holds: false,
  } as const;
  const text = headerLines({ ...model, fidelity }).join("\n");
  assert.match(
    text,
    /hidden layers 32, 16.*4096 further points: it does NOT hold 0.1 of the emulator's own error/,
  );
});

it("names no coverage of bounds that it does not have", () => {
  assert.match(headerLines(model).join("\n"), /bounds cover 95 %/);
  assert.not.match(headerLines({ ...model, hasBounds: false }).join("\n"), /bounds/);
});
