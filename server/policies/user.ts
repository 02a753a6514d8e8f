import type { Audience } from "@understudy/shared/api/route.ts";
import type { Person } from "./job.ts";

/** `not-found`: to restricted people, what they may not use does not exist. */
export type CallDecision = "allowed" | "unauthorized" | "forbidden" | "not-found";

export const isAdmin = (person: Person): boolean => !person.restricted && person.roles.includes("admin");

/** Decides whether a person may call a route at all; null stands for somebody who is not logged in. */
export function mayCall(person: Person | null, audience: Audience): CallDecision {
  if (audience === "anyone") return "allowed";
  if (person === null) return "unauthorized";
  if (audience === "user") return "allowed";
  if (person.restricted) return "not-found";
  if (audience === "admin" && !isAdmin(person)) return "forbidden";
  return "allowed";
}
