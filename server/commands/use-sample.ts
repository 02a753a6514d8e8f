import { randomBytes } from "node:crypto";
import { copyFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { type SampleEntry, samplePath } from "../files/samples.ts";
import type { Upload } from "../models/upload.ts";
import type { Platform } from "../platform.ts";

/** Makes a sample's two files uploads of a person, as if they had sent them. */
export async function useSample(
  platform: Platform,
  userId: number,
  sample: SampleEntry,
): Promise<{ parameters: Upload; outputs: Upload }> {
  return {
    parameters: await copyIn(platform, userId, sample.parameters),
    outputs: await copyIn(platform, userId, sample.outputs),
  };
}

async function copyIn({ store, storage, space }: Platform, userId: number, file: string): Promise<Upload> {
  const { size } = await stat(samplePath(file));
  await space.require(size);
  const _id = randomBytes(16).toString("hex");
  await copyFile(samplePath(file), storage.uploadPath(_id));
  return await store.uploads.insert({
    _id,
    user_id: userId,
    generated_file_name: `${_id}-${basename(file)}`,
    total_bytes: size,
    received_bytes: size,
    last_modified_time: new Date(),
  });
}
