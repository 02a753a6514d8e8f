import { randomBytes } from "node:crypto";
import { copyFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Upload } from "../../models/upload.ts";
import type { LimitedFiles } from "../../platform/platform.ts";

/** Makes a copy of a file of this machine an upload of a person, as if they had sent it. @param file its path */
export async function uploadFile(
  { store, storage, space }: LimitedFiles,
  userId: number,
  file: string,
): Promise<Upload> {
  const { size } = await stat(file);
  await space.require(size);
  const _id = randomBytes(16).toString("hex");
  await copyFile(file, storage.uploadPath(_id));
  return await store.uploads.insert({
    _id,
    user_id: userId,
    generated_file_name: `${_id}-${basename(file)}`,
    total_bytes: size,
    received_bytes: size,
    last_modified_time: await store.readTime(),
  });
}
