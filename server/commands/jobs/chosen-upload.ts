import { MESSAGES } from "@understudy/shared/messages.ts";
import { isWhole, type Upload } from "../../models/upload.ts";
import type { User } from "../../models/user.ts";
import type { Platform } from "../../platform.ts";
import { canUseUpload } from "../../policies/upload.ts";
import type { FieldErrors } from "../../problem.ts";

/** The upload with this id; null, with an error under `field`, when it is not there, not whole, or somebody else's. */
export async function chosenUpload(
  { store }: Platform,
  user: User,
  id: string,
  { field, errors }: { field: string; errors: FieldErrors },
): Promise<Upload | null> {
  const upload = await store.uploads.findOne({ _id: id });
  if (upload !== null && isWhole(upload) && canUseUpload(user, upload)) return upload;
  errors[field] = [MESSAGES.fileNotFound];
  return null;
}
