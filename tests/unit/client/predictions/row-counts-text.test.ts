/** The printed report states the rows that an emulator was trained on. */
import { splitText } from "@understudy/client/predictions/row-counts-text.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the rows of an emulator");
const sizes = { combined: 1_500, training: 1_200, validation: 300 };
const heldOut = { validation_method: "held-out rows" } as const;
const fittedLast = { validation_method: "held-out rows, then every row" } as const;
const crossValidated = { validation_method: "cross-validation" } as const;
const split = ": 1,200 for training, 300 for validation";

it("are those that were not held out, of one that an earlier version trained on few rows", () => {
  assert.is(splitText(sizes, { outputs: [heldOut] }), split);
});

it("are all of them where every output was measured by cross-validation, or trained on them in the end", () => {
  assert.is(splitText(sizes, { outputs: [crossValidated, crossValidated] }), ", all of them for training");
  assert.is(splitText(sizes, { outputs: [heldOut, crossValidated] }), split);
  assert.is(splitText(sizes, { outputs: [fittedLast, crossValidated] }), ", all of them for training");
});

it("follow from the number of rows before there is an emulator", () => {
  assert.is(splitText(sizes, null), ", all of them for training");
  assert.is(
    splitText({ combined: 3_000, training: 2_400, validation: 600 }, null),
    ": 2,400 for training, 600 for validation",
  );
});
