import { UPLOAD_CHUNK_BYTES } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { invalid, Problem } from "../../core/problem.ts";

/** The bytes from `first` up to but not including `end`, of a file of `total` bytes. */
export type ContentRange = { first: number; end: number; total: number };

/**
 * Reads `bytes first-last/total` (the last byte included), or, of an empty file, `bytes` + ` *` + `/0`.
 * @throws Problem 400 when it reads otherwise, 413 when the chunk is larger than a chunk may be.
 */
export function readContentRange(header: string | undefined): ContentRange {
  if (header === "bytes */0") return { first: 0, end: 0, total: 0 };
  const [, firstText, lastText, totalText] =
    /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(header ?? "") ?? [];
  const first = Number(firstText);
  const end = Number(lastText) + 1;
  const total = Number(totalText);
  // NaN compares false: a header that does not match fails here.
  if (!(first < end && end <= total)) throw invalid({ content_range: [MESSAGES.contentRange] });
  if (end - first > UPLOAD_CHUNK_BYTES) throw new Problem(413, MESSAGES.chunkTooLarge);
  return { first, end, total };
}
