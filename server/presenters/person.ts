import type { Person } from "@understudy/shared/api/person.ts";
import type { Share } from "@understudy/shared/api/share.ts";
import type { User } from "../models/user.ts";

/** A person as admins see them. */
export function presentPerson(user: User): Person {
  return {
    id: user._id,
    name: user.name,
    email: user.email,
    restricted: user.restricted,
    hide_specs: user.hide_specs,
    roles: user.roles,
    accessible_job_ids: user.accessible_job_ids,
    may_download_models: user.may_download_models,
    may_comment: user.may_comment,
    queue_weight: user.queue_weight,
    active: user.active,
    has_password: user.password_hash !== null,
    has_sso: user.sso !== null,
    creation_time: user.creation_time.toISOString(),
    last_seen_time: user.last_seen?.toISOString() ?? null,
  };
}

/** A restricted person, as those see them who may share the job. */
export const presentShare = ({ _id, name, email, accessible_job_ids }: User, jobId: number): Share => ({
  user_id: _id,
  name,
  email,
  shared: accessible_job_ids.includes(jobId),
});
