import type { OwnSession } from "@understudy/shared/api/profile.ts";
import Bowser from "bowser";
import type { Session } from "../models/user.ts";

/** The beginning of the hash that is stored: enough to tell one's sessions apart. */
const SHOWN_CHARACTERS = 16;
export const shownSessionId = ({ _id }: Pick<Session, "_id">): string => _id.slice(0, SHOWN_CHARACTERS);

/** @param currentId the session that asks */
export function presentSession(session: Session, currentId: string): OwnSession {
  return {
    id: shownSessionId(session),
    device: describeDevice(session.user_agent),
    address: session.address,
    creation_time: session.creation_time?.toISOString() ?? null,
    last_used_time: session.last_used?.toISOString() ?? null,
    is_current: session._id === currentId,
  };
}

/** `Firefox on Linux`; null where the browser did not say. */
function describeDevice(userAgent: string | null): string | null {
  if (userAgent === null || userAgent === "") return null;
  const { browser, os } = Bowser.parse(userAgent);
  const names = [browser.name, os.name].filter((name) => name !== undefined && name !== "");
  return names.length === 0 ? null : names.join(" on ");
}
