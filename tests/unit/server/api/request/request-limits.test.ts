/** The limits of requests, and the errors for those that exceed them. */
import { decode } from "@understudy/server/api/request/decode.ts";
import { createErrorList } from "@understudy/server/core/field-errors.ts";
import { invalid, Problem } from "@understudy/server/core/problem.ts";
import { toPoints } from "@understudy/server/emulator/points.ts";
import { boundedList, boundedRecord, numberList, scalarRecord } from "@understudy/shared/api/bounded.ts";
import { routes } from "@understudy/shared/api/routes.ts";
import { measureJson } from "@understudy/shared/json-size.ts";
import { BODY_LIMITS, REPORTED_ERRORS } from "@understudy/shared/limits.ts";
import { z } from "zod";
import { assert, suite } from "../../../../harness.ts";
import { unitInputs } from "../../../../support/engine/function-emulators.ts";
import { makeConfig } from "../../../../support/factories.ts";

const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

/** The errors that something is refused with. */
function catchErrors(refused: () => unknown): Record<string, string[]> {
  try {
    refused();
  } catch (error) {
    if (error instanceof Problem) return error.errors ?? {};
    throw error;
  }
  throw new Error("it was not refused");
}
const countErrors = (errors: Record<string, string[]>) => Object.values(errors).flat().length;
const measureBytes = (errors: unknown) => Buffer.byteLength(JSON.stringify(errors));

const answer = suite("an answer that refuses something");
answer("names at most 100 problems, and how many more there are", () => {
  const many = catchErrors(() => {
    throw invalid(Object.fromEntries(times(412, (i) => [`field${i}`, ["wrong"]])));
  });
  assert.is(Object.keys(many).length, 100);
  assert.equal(many.field99, ["wrong", "and 312 more"]);
  const fileErrors = catchErrors(() => {
    throw invalid({ file: times(1_500, (i) => `line ${i} is wrong`) });
  });
  assert.equal([fileErrors.file?.length, fileErrors.file?.at(-1)], [101, "and 1,400 more"]);
});
answer("stays small whatever it quotes", () => {
  const long = "\u0001".repeat(100_000);
  const errors = catchErrors(() => {
    throw invalid(Object.fromEntries(times(100, (i) => [`${i}${long}`, [long]])));
  });
  assert.ok(measureBytes(errors) < REPORTED_ERRORS.bytes + 1_000, `${measureBytes(errors)} bytes`);
});
answer("has fields of any name", () => {
  const list = createErrorList();
  for (const name of ["constructor", "toString", "__proto__"]) list.add(name, "There is no such field");
  const { errors } = list.reported();
  assert.equal(Object.keys(errors), ["constructor", "toString", "__proto__"]);
  const strange: unknown = JSON.parse('{"constructor": 1, "toString": 2, "__proto__": 3}');
  const fieldErrors = catchErrors(() => decode(routes.updateJobConfig.body, strange));
  assert.equal(fieldErrors.constructor, ["There is no such field"]);
  assert.equal(fieldErrors.toString, ["There is no such field"]);
});

const json = suite("the size of a JSON text");
json("is how deep it is, and how much it holds", () => {
  assert.equal(measureJson('{"a": [1, {"b": 2, "c": {}}], "d": "x"}'), { depth: 4, brackets: 4, keys: 2 });
  assert.equal(measureJson("7"), { depth: 0, brackets: 0, keys: 0 });
});
json("does not count what stands in its texts", () => {
  const text = JSON.stringify({ '[{":': '\\"[[[{"', "\\": ['"', "\\\\"] });
  assert.equal(measureJson(text), { depth: 2, brackets: 2, keys: 2 });
  assert.equal(measureJson('"never closed [['), { depth: 0, brackets: 0, keys: 0 });
});

const lists = suite("a long part of a request");
lists("is refused by its length before its items are looked at", () => {
  const read = boundedList(z.int(), 3);
  assert.equal(read.parse([1, 2, 3]), [1, 2, 3]);
  const issues = (list: unknown) => read.safeParse(list).error?.issues.map(({ message }) => message);
  assert.equal(issues(["a", "b", "c", "d"]), ["Has 4 items; at most 3 are allowed"]);
  assert.equal(issues({ length: 1 }), ["Must be a list"]);
  assert.equal(issues(undefined), ["This field is required"]);
  const names = boundedRecord(z.int(), 2).safeParse({ a: 1, b: "", c: "" });
  assert.equal(
    names.error?.issues.map(({ message }) => message),
    ["Has 3 items; at most 2 are allowed"],
  );
});
lists("is no longer read once enough is wrong with it", () => {
  const wrong = times(5_000, () => ({ name: 1, unit: 2 }));
  const read = routes.updateJobConfig.body.safeParse({ inputs: wrong });
  assert.equal(read.error?.issues.length, 100);
  assert.equal(read.error?.issues[1]?.path, ["inputs", 0, "name"]);
  const point = scalarRecord(5_000).safeParse(Object.fromEntries(times(5_000, (i) => [`k${i}`, []])));
  assert.is(point.error?.issues.length, 100);
  const numbers = numberList(10).safeParse(times(11, () => 1));
  assert.equal(
    numbers.error?.issues.map(({ message }) => message),
    ["Must be a list of at most 10 numbers"],
  );
});
lists("of points that make one mistake has it named once", () => {
  const points = times(3_000, () => Object.fromEntries(times(50, (i) => [`unknown${i}`, 1])));
  const errors = catchErrors(() => toPoints(unitInputs(2), makeConfig(), points, "inputs_list"));
  assert.is(countErrors(errors), 50);
  const unknownFields = [Object.fromEntries(times(2_000, (i) => [`unknown${i}`, 1]))];
  const many = catchErrors(() => toPoints(unitInputs(2), makeConfig(), unknownFields, "inputs"));
  assert.equal(many["inputs.unknown99"]?.at(-1), "and 1,900 more");
});

const limits = suite("the largest body of a route");
limits("is small unless the route says otherwise", () => {
  const larger = Object.entries(routes).filter(([, { bodyLimit }]) => bodyLimit > BODY_LIMITS.bytes);
  assert.equal(larger.map(([name]) => name).sort(), [
    "computeYield",
    "createJobDraft",
    "createSpec",
    "createSpecFromTemplate",
    "createSpecJob",
    "createSpecVersion",
    "maximiseDesirability",
    "predict",
    "predictVariations",
    "previewScore",
    "updateFocusRegions",
    "updateJobConfig",
    "updateJobDistributions",
    "updateJobDraft",
  ]);
  assert.is(routes.logIn.bodyLimit, BODY_LIMITS.bytesOfAnyone);
});
