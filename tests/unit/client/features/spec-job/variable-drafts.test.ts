/** The text that is typed for a variable, as far as the page of a new job can read it. */

import {
  createDraft,
  moveDraft,
  type NumbersDraft,
  readVariable,
  settleDraft,
} from "@understudy/client/features/spec-job/draft.ts";
import { boxQuantity, listItems, listText, settledList } from "@understudy/client/ui/typed-quantities.ts";
import type { FileState } from "@understudy/client/uploads/use-file-upload.ts";
import type { ManifestVariable } from "@understudy/shared/domain/spec-manifest.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { exactQuantityText } from "@understudy/shared/quantities/quantity-text.ts";
import { chosenUnit, writtenUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { typedNumber } from "@understudy/shared/quantities/typed-number.ts";
import { completeVariable, defaultGiven } from "@understudy/shared/spec-job/complete-variable.ts";
import { assert, suite } from "../../../../harness.ts";
import {
  makeChoice,
  makeCorner,
  makeFile,
  makeScalar,
  makeText,
  makeVector,
} from "../../../../support/specs/spec-jobs.ts";

const numbers = suite("a number of a form");
numbers(
  "is shown with all its digits, with a prefix before its unit where that takes one, and read back as itself",
  () => {
    const values = [2e-5, 0.05, 0, 1234.5678901234, 1.5e6, -1e-12, 123456];
    assert.equal(
      values.map((value) => exactQuantityText(value, "m")),
      ["20 µm", "0.05 m", "0 m", "1234.5678901234 m", "1.5 Mm", "-1 pm", "123.456 km"],
    );
    assert.equal(
      values.map((value) => exactQuantityText(value, "dB")),
      ["2e-5 dB", "0.05 dB", "0 dB", "1234.5678901234 dB", "1.5e6 dB", "-1e-12 dB", "123456 dB"],
    );
    for (let i = 0; i < 200; i++) {
      const value = (i - 100) * 1.37 ** (i - 100) * Math.PI;
      for (const unit of ["V", "mm", "", "m²"]) {
        const shown = chosenUnit({ unit, multiplier: 1 });
        assert.is(typedNumber(exactQuantityText(value, unit), { shown }), value, unit);
      }
    }
  },
);

numbers("stands with its unit only where its box reads the same number back", () => {
  assert.is(boxQuantity(2e-5, "m"), "20 µm");
  for (const unit of ["1/s", "1/cm", "-", "10^3 m", "× 2"]) {
    assert.is(typedNumber(boxQuantity(20, unit), { shown: writtenUnit(unit) }), 20, unit);
    const list = listText([20, 30], unit);
    assert.is(listItems(list).length, 2, unit);
    assert.is(settledList(list, unit), list, unit);
  }
});

const every: ManifestVariable[] = [
  makeScalar("a", { default_val: 1 / 3 }),
  makeScalar("b", { fixed: true, default_val: 7 }),
  makeVector("v", { default_val: [1 / 3, 2 / 3] }),
  makeText("t", { default_val: "typical" }),
  makeChoice("c"),
  makeCorner("m"),
  makeFile("f", { optional: true }),
];

const drafts = suite("a variable of the form");
drafts("that nobody has touched says the spec's defaults", () => {
  for (const hasOneValue of [false, true]) {
    for (const variable of every) {
      const { parsed, errors } = readVariable(variable, createDraft(variable, null), hasOneValue);
      assert.equal(errors, {}, variable.name);
      assert.equal(
        completeVariable(variable, parsed, hasOneValue),
        completeVariable(variable, defaultGiven(variable), hasOneValue),
        variable.name,
      );
    }
  }
});
drafts("begins with what an earlier job was given", () => {
  const earlierVariable = { type: "Scalar", lbound: 0.25, ubound: 0.5, initval: 0.3, fixed: false } as const;
  const a = makeScalar("a");
  assert.equal(readVariable(a, createDraft(a, earlierVariable), false), {
    parsed: earlierVariable,
    errors: {},
  });
  const chosen = { type: "MultiSelect" as const, options: ["ss"], initval: "ss", fixed: true };
  assert.equal(createDraft(makeCorner("m"), chosen), {
    type: "MultiSelect",
    options: ["ss"],
    value: "ss",
    fixed: true,
  });
  assert.equal(createDraft(a, chosen), createDraft(a, null), "a variable that has become another type since");
});
const typed = (changes: Partial<NumbersDraft>): NumbersDraft => ({
  type: "Scalar",
  min: "0",
  value: "0.5",
  max: "1",
  fixed: false,
  isTyped: false,
  ...changes,
});
drafts("reports each box that holds no number, and then nothing else", () => {
  const a = makeScalar("a");
  const { errors } = readVariable(a, typed({ min: "abc", max: " ", value: "99" }), false);
  assert.equal(errors, { lbound: [MESSAGES.invalidNumber], ubound: [MESSAGES.valueRequired] });
});
drafts("does not mind what stands in boxes that are not on the page", () => {
  const a = makeScalar("a");
  assert.equal(readVariable(a, typed({ min: "abc", max: "-5" }), true).errors, {});
  assert.equal(readVariable(a, typed({ min: "abc", max: "-5", fixed: true }), false).errors, {});
});
drafts("of several elements takes a number each, or one for all", () => {
  const v = makeVector("v", { default_val: [0.5, 0.5] });
  const draft = typed({ type: "Vector", min: "0.1", max: "0.8;0.9", value: "0.2 500m" });
  const { parsed, errors } = readVariable(v, draft, false);
  assert.equal(errors, {});
  assert.equal(parsed, {
    type: "Vector",
    lbound: [0.1, 0.1],
    ubound: [0.8, 0.9],
    initval: [0.2, 0.5],
    fixed: false,
  });
  assert.equal(readVariable(v, { ...draft, value: "1,2,3" }, false).errors, {
    initval: [MESSAGES.vectorLength(2)],
  });
});
drafts("has a value that follows its range until it is typed", () => {
  assert.equal(settleDraft(typed({ min: "0.75" }), { unit: "" }), typed({ min: "0.75", value: "0.75" }));
  for (const still of [
    { min: "0.75", isTyped: true },
    { min: "0.75", fixed: true },
    { min: "x" },
    { min: "2" },
  ]) {
    const draft = typed(still);
    assert.is(settleDraft(draft, { unit: "" }), draft);
  }
});
drafts("has its numbers with prefix and unit together, and again once a box is left", () => {
  const width = makeScalar("w", { unit: "m", default_min: 1e-6, default_val: 10e-6, default_max: 40e-6 });
  const draft = createDraft(width, null);
  assert.ok(draft.type === "Scalar");
  assert.equal([draft.min, draft.value, draft.max], ["1 µm", "10 µm", "40 µm"]);
  const left = settleDraft({ ...draft, min: "2u", value: "x", max: "3" }, width);
  assert.ok(left.type === "Scalar");
  assert.equal([left.min, left.value, left.max], ["2 µm", "x", "3 m"]);
  const list = settleDraft(typed({ type: "Vector", min: "1u", value: "1u 2 um;3", max: "" }), width);
  assert.ok(list.type === "Vector");
  assert.equal([list.min, list.value, list.max], ["1 µm", "1 µm, 2 µm, 3 m", ""]);
  const bias = makeVector("b", { unit: "m", default_val: [1e-6, 2] });
  const { parsed } = readVariable(bias, createDraft(bias, null), true);
  assert.equal(parsed.type === "Vector" && parsed.initval, [1e-6, 2], "a list is read back");
});
drafts("that is a file counts as given while it is on its way", () => {
  const deck = makeFile("f");
  const file = new File(["x"], "deck.lib");
  const states: [FileState, string[] | undefined][] = [
    [{ status: "empty" }, ["A file is required"]],
    [{ status: "uploading", file, sentBytes: 0, bytesPerSecond: null }, undefined],
    [{ status: "failed", file, message: "" }, undefined],
    [{ status: "done", fileId: "id", name: "deck.lib", size: 1 }, undefined],
  ];
  for (const [state, problem] of states) {
    assert.equal(readVariable(deck, { type: "File", file: state }, false).errors.file_id, problem);
  }
});

const points = suite("a variable that begins at a point");
points("takes the point's value, and keeps its range and what the point does not name", () => {
  const width = makeScalar("width");
  const draft = createDraft(width, null);
  const moved = moveDraft(width, draft, { width: 2e-5 });
  assert.ok(draft.type === "Scalar" && moved.type === "Scalar");
  assert.equal([moved.min, moved.max, moved.fixed], [draft.min, draft.max, draft.fixed]);
  assert.is(typedNumber(moved.value), 2e-5);
  assert.is(moveDraft(width, draft, { length: 1 }), draft);
  assert.is(moveDraft(width, draft, { width: "wide" }), draft);
});
points("takes a vector only as a whole, and an option as it is", () => {
  const vector = makeVector("v");
  const draft = createDraft(vector, null);
  assert.is(moveDraft(vector, draft, { "v[0]": 1 }), draft);
  const corner = makeCorner("corner");
  const chosen = moveDraft(corner, createDraft(corner, null), { corner: "ss" });
  assert.ok("value" in chosen && chosen.value === "ss");
});
