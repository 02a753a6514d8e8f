import { z } from "zod";
import { integerText } from "./codec.ts";
import { noContent, route } from "./route.ts";

/** A personal API token: by one, a program acts as the person who made it. */
export const apiToken = z.object({
  id: z.int(),
  name: z.string(),
  prefix: z
    .string()
    .describe("Its first characters, which distinguish it from others. The rest is not kept anywhere."),
  creation_time: z.iso.datetime(),
  last_used_time: z.iso
    .datetime()
    .nullable()
    .describe("The time of the last use, to within a minute; null: never."),
  expiry_time: z.iso.datetime().nullable().describe("Null: it does not expire."),
});
export type ApiToken = z.infer<typeof apiToken>;

const tokenParams = z.object({ token_id: integerText });

export const apiTokenRoutes = {
  listApiTokens: route({
    method: "GET",
    path: "/user/tokens",
    summary: "One's own API tokens, the newest first",
    audience: "full-user",
    needsSession: true,
    response: z.object({ items: z.array(apiToken) }),
  }),
  createApiToken: route({
    method: "POST",
    path: "/user/tokens",
    summary: "Make an API token; the answer alone holds the token itself",
    audience: "full-user",
    needsSession: true,
    status: 201,
    body: z.object({
      name: z
        .string()
        .trim()
        .min(1, "Name is required")
        .max(100)
        .describe("The name under which the token is listed."),
      expires_in_days: z
        .int()
        .min(1)
        .max(3_650)
        .nullable()
        .default(null)
        .describe("The number of days from now; null: never."),
    }),
    response: apiToken.extend({
      token: z.string().describe("The secret, which is shown only in this answer."),
    }),
  }),
  revokeApiToken: route({
    method: "DELETE",
    path: "/user/tokens/{token_id}",
    summary: "Revoke an API token: whatever still uses it is refused at once",
    audience: "full-user",
    needsSession: true,
    status: 204,
    params: tokenParams,
    response: noContent,
  }),
} as const;
