import type { SsoFailure } from "../api/sso.ts";

/** The log-in page shows these texts when single sign-on has let nobody in. */
export const SSO_FAILURE_TEXTS: Readonly<Record<SsoFailure, string>> = {
  unavailable:
    "Single sign-on is not available right now. Please try again later, or log in with a password.",
  refused: "You cancelled the log-in, or single sign-on does not let you use Understudy.",
  expired: "This log-in took too long or was already used. Please try again.",
  deactivated: "Your account is deactivated. Ask an admin to reactivate it.",
  "no-email": "Single sign-on sent no email address, so no account can be created for you.",
  "email-taken":
    "An account with your email address already exists, and single sign-on has not verified that the address is yours. Log in with your password, or ask an admin.",
  "too-many": "Too many log-ins from your address. Please wait a few minutes and try again.",
};
