import type { JobNotes } from "@understudy/shared/api/job-notes.ts";
import { type ReactNode, useEffect, useState } from "react";
import { asFailure, call, isAbort } from "#api/call.ts";
import { notifyError } from "#ui/banner-messages.ts";
import { Notes } from "#ui/notes.tsx";

type Props = {
  jobId: number;
  /** The section that stands around the notes, where there are any. */
  frame: (notes: ReactNode) => ReactNode;
};

/** The notes of a job as a document shows them. */
export function PrintedNotes({ jobId, frame }: Props) {
  const [notes, setNotes] = useState<JobNotes | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    call("getJobNotes", { params: { job_id: jobId }, signal: controller.signal }).then(
      setNotes,
      (thrown: unknown) => {
        if (!isAbort(thrown)) notifyError(asFailure(thrown).message);
      },
    );
    return () => controller.abort();
  }, [jobId]);
  return notes === null || notes.text.trim() === "" ? null : frame(<Notes text={notes.text} />);
}
