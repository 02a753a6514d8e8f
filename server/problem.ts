import { MESSAGES, STATUS_TEXTS } from "@understudy/shared/messages.ts";

export type FieldErrors = Record<string, string[]>;

/** A refusal that the person who asked may read: it becomes the answer's status and body. Anything else thrown is a 500. */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly status: number;
  readonly errors: FieldErrors | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message = STATUS_TEXTS[status] ?? MESSAGES.somethingWentWrong,
    { errors, headers = {} }: { errors?: FieldErrors; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.errors = errors;
    this.headers = headers;
  }
}

export const invalid = (errors: FieldErrors, message: string = MESSAGES.requestInvalid): Problem =>
  new Problem(400, message, { errors });

export const notFound = (message?: string): Problem => new Problem(404, message);
