import { moduleIdentifier, uniqueIdentifiers } from "../../../../engine/exports/identifiers.ts";
import { assert, suite } from "../../../harness.ts";
import { HOSTILE_NAMES } from "../../../support/exports/sample-model.ts";

const it = suite("identifiers for names of people");

it("are the names where these are identifiers, and near to them where they are not", () => {
  assert.equal(uniqueIdentifiers(["Vgs", "gate length", "f_3dB", "Résistance (Ω)", "3 dB", "µCox"]), [
    "Vgs",
    "gate_length",
    "f_3dB",
    "Resistance_ohm",
    "v3_dB",
    "uCox",
  ]);
});

it("are unique without regard to case", () => {
  assert.equal(uniqueIdentifiers(["R", "r", "r_2", "R!"]), ["R", "r_2", "r_2_2", "R_3"]);
});

it("are keywords of none of the languages, whatever their case", () => {
  const keywords = ["analog", "Module", "double", "template", "lambda", "parfor", "None", "BRANCH", "wreal"];
  for (const [at, identifier] of uniqueIdentifiers(keywords).entries()) {
    assert.is(identifier, `${keywords[at]}_2`);
  }
});

it("begin with a letter and have at most 60 characters, whatever the name", () => {
  const names = [
    ...HOSTILE_NAMES,
    "",
    "入力",
    "___",
    "x".repeat(200),
    "x".repeat(201),
    "1".repeat(99),
    "\ud800",
  ];
  const identifiers = uniqueIdentifiers(names);
  for (const identifier of identifiers) assert.match(identifier, /^[A-Za-z][A-Za-z0-9_]{0,59}$/);
  assert.is(new Set(identifiers.map((identifier) => identifier.toLowerCase())).size, names.length);
});

it("of a module are in lower case and no module of Python's own", () => {
  assert.is(moduleIdentifier("Op-Amp 2"), "op_amp_2");
  assert.is(moduleIdentifier("CSV"), "csv_2");
  assert.is(moduleIdentifier("numpy"), "numpy_2");
  assert.is(moduleIdentifier("入力"), "emulator");
});
