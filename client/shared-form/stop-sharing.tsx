import type { JobDraft } from "@understudy/shared/api/job-draft.ts";
import type { CurrentUser } from "@understudy/shared/api/user.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { type ReactNode, useState } from "react";
import { call } from "#api/call.ts";
import { markDraftDeleted } from "#data/job-drafts.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { useAction } from "#ui/use-action.ts";

/** The server decides; the page offers what it would refuse to nobody. */
export const canDeleteDraft = (
  { id, roles }: Pick<CurrentUser, "id" | "roles">,
  { creator }: Pick<JobDraft, "creator">,
): boolean => creator.id === id || roles.includes("admin");

type Props = {
  draftId: number;
  /** The button. @param ask opens the question */
  children: (ask: () => void) => ReactNode;
};

/** Deletes a shared form, after a question. Pages that have it open go on with what they show. */
export function StopSharing({ draftId, children }: Props) {
  const [isAsking, setAsking] = useState(false);
  const { run, busy } = useAction("deleting the form", { message: () => MESSAGES.deletingDraft });
  const remove = () =>
    run(async () => {
      await call("deleteJobDraft", { params: { draft_id: draftId } });
      markDraftDeleted(draftId);
      setAsking(false);
    });
  return (
    <>
      {children(() => setAsking(true))}
      <ConfirmDialog
        opened={isAsking}
        title="Stop sharing this form?"
        text="Its link no longer works. Everybody who has it open keeps what the page shows."
        confirmLabel="Stop sharing"
        busy={busy}
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
