import { originalFileName } from "@understudy/shared/api/upload.ts";
import type { Upload } from "../../models/upload.ts";
import type { User } from "../../models/user.ts";
import { type ReadingPlatform, Unread } from "../../reading/reader.ts";
import type { WorkRequest } from "../../reading/tasks.ts";

/** Finds the problems of the rows of an Extra Data file, as sentences; the file may be used when there are none. */
export async function checkExtraData(
  { reader, storage }: ReadingPlatform,
  { _id }: User,
  job: Pick<WorkRequest<"checkExtraData">, "manifest" | "variables">,
  upload: Upload,
): Promise<string[]> {
  const name = originalFileName(upload.generated_file_name);
  const file = { path: storage.uploadPath(upload._id), name, size: upload.total_bytes };
  return await reader.perform(_id, "checkExtraData", { ...job, ...file }).catch((error: unknown) => {
    if (error instanceof Unread) return [error.message];
    throw error;
  });
}
