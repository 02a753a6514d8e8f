import type { SsoFailure } from "@understudy/shared/api/sso.ts";

/** The reason why a person could not log in with single sign-on, which the log-in page shows. */
export class SsoError extends Error {
  override readonly name = "SsoError";
  readonly failure: SsoFailure;
  constructor(failure: SsoFailure, options?: ErrorOptions) {
    super(`single sign-on: ${failure}`, options);
    this.failure = failure;
  }
}
