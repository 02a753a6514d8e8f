import type { OfflineResource, Resource } from "@understudy/shared/api/resource.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { ResourceRecord } from "../models/resource.ts";
import { isHeldBack } from "../policies/resource.ts";

export const presentOfflineResource = ({ _id, name, role, last_seen }: ResourceRecord): OfflineResource => ({
  ...{ id: _id, name, role, last_seen: last_seen.toISOString() },
  status: "Offline",
});

/** A connected server as its owner sees it, over HTTP and by push alike. */
export function presentResource(record: ResourceRecord): Resource {
  return {
    is_own: true,
    sharing: record.sharing,
    id: record._id,
    name: record.name,
    role: record.role,
    status: "Online",
    cores: record.cores,
    running: record.running,
    allowed: record.allowed,
    client_version: record.client_version,
    platform: record.platform,
    only: record.only,
    queue: record.queue,
    machine: record.machine && { job_id: record.machine.job_id },
    last_seen: record.last_seen.toISOString(),
    held_back: isHeldBack(record) ? MESSAGES.serverHeldBack(record.infrastructure_failures) : null,
  };
}

/** A shared server as everybody but its owner sees it: with the places that they may have. */
export function presentSharedResource(record: ResourceRecord): Resource {
  const { allowed, sharing } = record;
  return {
    ...presentResource(record),
    is_own: false,
    allowed: Math.min(allowed, sharing?.limit ?? 0),
  };
}
