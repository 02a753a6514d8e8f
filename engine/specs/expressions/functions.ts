/** The functions of expressions. Each takes numbers; most also take curves, value by value. */
import {
  between,
  type Curve,
  eachPair,
  eachValue,
  NUMBER_TYPE,
  type Value,
  type ValueType,
  valuesAt,
} from "./values.ts";

export type FunctionOfExpressions = {
  /** The minimum and the maximum number of arguments. */
  readonly arity: readonly [number, number];
  /** The argument that must be a curve, where one must. */
  readonly curve?: 0;
  readonly type: (types: readonly ValueType[]) => ValueType;
  readonly apply: (values: readonly Value[]) => Value;
};

/** A curve where one is among the arguments, otherwise a number. */
const findWidest = (types: readonly ValueType[]): ValueType =>
  types.find((type) => type.kind === "curve" && type.coordinate !== null) ??
  types.find(({ kind }) => kind === "curve") ??
  NUMBER_TYPE;

const each = (f: (value: number) => number): FunctionOfExpressions => ({
  arity: [1, 1],
  type: findWidest,
  apply: ([value = Number.NaN]) => eachValue(value, f),
});

const pair = (f: (a: number, b: number) => number): FunctionOfExpressions => ({
  arity: [2, 2],
  type: findWidest,
  apply: ([a = Number.NaN, b = Number.NaN]) => eachPair(a, b, f),
});

const isCurve = (value: Value | undefined): value is Curve => typeof value === "object";
const number = (value: Value | undefined): number => (typeof value === "number" ? value : Number.NaN);

/** Creates a function of a curve and `arguments - 1` numbers. */
const ofCurve = (
  arity: number,
  f: (curve: Curve, numbers: readonly number[]) => number,
): FunctionOfExpressions => ({
  arity: [arity, arity],
  curve: 0,
  type: () => NUMBER_TYPE,
  apply: ([curve, ...rest]) =>
    isCurve(curve) && curve.y.length > 0 ? f(curve, rest.map(number)) : Number.NaN,
});

/** `max(curve)` is one number; of several numbers or curves it is the largest at each position. */
const extreme = (f: (a: number, b: number) => number): FunctionOfExpressions => ({
  arity: [1, 20],
  type: (types) => (types.length === 1 ? NUMBER_TYPE : findWidest(types)),
  apply: ([first = Number.NaN, ...rest]) => {
    if (rest.length > 0) return rest.reduce((result, value) => eachPair(result, value, f), first);
    if (!isCurve(first)) return first;
    return first.y.length === 0 ? Number.NaN : first.y.reduce((a, b) => f(a, b));
  },
});

const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);
const mean = ({ y }: Curve): number => sum(y) / y.length;
const deviation = (curve: Curve): number => {
  const centre = mean(curve);
  return Math.sqrt(sum(curve.y.map((value) => (value - centre) ** 2)) / curve.y.length);
};

/** By the trapezium rule. */
function integral({ x, y }: Curve): number {
  let area = 0;
  for (let i = 1; i < x.length; i++) {
    area += ((y[i] + y[i - 1]) / 2) * (x[i] - x[i - 1]);
  }
  return area;
}

function at(curve: Curve, [position = Number.NaN]: readonly number[]): number {
  const [first = Number.NaN, last = Number.NaN] = [curve.x[0], curve.x.at(-1)];
  if (!(position >= first && position <= last)) return Number.NaN;
  return valuesAt(curve, Float64Array.of(position))[0];
}

/** The first position at which the curve reaches `level`, NaN where it never does. */
function crossing({ x, y, isLog }: Curve, [level = Number.NaN]: readonly number[]): number {
  if (y[0] === level) return x[0] ?? Number.NaN;
  for (let i = 1; i < y.length; i++) {
    const [before, after] = [y[i - 1] - level, y[i] - level];
    if (before * after > 0 || after === before) continue;
    const [left, right] = [x[i - 1], x[i]];
    const share = before / (before - after);
    return isLog && left > 0 ? left * (right / left) ** share : left + (right - left) * share;
  }
  return Number.NaN;
}

const findPosition = (curve: Curve, isBetter: (a: number, b: number) => boolean): number => {
  const best = curve.y.reduce(
    (bestIndex, value, i) => (isBetter(value, curve.y[bestIndex]) ? i : bestIndex),
    0,
  );
  return curve.x[best] ?? Number.NaN;
};

/** Central differences, one-sided at the ends. */
function derivative({ x, y, ...rest }: Curve): Curve {
  const derivatives = y.map((_, i) => {
    const [left, right] = [Math.max(0, i - 1), Math.min(y.length - 1, i + 1)];
    return (y[right] - y[left]) / (x[right] - x[left]);
  });
  return { ...rest, x, y: derivatives };
}

const curveToCurve = (
  arity: number,
  f: (curve: Curve, numbers: readonly number[]) => Curve,
): FunctionOfExpressions => ({
  arity: [arity, arity],
  curve: 0,
  type: findWidest,
  apply: ([curve, ...rest]) => (isCurve(curve) ? f(curve, rest.map(number)) : Number.NaN),
});

export const EXPRESSION_FUNCTIONS: ReadonlyMap<string, FunctionOfExpressions> = new Map([
  ...(
    [
      "abs",
      "sqrt",
      "cbrt",
      "exp",
      "log10",
      "log2",
      "sin",
      "cos",
      "tan",
      "asin",
      "acos",
      "atan",
      "sinh",
      "cosh",
      "tanh",
      "floor",
      "ceil",
      "round",
      "sign",
    ] as const
  ).map((name): [string, FunctionOfExpressions] => [name, each(Math[name])]),
  ["log", each(Math.log)],
  ["ln", each(Math.log)],
  ["db", each((value) => 20 * Math.log10(Math.abs(value)))],
  ["pow", pair((a, b) => a ** b)],
  ["atan2", pair(Math.atan2)],
  ["hypot", pair(Math.hypot)],
  ["max", extreme(Math.max)],
  ["min", extreme(Math.min)],
  ["mean", ofCurve(1, mean)],
  ["sum", ofCurve(1, ({ y }) => sum(y))],
  ["rms", ofCurve(1, ({ y }) => Math.sqrt(sum(y.map((value) => value ** 2)) / y.length))],
  ["std", ofCurve(1, deviation)],
  ["first", ofCurve(1, ({ y }) => y[0] ?? Number.NaN)],
  ["last", ofCurve(1, ({ y }) => y.at(-1) ?? Number.NaN)],
  ["integral", ofCurve(1, integral)],
  ["at", ofCurve(2, at)],
  ["crossing", ofCurve(2, crossing)],
  ["argmax", ofCurve(1, (curve) => findPosition(curve, (a, b) => a > b))],
  ["argmin", ofCurve(1, (curve) => findPosition(curve, (a, b) => a < b))],
  ["derivative", curveToCurve(1, derivative)],
  ["between", curveToCurve(3, (curve, [low = Number.NaN, high = Number.NaN]) => between(curve, low, high))],
]);

export const EXPRESSION_CONSTANTS: ReadonlyMap<string, number> = new Map([["pi", Math.PI]]);
