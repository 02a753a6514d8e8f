/** People as admins see and manage them. */
import { z } from "zod";
import { MAX_ACCESSIBLE_JOBS, QUEUE_WEIGHTS } from "../limits.ts";
import { MESSAGES } from "../messages/messages.ts";
import { boundedList } from "./bounded.ts";
import { booleanText, integerText } from "./codec.ts";
import { filterText, listQuery, page } from "./list.ts";
import { noContent, route } from "./route.ts";
import { newPassword, role } from "./user.ts";

export const person = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  restricted: z.boolean().describe("True: they see only the emulators of `accessible_job_ids`."),
  hide_specs: z.boolean().describe("True: they see no specs."),
  roles: z.array(role).describe("`admin` makes an admin."),
  accessible_job_ids: z.array(z.int()).describe("The jobs that a restricted person can see."),
  may_download_models: z
    .boolean()
    .describe("True: a restricted person may download the emulators of their jobs as files."),
  may_comment: z.boolean().describe("True: a restricted person may comment on the emulators of their jobs."),
  queue_weight: z
    .number()
    .describe("The share of the queues that they get; 2 is twice that of a person of weight 1."),
  active: z
    .boolean()
    .describe("False: they are deactivated, which keeps everything that is theirs but lets nobody in."),
  has_password: z
    .boolean()
    .describe("False: they have yet to choose one, by a link, or log in with single sign-on."),
  has_sso: z.boolean().describe("True: they have logged in with single sign-on."),
  creation_time: z.iso.datetime(),
  last_seen_time: z.iso
    .datetime()
    .nullable()
    .describe("The time of the last log-in, to within a minute; null: they have never logged in."),
});
export type Person = z.infer<typeof person>;

/** A person, with what an admin needs to know to change or delete them. */
export const personDetail = person.extend({
  accessible_jobs: z
    .array(z.object({ id: z.int(), name: z.string() }))
    .describe("The jobs that a restricted person can see."),
  job_count: z.int().describe("The number of jobs that they created."),
  active_job_count: z.int().describe("The number of those that are being worked on."),
  spec_count: z.int().describe("The number of specs that they created."),
});
export type PersonDetail = z.infer<typeof personDetail>;

/** A person gets in by a password that is made for them, or by a link with which they choose their own. */
export const credentialKind = z.enum(["password", "link"]);
export type CredentialKind = z.infer<typeof credentialKind>;

/** An admin hands this password or link to a person. It is shown once. */
export const credential = z.object({
  password: z.string().nullable().describe("The generated password; null: a link was made."),
  link: z
    .string()
    .nullable()
    .describe("A path of this platform, with the secret in its fragment, which browsers send to no server."),
  link_expiry_time: z.iso
    .datetime()
    .nullable()
    .describe("The time at which the link stops working; null: a password was made."),
});
export type Credential = z.infer<typeof credential>;

/** An admin chooses these fields of a person. */
export const personFields = z.object({
  name: z.string().trim().min(1, MESSAGES.nameRequired).max(100),
  email: z.email(MESSAGES.notAnEmail).max(200),
  restricted: z.boolean().describe("True: they see only the emulators of `accessible_job_ids`."),
  hide_specs: z.boolean().describe("True: they see no specs."),
  roles: z.array(role).max(10).describe("`admin` makes an admin."),
  accessible_job_ids: boundedList(z.int(), MAX_ACCESSIBLE_JOBS).describe(
    "The jobs that a restricted person can see.",
  ),
  may_download_models: z.boolean().describe("True: a restricted person may download emulators as files."),
  may_comment: z.boolean().describe("True: a restricted person may comment on the emulators of their jobs."),
  queue_weight: z
    .number(MESSAGES.queueWeight)
    .min(QUEUE_WEIGHTS.least, MESSAGES.queueWeight)
    .max(QUEUE_WEIGHTS.most, MESSAGES.queueWeight)
    .describe("The share of the queues that they get; 2 is twice that of a person of weight 1."),
});
export const PERSON_SORT_COLUMNS = ["name", "email", "creation_time", "last_seen_time"] as const;

const personParams = z.object({ user_id: integerText });

export const personRoutes = {
  listUsers: route({
    method: "GET",
    path: "/users",
    summary: "A page of people (admins)",
    audience: "admin",
    query: listQuery(PERSON_SORT_COLUMNS).extend({
      filter: filterText.optional().describe("A part of the name or the e-mail address."),
      owners: booleanText
        .optional()
        .describe(
          "True: only those are listed who may own jobs and specs, which are full users who are not deactivated.",
        ),
    }),
    response: page(person),
  }),
  getPerson: route({
    method: "GET",
    path: "/users/{user_id}",
    summary: "One person (admins)",
    audience: "admin",
    params: personParams,
    response: personDetail,
  }),
  createUser: route({
    method: "PUT",
    path: "/users",
    summary: "Create a person (admins); without a password, with one that is made or a link to choose one",
    audience: "admin",
    needsSession: true,
    status: 201,
    body: personFields
      .partial()
      .required({ email: true, name: true })
      .extend({
        password: newPassword
          .optional()
          .describe("The first password; left out: one is generated, or a link is made."),
        credential: credentialKind.default("link").describe("What is made if no password is given."),
      }),
    response: credential.extend({ id: z.int() }),
  }),
  updateUser: route({
    method: "PUT",
    path: "/users/{user_id}",
    summary: "Change a person, reset their password, deactivate or reactivate them (admins)",
    audience: "admin",
    needsSession: true,
    params: personParams,
    body: personFields.partial().extend({
      password: newPassword.optional(),
      active: z.boolean().optional().describe("False: deactivate the person; true: let them in again."),
      base: personFields
        .partial()
        .optional()
        .describe(
          "The fields as they were read. Where one that is to change is another by now, nothing is changed.",
        ),
    }),
    response: person,
  }),
  resetPassword: route({
    method: "POST",
    path: "/users/{user_id}/password",
    summary: "Replace a person's password by one that is made, or by a link to choose one (admins)",
    audience: "admin",
    needsSession: true,
    params: personParams,
    body: z.object({
      credential: credentialKind.describe("Whether to generate a password or to make a link."),
    }),
    response: credential,
  }),
  deleteUser: route({
    method: "POST",
    path: "/users/{user_id}/delete",
    summary: "Delete a person; their jobs and specs go with them, or to somebody else (admins)",
    audience: "admin",
    needsSession: true,
    status: 204,
    params: personParams,
    /** `new_owner_id` is a full user, who gets the jobs and specs; null: they are deleted. */
    body: z.object({
      new_owner_id: z
        .int()
        .nullable()
        .describe("The person who gets the jobs and specs; null: they are deleted."),
    }),
    response: noContent,
  }),
} as const;
