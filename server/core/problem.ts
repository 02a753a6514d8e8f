import { MESSAGES, STATUS_TEXTS } from "@understudy/shared/messages/messages.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import { type ErrorList, type FieldErrors, limitedErrors } from "./field-errors.ts";

export type { FieldErrors } from "./field-errors.ts";

type ProblemParts = {
  errors?: FieldErrors;
  /** The number of further errors. */
  more?: number;
  /** Seconds after which the same request may succeed: sent as the header Retry-After. */
  retryAfter?: number;
  headers?: Record<string, string>;
};

/** A refusal of a request: it becomes the response's status and body. Anything else that is thrown is a 500. */
export class Problem extends UserError {
  override readonly name = "Problem";
  readonly status: number;
  readonly errors: FieldErrors | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    message = STATUS_TEXTS[status] ?? MESSAGES.somethingWentWrong,
    { errors, more, retryAfter, headers = {} }: ProblemParts = {},
  ) {
    super(message);
    this.status = status;
    this.errors = errors === undefined ? undefined : limitedErrors(errors, more);
    this.headers = retryAfter === undefined ? headers : { ...headers, "Retry-After": String(retryAfter) };
  }
}

export const invalid = (errors: FieldErrors, message: string = MESSAGES.requestInvalid, more = 0): Problem =>
  new Problem(400, message, { errors, more });

/** A refusal with everything that is in the list. */
export function invalidList(list: ErrorList, message?: string): Problem {
  const { errors, more } = list.reported();
  return invalid(errors, message, more);
}

export const notFound = (message?: string): Problem => new Problem(404, message);
