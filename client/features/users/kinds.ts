import type { Person } from "@understudy/shared/api/person.ts";

/** The kinds of people, of which each is exactly one. */
export const PERSON_KINDS = ["full", "admin", "restricted"] as const;
export type Kind = (typeof PERSON_KINDS)[number];

export const KIND_LABELS: Readonly<Record<Kind, string>> = {
  full: "Full user",
  admin: "Admin",
  restricted: "Restricted user",
};

export const KIND_TEXTS: Readonly<Record<Kind, string>> = {
  full: "Sees all jobs and specs, and changes what they created",
  admin: "Changes everything, and manages users",
  restricted: "Sees the emulators of chosen jobs, and nothing else",
};

export const getKind = ({ restricted, roles }: Pick<Person, "restricted" | "roles">): Kind => {
  if (restricted) return "restricted";
  return roles.includes("admin") ? "admin" : "full";
};

/** The fields of a person that their kind stands for. */
export const getRights = (kind: Kind): Pick<Person, "restricted" | "roles"> => ({
  restricted: kind === "restricted",
  roles: kind === "admin" ? ["admin"] : [],
});
