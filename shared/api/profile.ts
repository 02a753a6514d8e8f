import { z } from "zod";
import { personFields } from "./person.ts";
import { noContent, route } from "./route.ts";
import { currentUser } from "./user.ts";

/** Somewhere the person is logged in. */
export const ownSession = z.object({
  id: z.string().describe("Names it to its owner; nobody can log in by it."),
  device: z
    .string()
    .nullable()
    .describe("Browser and operating system, as `Firefox on Linux`; null: not known."),
  address: z.string().nullable().describe("The address that the log-in came from; null: not known."),
  creation_time: z.iso.datetime().nullable(),
  last_used_time: z.iso.datetime().nullable().describe("The time of the last use, to within a minute."),
  is_current: z.boolean().describe("True: this is the session that asks."),
});
export type OwnSession = z.infer<typeof ownSession>;

export const profileRoutes = {
  updateProfile: route({
    method: "PUT",
    path: "/user",
    summary: "Change one's own name",
    audience: "full-user",
    needsSession: true,
    body: personFields.pick({ name: true }),
    response: currentUser,
  }),
  listSessions: route({
    method: "GET",
    path: "/user/sessions",
    summary: "Where one is logged in, the most recently used first",
    audience: "full-user",
    needsSession: true,
    response: z.object({ items: z.array(ownSession) }),
  }),
  endOwnSession: route({
    method: "DELETE",
    path: "/user/sessions/{session_id}",
    summary: "Log out one of one's own sessions",
    audience: "full-user",
    needsSession: true,
    status: 204,
    params: z.object({ session_id: z.string().regex(/^[0-9a-f]{16}$/) }),
    response: noContent,
  }),
  endOtherSessions: route({
    method: "DELETE",
    path: "/user/sessions",
    summary: "Log out all of one's own sessions but the one that asks",
    audience: "full-user",
    needsSession: true,
    status: 204,
    response: noContent,
  }),
} as const;
