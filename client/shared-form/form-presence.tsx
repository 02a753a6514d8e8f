import { draftPage } from "@understudy/shared/live/presence.ts";
import { type RefObject, useEffect } from "react";
import { shareForm } from "#presence/share-page.ts";
import { TouchMarks } from "#presence/touch-marks.tsx";

type Props = {
  draftId: number;
  /** The form. */
  root: RefObject<HTMLElement | null>;
};

/** Shows others the field that this person is in, and marks the fields that others are in. */
export function FormPresence({ draftId, root }: Props) {
  useEffect(
    () => (root.current === null ? undefined : shareForm(draftPage(draftId), root.current)),
    [draftId, root],
  );
  return <TouchMarks page={draftPage(draftId)} root={root} />;
}
