import type { CreateSpecJobBody, GivenVariable } from "@understudy/shared/api/spec-job.ts";
import type { ManifestVariable } from "@understudy/shared/domain/spec-manifest.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { checkSpecJob, variedCount } from "@understudy/shared/spec-job/check-spec-job.ts";
import { assert, suite } from "../../harness.ts";
import {
  givenJob,
  makeChoice,
  makeCorner,
  makeFile,
  makeScalar,
  makeSpecVersion,
  makeText,
  makeVector,
  SINGLE_RUN,
} from "../../support/specs/spec-jobs.ts";

/** A varied Scalar beside the one that a rule is tried on, so that something varies. */
const other = makeScalar("other");
const checkVariable = (
  variable: ManifestVariable,
  givenVariable: GivenVariable,
  fields: Partial<CreateSpecJobBody> = {},
) => {
  const spec = makeSpecVersion({ variables: [variable, other] });
  return checkSpecJob(spec, givenJob({ variables: { [variable.name]: givenVariable }, ...fields }));
};
const scalar = (lbound: number | null, initval: number | null, ubound: number | null, fixed = false) =>
  ({ type: "Scalar", lbound, ubound, initval, fixed }) as const;

const defaults = suite("a variable that is left out");
defaults("takes the defaults of the spec, whole and in its order", () => {
  const { variables, errors } = checkSpecJob(makeSpecVersion(), givenJob());
  assert.equal(errors, {});
  assert.equal(Object.entries(variables), [
    ["w1", { type: "Scalar", lbound: 5e-6, ubound: 6e-5, initval: 2e-5, fixed: false, is_integer: false }],
    ["fingers", { type: "Scalar", lbound: 1, ubound: 8, initval: 3, fixed: false, is_integer: true }],
    ["temp_c", { type: "Scalar", lbound: null, ubound: null, initval: 27, fixed: true, is_integer: false }],
    ["corner", { type: "MultiSelect", options: ["tt", "ss", "ff"], initval: "tt", fixed: false }],
  ]);
  assert.is(variedCount(variables), 3);
});
defaults("has its value moved into a range that was narrowed", () => {
  const { variables } = checkVariable({ ...other, name: "a" }, scalar(0.75, null, 1));
  assert.is(variables.a?.type === "Scalar" && variables.a.initval, 0.75);
});

const scalars = suite("a Scalar");
const limited = makeScalar("a", {
  absolute_min: 1,
  absolute_max: 10,
  default_min: 1,
  default_max: 10,
  default_val: 5,
});
scalars("keeps to its absolute limits, its range to an order and its value to the range", () => {
  const cases: [GivenVariable, Record<string, string[]>][] = [
    [scalar(1, 5, 10), {}],
    [
      scalar(0, 5, 11),
      { "variables.a.lbound": ["Must be from 1 to 10"], "variables.a.ubound": ["Must be from 1 to 10"] },
    ],
    [scalar(6, 6, 6), { "variables.a.ubound": [MESSAGES.rangeOrder] }],
    [scalar(7, 6, 2), { "variables.a.ubound": [MESSAGES.rangeOrder] }],
    [scalar(6, 5, 8), { "variables.a.initval": ["Must be from 6 to 8"] }],
    [scalar(0, 11, 0, true), { "variables.a.initval": ["Must be from 1 to 10"] }],
    [scalar(0, 10, 0, true), {}],
  ];
  for (const [givenVariable, errors] of cases)
    assert.equal(checkVariable(limited, givenVariable).errors, errors, JSON.stringify(givenVariable));
  const metres = { ...limited, unit: "m", absolute_min: 1e-6, absolute_max: 1e-4 };
  const inMetres = [scalar(0, 5e-5, 1e-5), "Must be from 1 to 100 µm"] as const;
  const onlyLeast = [{ ...metres, absolute_max: null }, "Must be at least 1 µm"] as const;
  assert.equal(checkVariable(metres, inMetres[0]).errors, { "variables.a.lbound": [inMetres[1]] });
  assert.equal(checkVariable(onlyLeast[0], inMetres[0]).errors, { "variables.a.lbound": [onlyLeast[1]] });
});
scalars("names the only limit there is", () => {
  assert.equal(checkVariable({ ...limited, absolute_max: null }, scalar(0, 5, 99)).errors, {
    "variables.a.lbound": [MESSAGES.atLeast(1)],
  });
  assert.equal(checkVariable({ ...limited, absolute_min: null }, scalar(-5, 5, 99)).errors, {
    "variables.a.ubound": [MESSAGES.atMost(10)],
  });
});
scalars("of whole numbers takes no other", () => {
  assert.equal(checkVariable({ ...limited, is_integer: true }, scalar(1.5, 5, 8)).errors, {
    "variables.a.lbound": [MESSAGES.wholeNumber],
  });
});
scalars("of a Single Run has one value and no range, whatever is sent", () => {
  const { variables, errors } = checkVariable(limited, scalar(99, 4, -1), SINGLE_RUN);
  assert.equal(errors, {});
  assert.equal(variables.a, {
    type: "Scalar",
    lbound: null,
    ubound: null,
    initval: 4,
    fixed: true,
    is_integer: false,
  });
});

const otherTypes = suite("a variable of another type");
otherTypes("that is a Vector follows the rules of a Scalar, element by element", () => {
  const vector = makeVector("v", { absolute_min: 0, absolute_max: 20, default_val: [1, 30] });
  const makeGivenVector = (lbound: number[], initval: number[] | null, ubound: number[]) =>
    ({ type: "Vector", lbound, ubound, initval, fixed: false }) as const;
  const sound = checkVariable(vector, makeGivenVector([0, 10], null, [2, 20]));
  assert.equal(sound.errors, {});
  assert.equal(sound.variables.v, {
    type: "Vector",
    lbound: [0, 10],
    ubound: [2, 20],
    initval: [1, 20],
    fixed: false,
    is_integer: false,
  });
  assert.is(variedCount(sound.variables), 3, "a Vector varies in as many dimensions as it has elements");
  assert.equal(checkVariable(vector, makeGivenVector([0, -1], null, [2, 21])).errors, {
    "variables.v.lbound": ["Element 2: Must be from 0 to 20"],
    "variables.v.ubound": ["Element 2: Must be from 0 to 20"],
  });
  assert.equal(checkVariable(vector, makeGivenVector([0], null, [2, 20])).errors, {
    "variables.v.lbound": [MESSAGES.vectorLength(2)],
  });
});
otherTypes("that is a String or a SingleSelect has one value, which must be there", () => {
  const text = makeText("t");
  assert.equal(checkVariable(text, { type: "String", initval: null }).errors, {
    "variables.t.initval": [MESSAGES.valueRequired],
  });
  assert.equal(checkVariable({ ...text, optional: true }, { type: "String", initval: null }).variables.t, {
    type: "String",
    initval: "",
  });
  const choice = makeChoice("c");
  assert.equal(checkVariable(choice, { type: "SingleSelect", initval: null }).variables.c, {
    type: "SingleSelect",
    initval: 2,
  });
  assert.equal(checkVariable(choice, { type: "SingleSelect", initval: "2" }).errors, {
    "variables.c.initval": [MESSAGES.initialValueChoice],
  });
});
otherTypes("that is a MultiSelect varies over the options that were chosen, and is fixed by one", () => {
  const corner = makeCorner("c");
  const makeGivenSelect = (options: string[] | null, initval: string | null = null, fixed = false) =>
    ({ type: "MultiSelect", options, initval, fixed }) as const;
  assert.equal(checkVariable(corner, makeGivenSelect(["ss", "ff", "ss"])).variables.c, {
    type: "MultiSelect",
    options: ["ss", "ff"],
    initval: "ss",
    fixed: false,
  });
  const fixed = { type: "MultiSelect", options: ["ff"], initval: "ff", fixed: true };
  assert.equal(checkVariable(corner, makeGivenSelect(["ff"])).variables.c, fixed);
  assert.equal(checkVariable(corner, makeGivenSelect(null, "ff", true)).variables.c, fixed);
  assert.equal(checkVariable(corner, makeGivenSelect([])).errors, {
    "variables.c.options": [MESSAGES.optionRequired],
  });
  assert.equal(checkVariable(corner, makeGivenSelect(["sf"])).errors, {
    "variables.c.options": [MESSAGES.initialValueChoice],
  });
  assert.equal(checkVariable(corner, makeGivenSelect(["ss", "ff"], "tt")).errors, {
    "variables.c.initval": [MESSAGES.initialValueChoice],
  });
});
otherTypes("that is a File needs one unless it is optional", () => {
  const file = makeFile("f");
  const none = { type: "File", file_id: null } as const;
  assert.equal(checkVariable(file, none).errors, { "variables.f.file_id": ["A file is required"] });
  assert.equal(checkVariable({ ...file, optional: true }, none).variables.f, { type: "File", file: null });
});
otherTypes("that the spec does not know, or knows as another type, is refused", () => {
  assert.equal(checkVariable(limited, { type: "String", initval: "5" }).errors, {
    "variables.a.type": [MESSAGES.otherVariableType("Scalar")],
  });
  const { errors } = checkSpecJob(makeSpecVersion(), givenJob({ variables: { w9: scalar(0, 0, 1) } }));
  assert.equal(errors, { "variables.w9": [MESSAGES.noSuchVariable("w9")] });
});
