import type { FileRoot } from "@understudy/shared/api/file.ts";
import type { Config } from "../core/config.ts";
import type { Person } from "./job.ts";
import { isAdmin } from "./user.ts";

/** Full users see the files of all jobs and specs, as they see all jobs and specs; admins the logs too, where they are kept. */
export const canBrowse = (
  person: Person,
  root: FileRoot,
  { logToFiles }: Pick<Config, "logToFiles">,
): boolean => !person.restricted && (root !== "logs" || (logToFiles && isAdmin(person)));
