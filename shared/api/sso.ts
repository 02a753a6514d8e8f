import { z } from "zod";
import { route } from "./route.ts";

/** The pages of the server, apart from the API, that lead a browser to the provider and back. */
export const SSO_PATHS = { login: "/sso/login", callback: "/sso/callback" } as const;

/** The reason why nobody was logged in; the log-in page reads it from its address. */
export const ssoFailure = z.enum([
  "unavailable",
  "refused",
  "expired",
  "deactivated",
  "no-email",
  "email-taken",
  "too-many",
]);
export type SsoFailure = z.infer<typeof ssoFailure>;

export const ssoRoutes = {
  getLoginOptions: route({
    method: "GET",
    path: "/session/options",
    summary: "How one can log in besides by a password",
    audience: "anyone",
    response: z.object({ sso: z.boolean().describe("True: people can log in with single sign-on.") }),
  }),
} as const;
