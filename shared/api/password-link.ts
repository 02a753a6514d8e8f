/** The link by which a person chooses a password: it opens nothing else, works once, and expires. */
import { z } from "zod";
import { nothing, route } from "./route.ts";
import { newPassword } from "./user.ts";

const token = z.string().max(100);

export const passwordLinkRoutes = {
  readPasswordLink: route({
    method: "POST",
    path: "/password_links/read",
    summary: "Whose link it is, to greet them",
    audience: "anyone",
    needsSession: true,
    body: z.object({
      token: token.describe("The secret of the link, which is the part of its address after `#`."),
    }),
    response: z.object({ name: z.string(), email: z.string() }),
  }),
  choosePassword: route({
    method: "POST",
    path: "/password_links/use",
    summary: "Choose a password by a link, which is then used up; sets the session cookie",
    audience: "anyone",
    needsSession: true,
    body: z.object({
      token: token.describe("The secret of the link, which is the part of its address after `#`."),
      password: newPassword,
    }),
    response: nothing,
  }),
} as const;
