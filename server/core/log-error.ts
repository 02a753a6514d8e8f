/** Selects the properties of an error for the log: enough to find its cause, and none of its other properties. */

export type LoggedError = {
  type: string;
  message: string;
  stack?: string;
  code?: string | number;
  cause?: LoggedError;
};

const MAX_MESSAGE = 2_000;
const MAX_STACK = 8_000;
const MAX_CAUSES = 4;

/**
 * Type, message, stack, code and cause. Errors carry more: a parser's the bytes it was given, a driver's its options with
 * passwords. None of that is read, and a getter that throws is passed over: this never throws.
 */
export function describeError(thrown: unknown, causes = MAX_CAUSES): LoggedError {
  const stack = readText(thrown, "stack", MAX_STACK);
  const code = read(thrown, "code");
  const cause = read(thrown, "cause");
  return {
    type: nameType(thrown),
    message: readText(thrown, "message", MAX_MESSAGE) ?? textOfValue(thrown),
    ...(stack === undefined ? {} : { stack }),
    ...(typeof code === "string" || typeof code === "number" ? { code } : {}),
    ...(cause === undefined || causes === 0 ? {} : { cause: describeError(cause, causes - 1) }),
  };
}

function read(from: unknown, property: string): unknown {
  if (typeof from !== "object" || from === null) return undefined;
  try {
    return Reflect.get(from, property);
  } catch {
    return undefined;
  }
}

function readText(from: unknown, property: string, most: number): string | undefined {
  const text = read(from, property);
  return typeof text === "string" ? text.slice(0, most) : undefined;
}

function nameType(thrown: unknown): string {
  const name = read(read(thrown, "constructor"), "name") ?? read(thrown, "name");
  return typeof name === "string" ? name : typeof thrown;
}

/** Describes a thrown value that is no error. */
function textOfValue(thrown: unknown): string {
  if (typeof thrown === "object" && thrown !== null) return "Not an error.";
  return String(thrown).slice(0, MAX_MESSAGE);
}
