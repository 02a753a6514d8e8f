import type { Job } from "@understudy/shared/api/job.ts";
import { CommentsButton } from "../comments-host.tsx";
import { NotesButton } from "./job-notes.tsx";

/** The buttons that open what people write about a job. */
export function DiscussionButtons({ job }: { job: Job }) {
  return (
    <>
      <NotesButton job={job} />
      <CommentsButton job={job} />
    </>
  );
}
