/** Requests of many points are answered slice by slice, so that requests of one point do not wait for them. */
import type { Extrapolation } from "../models/emulator.ts";
import type { OutputAnswer, PredictionAnswer, PredictionRequest } from "./prediction.ts";

/**
 * Makes a request for some of the points of another one.
 * @param request the whole request
 * @param from its first point in the slice
 * @param count the number of points of the slice
 */
export function slice(request: PredictionRequest, from: number, count: number): PredictionRequest {
  const { points, rows } = request;
  const width = points.length / request.count;
  return {
    ...request,
    points: points.slice(from * width, (from + count) * width),
    ...(rows && { rows: rows.slice(from, from + count) }),
    count,
  };
}

/**
 * Joins the answers to the slices of a request to the answer to all of it.
 * @param answers in the order of the slices
 */
export function join(answers: readonly [PredictionAnswer, ...PredictionAnswer[]]): PredictionAnswer {
  const [first] = answers;
  const outputs = [...first.outputs].map(([name, { coordinates, coefficientsOfDetermination }]) => {
    const parts = answers.flatMap((answer) => answer.outputs.get(name) ?? []);
    const joined = (of: (part: OutputAnswer) => Float64Array) => joinNumbers(parts.map(of));
    const mean = joined((part) => part.mean);
    const lower = joined((part) => part.lower);
    const upper = joined((part) => part.upper);
    return [name, { coordinates, coefficientsOfDetermination, mean, lower, upper }] as const;
  });
  return { outputs: new Map(outputs), extrapolation: joinExtrapolation(answers) };
}

function joinExtrapolation(answers: readonly PredictionAnswer[]): Extrapolation | null {
  const parts = answers.flatMap(({ extrapolation }) => extrapolation ?? []);
  if (parts.length < answers.length) return null;
  return {
    inputs: joinFlags(parts.map(({ inputs }) => inputs)),
    far: joinFlags(parts.map(({ far }) => far)),
  };
}

function joinNumbers(parts: readonly Float64Array[]): Float64Array {
  return fill(new Float64Array(totalLength(parts)), parts);
}

function joinFlags(parts: readonly Uint8Array[]): Uint8Array {
  return fill(new Uint8Array(totalLength(parts)), parts);
}

const totalLength = (parts: readonly ArrayLike<number>[]): number =>
  parts.reduce((sum, part) => sum + part.length, 0);

function fill<T extends Float64Array | Uint8Array>(target: T, parts: readonly ArrayLike<number>[]): T {
  let at = 0;
  for (const part of parts) {
    target.set(part, at);
    at += part.length;
  }
  return target;
}
