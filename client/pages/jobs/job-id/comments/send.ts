import { type PendingComment, postComment } from "#data/comments.ts";
import { notifyError } from "#ui/notify.ts";

/** Sends a comment. @returns false: it was refused, and a sentence says why */
export async function send(
  jobId: number,
  draft: Omit<PendingComment, "key" | "time" | "isWaiting">,
): Promise<boolean> {
  const failure = await postComment(jobId, draft);
  if (failure === null) return true;
  const reasons = Object.values(failure.fields).flat();
  notifyError(reasons.length > 0 ? reasons.join(" ") : failure.message);
  return false;
}
