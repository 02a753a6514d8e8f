/** Requests that wait together for one emulator, the same outputs and coordinates are evaluated as one. */
import type { PredictionAnswer, PredictionRequest } from "./prediction.ts";
import type { Predicted } from "./protocol.ts";

/** Points in one evaluation: more would make the next request wait. */
const MAX_POINTS = 4096;

/**
 * Finds the requests that may share the evaluation of the first one, which is among them.
 * @param waiting requests in the order of their arrival
 * @returns their positions in `waiting`
 */
export function sharers(waiting: readonly PredictionRequest[]): number[] {
  const first = waiting[0];
  if (first === undefined) return [];
  // Rows of the data are asked for seldom, and are answered alone.
  if (waiting.length === 1 || first.rows !== undefined) return [0];
  const firstSignature = signature(first);
  const chosen: number[] = [];
  let points = 0;
  waiting.forEach((request, at) => {
    if (
      request.key !== first.key ||
      request.rows !== undefined ||
      (at > 0 && points + request.count > MAX_POINTS)
    )
      return;
    if (signature(request) !== firstSignature) return;
    chosen.push(at);
    points += request.count;
  });
  return chosen;
}

/**
 * Joins requests to one request for the points of all.
 * @param requests sharers, as `sharers` finds them
 */
export function merge(requests: readonly [PredictionRequest, ...PredictionRequest[]]): PredictionRequest {
  const points = new Float64Array(requests.reduce((sum, request) => sum + request.points.length, 0));
  let offset = 0;
  for (const request of requests) {
    points.set(request.points, offset);
    offset += request.points.length;
  }
  return { ...requests[0], points, count: requests.reduce((sum, request) => sum + request.count, 0) };
}

/**
 * Cuts the answer to one request out of the answer to a merged one.
 * @param predicted the merged answer
 * @param from the request's first point in it
 * @param count the request's number of points
 * @param all the number of points of the merged answer
 */
export function part(predicted: Predicted, from: number, count: number, all: number): PredictionAnswer {
  const outputs = new Map(
    predicted.outputs.map(([name, answer]) => {
      const size = answer.coordinates.length;
      const cut = (values: Float64Array): Float64Array => values.slice(from * size, (from + count) * size);
      const { mean, lower, upper } = answer;
      return [name, { ...answer, mean: cut(mean), lower: cut(lower), upper: cut(upper) }];
    }),
  );
  if (predicted.extrapolation === null) return { outputs, extrapolation: null };
  const { inputs, far } = predicted.extrapolation;
  const width = inputs.length / all;
  const extrapolation = {
    inputs: inputs.slice(from * width, (from + count) * width),
    far: far.slice(from, from + count),
  };
  return { outputs, extrapolation };
}

/** Points of the wrong length would push the others' out of place; such a request is answered (refused) alone. */
function signature(request: PredictionRequest): string {
  const cached = signatures.get(request);
  if (cached !== undefined) return cached;
  const { key, points, count, outputs, coordinates, band = "pointwise", extrapolation = false } = request;
  const lengths = points.length / count;
  const places = Object.entries(coordinates ?? {}).map(([name, values]) => [name, Array.from(values)]);
  const made = JSON.stringify([key, lengths, outputs, places, band, extrapolation]);
  signatures.set(request, made);
  return made;
}

/** Written once for each request: it is compared with all that wait, again and again. */
const signatures = new WeakMap<PredictionRequest, string>();
