import type { ApiToken } from "@understudy/shared/api/api-token.ts";
import type { ApiTokenRecord } from "../models/user.ts";

/** A token as its owner sees it: all but itself. */
export function presentApiToken(record: ApiTokenRecord): ApiToken {
  return {
    id: record._id,
    name: record.name,
    prefix: record.prefix,
    creation_time: record.creation_time.toISOString(),
    last_used_time: record.last_used?.toISOString() ?? null,
    expiry_time: record.expires?.toISOString() ?? null,
  };
}
