import type { Upload } from "../models/upload.ts";
import type { Person } from "./job.ts";

/** Nobody but the person who sent a file may use it, admins included. */
export const canUseUpload = (person: Person, upload: Upload): boolean =>
  !person.restricted && upload.user_id === person._id;
