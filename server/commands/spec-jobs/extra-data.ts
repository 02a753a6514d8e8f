import { originalFileName } from "@understudy/shared/api/upload.ts";
import type { Upload } from "../../models/upload.ts";
import type { User } from "../../models/user.ts";
import { type ReadingPlatform, Unread } from "../../reading/reader.ts";
import type { Given } from "../../reading/tasks.ts";

/** What is wrong with the rows of an Extra Data file, as sentences; none: it may be used. */
export async function checkExtraData(
  { reader, storage }: ReadingPlatform,
  { _id }: User,
  job: Pick<Given<"checkExtraData">, "manifest" | "variables">,
  upload: Upload,
): Promise<string[]> {
  const name = originalFileName(upload.generated_file_name);
  const file = { path: storage.uploadPath(upload._id), name, size: upload.total_bytes };
  return await reader.perform(_id, "checkExtraData", { ...job, ...file }).catch((error: unknown) => {
    if (error instanceof Unread) return [error.message];
    throw error;
  });
}
