import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { templates } from "@understudy/engine/specs/templates.ts";
import type { CurrentUser } from "@understudy/shared/api/user.ts";
import { DATA_DRIVEN_SELECT_PARAMETER_MAX_UNIQUE_VALUES } from "@understudy/shared/limits.ts";
import type { Viewer } from "@understudy/shared/live/presence.ts";
import type { ProvisionConfig } from "../core/provision-config.ts";
import type { User } from "../models/user.ts";
import { canComment } from "../policies/comment.ts";
import { canDownloadModels } from "../policies/job.ts";

/** The picture depends on the id alone, so that it stays when a name changes, and reveals nothing about the person. */
export const identiconHref = (userId: number): string =>
  `/static/identicons/${createHash("sha256").update(`user ${userId}`).digest("hex").slice(0, 16)}.svg`;

export function presentCurrentUser(
  user: User,
  settings: { logToFiles: boolean; provision: ProvisionConfig | null },
): CurrentUser {
  return {
    id: user._id,
    name: user.name,
    email: user.email,
    identicon_href: identiconHref(user._id),
    restricted: user.restricted,
    hide_specs: user.hide_specs,
    accessible_job_ids: user.accessible_job_ids,
    may_download_models: canDownloadModels(user),
    may_comment: canComment(user),
    available_spec_templates: templates().map(({ key, name }) => ({ key, name })),
    roles: user.roles,
    log_to_files: settings.logToFiles,
    azure_capable: settings.provision !== null,
    provisioned_machine: settings.provision && {
      name: settings.provision.machine,
      hourly_cost: settings.provision.hourlyCost,
    },
    platform_cores: availableParallelism(),
    data_driven_select_parameter_max_unique_values: DATA_DRIVEN_SELECT_PARAMETER_MAX_UNIQUE_VALUES,
  };
}

/** A person who has a job's page open. */
export function presentViewer(user: Pick<User, "_id" | "name">): Viewer {
  return { user_id: user._id, name: user.name, identicon_href: identiconHref(user._id) };
}
