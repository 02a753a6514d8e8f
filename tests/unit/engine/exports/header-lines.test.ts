import { headerLines } from "../../../../engine/exports/header-lines.ts";
import { assert, suite } from "../../../harness.ts";
import { everyInstruction, sampleModel } from "../../../support/exports/sample-model.ts";

const it = suite("the header of an exported file");
const model = sampleModel(everyInstruction());

it("has no line break inside of a line, whatever the names", () => {
  for (const line of headerLines(model)) assert.not.match(line, /[\n\r\u2028\u202e]/);
});

it("says how near a fitted network is, of each output, and whether that is near enough", () => {
  const fidelity = {
    kind: "distilled",
    hidden: [32, 16],
    points: 4096,
    shares: [0.2, null, 0.1],
    ownOutputs: [false, false, false],
    differences: [
      { typical: 0.02, bounds: 0.25, range: 10 },
      { typical: 0, bounds: null, range: 0 },
      { typical: 0.01, bounds: null, range: 1 },
    ],
    wantedShare: 0.1,
    holds: false,
  } as const;
  const text = headerLines({ ...model, fidelity }).join("\n");
  assert.match(
    text,
    /hidden layers 32, 16.*4096 further points they differ by MORE than 0.1 of the emulator's own error/,
  );
  assert.match(
    text,
    /difference 0.2 of the emulator's error; half of the bounds differ by less than 0.25 .* \(2.5 % of its range\)/,
  );
  assert.match(text, /difference 0.1 of 1 % of its range/);
  assert.is(text.match(/bounds differ by/g)?.length, 1);
  assert.match(headerLines({ ...model, fidelity: { ...fidelity, holds: true } }).join(), /at most 0.1 of/);
  const partlyExact = { ...fidelity, ownOutputs: [true, false, false] };
  const lines = headerLines({ ...model, fidelity: partlyExact }).join("\n");
  assert.match(lines, /fitted to the emulator and, where said below, the emulator's own equations/);
  assert.is(lines.match(/its mean by the emulator's own equations/g)?.length, 1);
});

it("says that a curve has one value where its coordinate is an input", () => {
  const outputs = model.outputs.map((output) => ({
    ...output,
    curve: output.curve && { ...output.curve, input: 0 },
  }));
  assert.match(headerLines(model).join("\n"), /5 values along/);
  assert.match(headerLines({ ...model, outputs }).join("\n"), /one value, at the input/);
});

it("names no coverage of bounds that it does not have", () => {
  assert.match(headerLines(model).join("\n"), /bounds cover 95 %/);
  assert.not.match(headerLines({ ...model, hasBounds: false }).join("\n"), /bounds/);
});
