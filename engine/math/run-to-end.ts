/**
 * Runs work that yields to its caller again and again to its end.
 * @param work a generator whose yielded values are dropped
 * @returns the result of the work
 */
export function runToEnd<Result>(work: Generator<unknown, Result>): Result {
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}
