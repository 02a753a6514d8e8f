import { randomBytes } from "node:crypto";
import { createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { invalid, Problem } from "../../core/problem.ts";
import { isDuplicate } from "../../models/collection.ts";
import type { Upload } from "../../models/upload.ts";
import type { LimitedFiles, Records } from "../../platform/platform.ts";
import type { ContentRange } from "./content-range.ts";

export type Chunk = { userId: number; name: string; range: ContentRange; bytes: Readable };

/**
 * Adds a chunk to a person's file. What has arrived already may be sent again and changes nothing. A chunk counts once
 * all of its bytes are on the disk: one that was interrupted is overwritten by the next attempt.
 *
 * @throws Problem 400 when the chunk is not as long as announced, 409 with `Upload-Offset` when it does not follow what
 * has arrived, 413 when there is no room for the file.
 */
export async function receiveChunk(platform: LimitedFiles, chunk: Chunk): Promise<Upload> {
  const { first, end, total } = chunk.range;
  const upload = await findOrBegin(platform, chunk);
  if (upload.total_bytes !== total) throw new Problem(409, MESSAGES.inUseElsewhere);
  if (end <= upload.received_bytes) return upload;
  if (first !== upload.received_bytes) throw outOfOrder(upload);
  await writeAt(platform.storage.uploadPath(upload._id), chunk);
  const { uploads } = platform.store;
  const grown = await uploads.update(
    { _id: upload._id, received_bytes: first },
    { received_bytes: end, last_modified_time: await platform.store.readTime() },
  );
  if (grown !== null) return grown;
  const current = await uploads.findOne({ _id: upload._id });
  if (current === null || current.received_bytes < end) throw outOfOrder(current ?? upload);
  return current;
}

export const findUpload = (
  { store }: Records,
  userId: number,
  generated_file_name: string,
): Promise<Upload | null> => store.uploads.findOne({ user_id: userId, generated_file_name });

const outOfOrder = ({ received_bytes }: Upload): Problem =>
  new Problem(409, MESSAGES.uploadGap, { headers: { "Upload-Offset": String(received_bytes) } });

async function findOrBegin(platform: LimitedFiles, { userId, name, range }: Chunk): Promise<Upload> {
  const begun = await findUpload(platform, userId, name);
  if (begun !== null) return begun;
  await platform.space.require(range.total);
  const upload: Upload = {
    _id: randomBytes(16).toString("hex"),
    user_id: userId,
    generated_file_name: name,
    total_bytes: range.total,
    received_bytes: 0,
    last_modified_time: await platform.store.readTime(),
  };
  const file = await open(platform.storage.uploadPath(upload._id), "wx", 0o600);
  await file.close();
  try {
    return await platform.store.uploads.insert(upload);
  } catch (error) {
    const other = isDuplicate(error) ? await findUpload(platform, userId, name) : null;
    if (other === null) throw error;
    return other;
  }
}

async function writeAt(path: string, { range, bytes }: Chunk): Promise<void> {
  const expected = range.end - range.first;
  let arrived = 0;
  const counted = new Transform({
    transform(piece: Buffer, _encoding, done) {
      arrived += piece.length;
      if (arrived > expected) done(invalid({ chunk: [MESSAGES.chunkLength] }));
      else done(null, piece);
    },
  });
  await pipeline(bytes, counted, createWriteStream(path, { flags: "r+", start: range.first, flush: true }));
  if (arrived !== expected) throw invalid({ chunk: [MESSAGES.chunkLength] });
}
