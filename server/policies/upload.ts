import type { Upload } from "../models/upload.ts";
import type { Person } from "./job.ts";

/** Only the person who uploaded a file may use it; admins may not. */
export const canUseUpload = (person: Person, upload: Upload): boolean =>
  !person.restricted && upload.user_id === person._id;
