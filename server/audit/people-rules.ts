import { apiTokenRoutes } from "@understudy/shared/api/api-token.ts";
import { notificationRoutes } from "@understudy/shared/api/notification.ts";
import { personRoutes } from "@understudy/shared/api/person.ts";
import { platformRoutes } from "@understudy/shared/api/platform.ts";
import { profileRoutes } from "@understudy/shared/api/profile.ts";
import { resourceRoutes } from "@understudy/shared/api/resource.ts";
import { userRoutes } from "@understudy/shared/api/user.ts";
import { audited, type Reference } from "./rule.ts";

const person = (id: number): Reference => ({ kind: "user", id });

export const peopleAudit = {
  logOut: audited(userRoutes.logOut, () => ({ action: "logged-out" })),
  changePassword: audited(userRoutes.changePassword, ({ body }) => ({
    action: "password-changed",
    detail: body().end_api_tokens ? "revoked all API tokens" : "",
  })),
  updateProfile: audited(profileRoutes.updateProfile, ({ body }) => ({
    action: "profile-changed",
    detail: `name: ${body().name}`,
  })),
  endOwnSession: audited(profileRoutes.endOwnSession, () => ({ action: "sessions-ended", detail: "one" })),
  endOtherSessions: audited(profileRoutes.endOtherSessions, () => ({
    action: "sessions-ended",
    detail: "all others",
  })),
  createUser: audited(
    personRoutes.createUser,
    ({ body }) => ({ action: "user-created", detail: body().email }),
    "user",
  ),
  updateUser: audited(personRoutes.updateUser, ({ params, body }) => {
    const { active, base: _, ...rest } = body();
    const action = { true: "user-reactivated", false: "user-deactivated" } as const;
    return {
      action: active === undefined ? "user-changed" : action[`${active}`],
      to: [person(params.user_id)],
      detail: Object.keys(rest).join(", "),
    };
  }),
  resetPassword: audited(personRoutes.resetPassword, ({ params, body }) => ({
    action: "password-reset",
    to: [person(params.user_id)],
    detail: body().credential === "link" ? "link to choose a password" : "generated password",
  })),
  deleteUser: audited(personRoutes.deleteUser, ({ params, body }) => {
    const newOwner = body().new_owner_id;
    return {
      action: "user-deleted",
      to: [person(params.user_id)],
      with: newOwner === null ? [] : [person(newOwner)],
      detail: newOwner === null ? "with their jobs and specs" : "jobs and specs handed over",
    };
  }),
  createApiToken: audited(apiTokenRoutes.createApiToken, ({ body }) => ({
    action: "token-created",
    detail: body().name,
  })),
  revokeApiToken: audited(apiTokenRoutes.revokeApiToken, ({ params }) => ({
    action: "token-revoked",
    detail: `token ${params.token_id}`,
  })),
  // The rest of the address may be a secret.
  setWebhook: audited(notificationRoutes.setWebhook, ({ body }) => ({
    action: "webhook-set",
    detail: new URL(body().url).host,
  })),
  deleteWebhook: audited(notificationRoutes.deleteWebhook, () => ({ action: "webhook-removed" })),
  shareResource: audited(resourceRoutes.shareResource, ({ params, body }) => {
    const { limit } = body();
    const detail = `server ${params.resource_id}${limit === null ? "" : `, ${limit} at a time`}`;
    return { action: limit === null ? "server-unshared" : "server-shared", detail };
  }),
  regenerateWorkerClientKey: audited(resourceRoutes.regenerateWorkerClientKey, () => ({
    action: "worker-key-replaced",
  })),
};

export const platformAudit = {
  drainProcess: audited(platformRoutes.drainProcess, ({ params, body }) => ({
    action: body().drain ? "process-drained" : "process-undrained",
    detail: `process ${params.process_id}`,
  })),
  setMaintenance: audited(platformRoutes.setMaintenance, ({ body }) => ({
    action: body().text === "" ? "maintenance-ended" : "maintenance-announced",
    detail: body().text,
  })),
};
