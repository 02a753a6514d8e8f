/**
 * An error whose message is a sentence for the person whose work it ends. Only such messages are shown: the text of any other
 * error may hold paths, values or secrets, and is logged.
 */
export class UserError extends Error {
  override readonly name: string = "UserError";
}

/** The text of an error that is shown to people. @param otherwise a sentence for errors that are not meant for them */
export const userMessage = (error: unknown, otherwise: string): string =>
  error instanceof UserError ? error.message : otherwise;
