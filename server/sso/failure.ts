import type { SsoFailure } from "@understudy/shared/api/sso.ts";

/** Why somebody could not log in with single sign-on, as the log-in page tells them. */
export class SsoError extends Error {
  override readonly name = "SsoError";
  readonly failure: SsoFailure;
  constructor(failure: SsoFailure, options?: ErrorOptions) {
    super(`single sign-on: ${failure}`, options);
    this.failure = failure;
  }
}
