import { z } from "zod";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "../limits.ts";
import { MESSAGES } from "../messages/messages.ts";
import { noContent, nothing, route } from "./route.ts";

export const role = z.enum(["admin"]);

/** The person who is logged in, and the settings of the platform that the pages need. */
export const currentUser = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  identicon_href: z.string().describe("The address of the picture that stands for the person."),
  restricted: z.boolean().describe("True: they see only the emulators of `accessible_job_ids`."),
  hide_specs: z.boolean().describe("True: they see no specs."),
  accessible_job_ids: z.array(z.int()).describe("The jobs that a restricted person can see."),
  may_download_models: z
    .boolean()
    .describe(
      "True: they may download emulators as files. Every full user may, and a restricted one by an admin's choice.",
    ),
  may_comment: z
    .boolean()
    .describe(
      "True: they may read and write comments. Every full user may, and a restricted one by an admin's choice.",
    ),
  available_spec_templates: z
    .array(z.object({ key: z.string().describe("The name that other calls know it by."), name: z.string() }))
    .describe("The templates that specs can be made from."),
  roles: z.array(role).describe("`admin` makes an admin."),
  log_to_files: z.boolean().describe("True: the platform writes logs to files, which admins can read."),
  azure_capable: z
    .boolean()
    .describe(
      'True: the platform can create a machine for a training (`train_on: "provision"`), in Azure or elsewhere.',
    ),
  provisioned_machine: z
    .object({
      name: z.string(),
      hourly_cost: z
        .string()
        .nullable()
        .describe("The price of an hour, as `0.53 EUR`; null: it is not known."),
    })
    .nullable()
    .describe("The kind of machine that the platform creates; null: it creates none."),
  platform_cores: z
    .int()
    .describe(
      "The cores of the machine that trains where no server is chosen. Estimates of training times need them.",
    ),
  data_driven_select_parameter_max_unique_values: z
    .int()
    .describe("An input with more distinct values than this cannot be made discrete."),
});
export type CurrentUser = z.infer<typeof currentUser>;

export const PASSWORD_TOO_LONG = `Use at most ${MAX_PASSWORD_LENGTH} characters`;
/** The schema checks the length alone; the server checks whether the password is easy to guess. */
export const newPassword = z
  .string()
  .min(MIN_PASSWORD_LENGTH, `Use at least ${MIN_PASSWORD_LENGTH} characters`)
  .max(MAX_PASSWORD_LENGTH, PASSWORD_TOO_LONG);

export const userRoutes = {
  logIn: route({
    method: "POST",
    path: "/session",
    summary: "Log in; sets the session cookie",
    audience: "anyone",
    needsSession: true,
    body: z.object({
      email: z.string().trim().min(1, MESSAGES.emailRequired).max(200),
      password: z.string().min(1, MESSAGES.passwordRequired).max(MAX_PASSWORD_LENGTH, PASSWORD_TOO_LONG),
    }),
    response: nothing,
  }),
  logOut: route({
    method: "DELETE",
    path: "/session",
    summary: "Log out",
    audience: "user",
    needsSession: true,
    status: 204,
    response: noContent,
  }),
  getUser: route({
    method: "GET",
    path: "/user",
    summary: "The person logged in, with the settings of the platform",
    audience: "user",
    response: currentUser,
  }),
  changePassword: route({
    method: "PUT",
    path: "/user/password",
    summary: "Change one's own password; ends every other session, and all API tokens when asked to",
    audience: "full-user",
    needsSession: true,
    status: 204,
    body: z.object({
      current_password: z
        .string()
        .min(1, "Current password is required")
        .max(MAX_PASSWORD_LENGTH, PASSWORD_TOO_LONG),
      new_password: newPassword,
      end_api_tokens: z.boolean().default(false).describe("True: revoke the caller's API tokens as well."),
    }),
    response: noContent,
  }),
} as const;
