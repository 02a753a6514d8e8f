/** Ends a switch that handles every case: a case that is added later no longer compiles. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected case: ${JSON.stringify(value)}`);
}
