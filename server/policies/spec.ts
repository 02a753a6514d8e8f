import type { SpecRecord } from "../models/spec.ts";
import type { Person } from "./job.ts";

type Owned = Pick<SpecRecord, "creator">;

/** Every full user sees all specs and makes jobs from them; restricted people know of none. */
export const canSeeSpecs = (person: Person): boolean => !person.restricted;

/** To make further versions of it, and to delete it. */
export const canChangeSpec = (person: Person, spec: Owned): boolean =>
  !person.restricted && (person.roles.includes("admin") || person._id === spec.creator.id);
