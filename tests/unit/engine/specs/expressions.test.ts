import { compileExpression } from "@understudy/engine/specs/expressions/compile.ts";
import {
  type Curve,
  NUMBER_TYPE,
  TEXT_TYPE,
  type Value,
  type ValueType,
} from "@understudy/engine/specs/expressions/values.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("an expression");

const overTime: ValueType = { kind: "curve", coordinate: "time" };
const list: ValueType = { kind: "curve", coordinate: null };
const NAME_TYPES = new Map<string, ValueType>([
  ...["a", "b", "pi_like"].map((name): [string, ValueType] => [name, NUMBER_TYPE]),
  ["corner", TEXT_TYPE],
  ["y", overTime],
  ["other", { kind: "curve", coordinate: "frequency" }],
  ["measured", list],
]);
const curve = (x: number[], y: number[], more: Partial<Curve> = {}): Curve => ({
  ...{ x: Float64Array.from(x), y: Float64Array.from(y), coordinate: "time", isLog: false },
  ...more,
});
const NAME_VALUES = new Map<string, Value>([
  ["a", 2],
  ["b", -3],
  ["corner", "slow"],
  ["y", curve([0, 1, 2, 3, 4], [0, 1, 4, 9, 16])],
  ["measured", curve([1, 3], [10, 30], { coordinate: null })],
]);

const findProblem = (text: string): string => {
  const compiled = compileExpression(text, NAME_TYPES);
  return "problem" in compiled ? compiled.problem : "";
};
function evaluated(text: string, scope: ReadonlyMap<string, Value> = NAME_VALUES): Value {
  const compiled = compileExpression(text, NAME_TYPES);
  if ("problem" in compiled) throw new Error(`${text}: ${compiled.problem}`);
  return compiled.evaluate(scope);
}
const evaluateList = (text: string): number[] => {
  const value = evaluated(text);
  return typeof value === "object" ? [...value.y] : [];
};

it("follows the rules of arithmetic", () => {
  for (const [text, value] of [
    ["1 + 2 * 3", 7],
    ["(1 + 2) * 3", 9],
    ["2 ^ 3 ^ 2", 512],
    ["-a ^ 2", -4],
    ["(-a) ^ 2", 4],
    ["2 ^ -1", 0.5],
    ["-(-a)", 2],
    ["+a - -b", -1],
    ["10 - 4 - 3", 3],
    ["12 / 2 / 3", 2],
    ["7 % 4", 3],
    ["1e3 + .5", 1000.5],
    ["2 * pi", 2 * Math.PI],
    ["a > 1 && b > 1 || 1 == 1", 1],
    ["!(a > 1)", 0],
    ["a > 1 ? 10 : 20", 10],
    ["log10(1000) + ln(exp(2)) + abs(b) + sqrt(16)", 12],
    ["max(a, b, 7) + min(a, b)", 4],
    ["db(10) + atan2(0, 1) + hypot(3, 4)", 25],
  ] as const) {
    const result = Number(evaluated(text));
    assert.ok(Math.abs(result - value) < 1e-12, `${text} = ${result}`);
  }
});

it("compares texts, and nothing else of them", () => {
  assert.equal(
    ["corner == 'slow'", 'corner != "slow"', "corner == 'fast' ? 1 : 2"].map((text) => evaluated(text)),
    [1, 0, 2],
  );
  assert.match(findProblem("corner + 1"), /a text can only be compared/);
  assert.match(findProblem("max(corner, 1)"), /a text can only be compared/);
});

it("takes curves value by value, and reduces them to numbers", () => {
  assert.equal(evaluateList("y * 2 + a"), [2, 4, 10, 20, 34]);
  assert.equal(evaluateList("max(y, 4)"), [4, 4, 4, 9, 16]);
  assert.equal(evaluateList("y > 3"), [0, 0, 1, 1, 1]);
  assert.equal(evaluateList("derivative(y)"), [1, 2, 4, 6, 7]);
  assert.equal(evaluateList("between(y, 1, 2.5)"), [1, 4]);
  for (const [text, value] of [
    ["max(y)", 16],
    ["min(y)", 0],
    ["mean(y)", 6],
    ["sum(y)", 30],
    ["rms(y)", Math.sqrt(354 / 5)],
    ["std(y)", Math.sqrt(354 / 5 - 36)],
    ["first(y) + last(y)", 16],
    ["at(y, 2.5)", 6.5],
    ["crossing(y, 6.5)", 2.5],
    ["argmax(y) - argmin(y)", 4],
    ["integral(y)", 22],
    ["y[3]", 9],
  ] as const) {
    assert.ok(Math.abs(Number(evaluated(text)) - value) < 1e-12, `${text} = ${evaluated(text)}`);
  }
});

it("brings a curve of a file onto the coordinate, where both have values", () => {
  const difference = evaluated("y - measured");
  assert.equal(
    typeof difference === "object" ? [...difference.x, ...difference.y] : [],
    [1, 2, 3, -9, -16, -21],
  );
  const turned = evaluated("measured - y");
  assert.equal(typeof turned === "object" ? [...turned.y] : [], [9, 16, 21], "whichever stands first");
});

it("interpolates in logarithms where the coordinate is logarithmic", () => {
  const scope = new Map<string, Value>([["y", curve([1, 100], [0, 2], { isLog: true })]]);
  assert.ok(Math.abs(Number(evaluated("at(y, 10)", scope)) - 1) < 1e-12);
  assert.ok(Math.abs(Number(evaluated("crossing(y, 1)", scope)) - 10) < 1e-12);
});

it("is not a number where it has no value, and never an exception", () => {
  for (const text of [
    "log10(b)",
    "sqrt(b)",
    "at(y, 99)",
    "crossing(y, 99)",
    "y[99]",
    "y[0.5]",
    "0 / 0",
    "max(between(y, 8, 9))",
  ]) {
    assert.ok(Number.isNaN(evaluated(text)), text);
  }
  assert.ok(Number.isNaN(evaluated("a", new Map())), "a name without a value");
});

it("says of what it cannot be, where and what was meant", () => {
  for (const [text, problem] of [
    ["", /is empty/],
    ["a +", /expected expression after \+ \(character 4\)/],
    ["(a", /unclosed \(/],
    ["a b", /several expressions/],
    ["()", /nothing between the brackets/],
    ["aa", /nothing is named aa/],
    ["pi_lyke", /did you mean pi_like\?/],
    ["sqt(a)", /there is no function named sqt; did you mean sqrt\?/],
    ["at(y)", /at takes 2 arguments, not 1/],
    ["at(a, 1)", /the first argument of at must be a curve/],
    ["at(y, y)", /only the first argument of at may be a curve/],
    ["y + other", /a curve over time cannot be combined with one over frequency/],
    ["a[0]", /only a curve or a Vector has elements/],
    ["y ? 1 : 2", /what stands before the \? must be a number/],
    ["[1, 2]", /lists cannot be written here/],
    ["1".repeat(2_000), /longer than 1000 characters/],
  ] as const) {
    assert.match(findProblem(text), problem);
  }
});

it("reaches nothing of JavaScript", () => {
  for (const text of [
    "constructor",
    "a.constructor",
    "y['constructor']",
    "this",
    "toString()",
    "a.b()",
    "(a)(1)",
    "__proto__",
    "globalThis",
    "hasOwnProperty('a')",
    "a?.b",
    "`x`",
    "new a",
    "a = 1",
    "a | b",
    "~a",
    "a ?? b",
    "true",
  ]) {
    assert.not.equal(findProblem(text), "", text);
  }
});

it("takes any depth of brackets that it may have, or says that it does not", () => {
  for (const depth of [10, 300, 499]) {
    assert.is(evaluated(`${"(".repeat(depth)}a${")".repeat(depth)}`), 2);
    assert.is(typeof findProblem("(".repeat(depth)), "string");
  }
  assert.is(evaluated(`${"-".repeat(900)}a`), 2);
});
