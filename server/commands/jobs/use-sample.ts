import { type SampleEntry, samplePath } from "../../files/samples.ts";
import type { Upload } from "../../models/upload.ts";
import type { Platform } from "../../platform.ts";
import { uploadFile } from "../uploads/upload-file.ts";

/** Makes a sample's two files uploads of a person, as if they had sent them. */
export async function useSample(
  platform: Platform,
  userId: number,
  sample: SampleEntry,
): Promise<{ parameters: Upload; outputs: Upload }> {
  return {
    parameters: await uploadFile(platform, userId, samplePath(sample.parameters)),
    outputs: await uploadFile(platform, userId, samplePath(sample.outputs)),
  };
}
