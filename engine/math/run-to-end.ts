/** The result of work that gives way to its caller again and again. */
export function runToEnd<Result>(work: Generator<unknown, Result>): Result {
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}
