import { z } from "zod";
import { nothing, route } from "./route.ts";

/** Letters, digits, underscore, hyphen and dot; never a path. */
export const generatedFileName = z
  .string()
  .regex(/^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,199}$/, "Not a valid file name");

/** 16 hexadecimal digits or more, or a UUID. */
const RANDOM_ID = /^(?:[0-9a-f]{16,}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-(?=.)/i;

/** The name people know a file by: who uploads it puts a random id before it, so that two files of one name do not meet. */
export const originalFileName = (generated: string): string => generated.replace(RANDOM_ID, "");

const uploadParams = z.object({
  generated_file_name: generatedFileName.describe(
    "A name of letters, digits, `_`, `-` and `.`, with a random part, so that uploads do not meet.",
  ),
});

/** The answer to a chunk: how much has arrived, or, after the last, the id of the whole file. */
export const uploadAnswer = z.union([
  z.object({ file_id: z.string().describe("The ID of the complete file, after the last chunk.") }),
  z.object({ received: z.int().describe("The number of bytes that have arrived so far.") }),
]);
export type UploadAnswer = z.infer<typeof uploadAnswer>;

export const uploadRoutes = {
  upload: route({
    method: "POST",
    path: "/upload/{generated_file_name}",
    summary: "One chunk of a file: raw bytes with Content-Range (201 and the file_id after the last)",
    audience: "full-user",
    params: uploadParams,
    response: uploadAnswer,
  }),
  uploadOffset: route({
    method: "HEAD",
    path: "/upload/{generated_file_name}",
    summary: "How much of a file has arrived, as the header Upload-Offset",
    audience: "full-user",
    params: uploadParams,
    response: nothing,
  }),
} as const;
