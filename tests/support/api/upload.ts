import { uploadAnswer } from "@understudy/shared/api/upload.ts";
import { UPLOAD_CHUNK_BYTES } from "@understudy/shared/limits.ts";
import { generatedName } from "../factories.ts";
import type { Caller } from "./caller.ts";

/** Uploads bytes in chunks, as the browser does, and returns the file's id. */
export async function uploadBytes(caller: Caller, generated_file_name: string, bytes: Blob): Promise<string> {
  for (let first = 0; ; ) {
    const chunk = bytes.slice(first, first + UPLOAD_CHUNK_BYTES);
    const range = bytes.size === 0 ? "*" : `${first}-${first + chunk.size - 1}`;
    const response = await caller.attempt("upload", {
      params: { generated_file_name },
      body: chunk,
      headers: { "content-range": `bytes ${range}/${bytes.size}` },
    });
    if (!response.ok) throw new Error(`the upload was refused: ${response.status} ${await response.text()}`);
    const answer = uploadAnswer.parse(await response.json());
    if ("file_id" in answer) return answer.file_id;
    first = answer.received;
  }
}

/** Texts by path, as the files of a spec are uploaded. */
export const uploadTexts = (caller: Caller, texts: Iterable<readonly [path: string, text: string]>) =>
  Promise.all(
    Array.from(texts, async ([name, text]) => ({
      id: await uploadText(caller, generatedName(name.replaceAll("/", "-")), text),
      name,
    })),
  );

export const uploadText = (caller: Caller, generatedFileName: string, text: string): Promise<string> =>
  uploadBytes(caller, generatedFileName, new Blob([text]));
