import { createBody } from "@understudy/client/features/specs/edit/body.ts";
import { createDraft, type VariableDraft } from "@understudy/client/features/specs/edit/draft.ts";
import { numberProblems } from "@understudy/client/features/specs/edit/numbers.ts";
import {
  relabelCoordinate,
  relabelVariable,
  settleField,
} from "@understudy/client/features/specs/edit/units.ts";
import { checkManifest } from "@understudy/engine/specs/check-manifest.ts";
import { presentSpecVersion } from "@understudy/server/presenters/spec.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, suite } from "../../../../../harness.ts";
import { makeUser } from "../../../../../support/factories.ts";
import { DIVIDER, dividerFiles, makeSpec, makeSpecVersion } from "../../../../../support/specs/specs.ts";

const it = suite("the numbers of a spec's form");

function form(changes: Partial<VariableDraft> = {}) {
  const checked = checkManifest(new Map(Object.entries(dividerFiles(DIVIDER))));
  if (!("manifest" in checked)) throw new Error("The spec is not valid");
  const version = makeSpecVersion({ _id: 1, name: "Divider", manifest: checked.manifest });
  const draft = createDraft(presentSpecVersion(version, makeSpec({ _id: 1 }), makeUser()));
  return {
    ...draft,
    variables: draft.variables.map((variable, at) => (at === 0 ? { ...variable, ...changes } : variable)),
  };
}
function sent(changes: Partial<VariableDraft>) {
  const [first] = createBody(form(changes)).variables;
  return first !== undefined && "default_val" in first ? first.default_val : null;
}

it("may have the unit of their variable, and a prefix before it", () => {
  assert.is(sent({ unit: "Ohm", default_val: "4k7" }), 4700);
  assert.is(sent({ unit: "Ohm", default_val: "2.2 kΩ" }), 2200);
  assert.is(sent({ unit: "um", default_val: "40u" }), 40);
  assert.is(sent({ unit: "", default_val: "1,5" }), 1.5);
});

it("stand with their unit, prefix and unit together, in their boxes", () => {
  const [variable] = form({
    type: "Scalar",
    unit: "m",
    default_val: "10u",
    default_min: "4",
    default_max: "wide",
  }).variables;
  assert.ok(variable);
  const settled = (["default_val", "default_min", "default_max"] as const).map((field) =>
    settleField(variable, field),
  );
  assert.equal(settled, [{ default_val: "10 µm" }, { default_min: "4 m" }, {}]);
  const [vector] = form({ type: "Vector", unit: "Hz", default_val: "1k 2.5 MHz; 3" }).variables;
  assert.ok(vector);
  assert.equal(settleField(vector, "default_val"), { default_val: "1000 Hz, 2.5 MHz, 3 Hz" });
  assert.equal(sent({ type: "Vector", unit: "Hz", default_val: "1000 Hz, 2.5 MHz, 3 Hz" }), [1e3, 2.5e6, 3]);
});

it("stay the same numbers when their unit is corrected, and carry the new one", () => {
  const [variable] = form({
    unit: "m",
    default_val: "10 µm",
    absolute_min: "",
    default_max: "wide",
  }).variables;
  assert.ok(variable);
  const cleared = { ...variable, ...relabelVariable(variable, "") };
  assert.equal([cleared.default_val, cleared.absolute_min, cleared.default_max], ["10 µ", "", "wide"]);
  const { unit, default_val } = { ...cleared, ...relabelVariable(cleared, "V") };
  assert.equal([unit, default_val], ["V", "10 µV"]);
  const [coordinate] = form().coordinates;
  const grid = {
    kind: "spread",
    from: "10 Hz",
    to: "1 GHz",
    points: "41",
    spacing: "log",
    list: "",
  } as const;
  const frequency = { key: 1, name: "f", verbose_name: "", help_text: "", unit: "Hz", grid, ...coordinate };
  const { from, to, points } = relabelCoordinate({ ...frequency, unit: "Hz", grid }, "rad").grid;
  assert.equal([from, to, points], ["10 rad", "1 Grad", "41"]);
});

it("are named where they are none, before anything is sent", () => {
  assert.equal(numberProblems(form()), {});
  assert.equal(numberProblems(form({ default_val: "wide", absolute_min: "1,500", absolute_max: "" })), {
    "variables[0].absolute_min": [MESSAGES.ambiguousComma("1500", "1.500")],
    "variables[0].default_val": [MESSAGES.invalidNumber],
  });
});
