import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { fromBase64, toBase64 } from "lib0/buffer";
import { ApiFailure, asFailure, call, isTemporary } from "#api/call.ts";
import { setHasNotes } from "#data/jobs.ts";
import { liveQuery } from "#data/live-query.ts";
import { notesEdits } from "#data/presence.ts";
import { getSocketStatus, onSocketStatus } from "#data/socket/status.ts";
import { single } from "#data/store.ts";
import { notifyError } from "#ui/banner-messages.ts";
import { createNotesSync, type NotesSync, type SendResult } from "./notes-sync.ts";

/** The notes are read this often (ms) while the socket is down. */
const POLL_MS = 10_000;

/** An edit without an answer is sent again after this time (ms): a connection that was cut may never report it. */
const TIMEOUT_MS = 8_000;

/** The notes of jobs on this page. */
const opened = new Map<number, OpenNotes>();

export type OpenNotes = {
  readonly sync: NotesSync;
  /** True once the stored text was read. */
  readonly useIsRead: () => boolean;
  readonly setRead: (update: Uint8Array) => void;
  /** @returns what ends it; edits that are not sent yet go on being sent */
  readonly follow: () => () => void;
  /** Forgets edits that are not stored. */
  readonly end: () => void;
};

/** Opens the notes of a job. Those that hold edits that are not sent yet stay open until they are. */
export function openNotes(jobId: number): OpenNotes {
  const existing = opened.get(jobId);
  if (existing !== undefined) return existing;
  const isRead = single(false);
  const sync = createNotesSync({ send: (update) => sendUpdate(jobId, update) });
  let followers = 0;
  const endUnused = () => {
    if (followers === 0 && !sync.hasUnsent()) notes.end();
  };
  const ends = [
    sync.onState(() => {
      const state = sync.getState();
      if (followers === 0 && state.kind === "refused") notifyError(MESSAGES.notesNotSaved(state.message));
      endUnused();
    }),
    notesEdits.subscribe(({ job_id, update }) => {
      if (job_id === jobId) sync.receive(fromBase64(update));
    }),
    onSocketStatus(() => getSocketStatus() === "up" && sync.retry()),
  ];
  const notes: OpenNotes = {
    sync,
    useIsRead: isRead.useValue,
    setRead: (update) => {
      sync.receive(update);
      isRead.set(true);
    },
    follow: () => {
      followers++;
      return () => {
        followers--;
        // Another component may be about to follow.
        queueMicrotask(endUnused);
      };
    },
    end: () => {
      for (const end of ends) end();
      if (opened.get(jobId) === notes) opened.delete(jobId);
    },
  };
  opened.set(jobId, notes);
  return notes;
}

async function sendUpdate(jobId: number, update: Uint8Array): Promise<SendResult> {
  const request = { params: { job_id: jobId }, body: { update: toBase64(update) }, timeoutMs: TIMEOUT_MS };
  const answer = await call("updateJobNotes", request).catch(asFailure);
  if (!(answer instanceof ApiFailure)) return "stored";
  // The session may have ended: it goes on once the person has logged in again.
  if (isTemporary(answer) || answer.status === 401 || answer.status === 429) return "retry";
  const reasons = Object.values(answer.fields).flat();
  return { refusal: reasons.length > 0 ? reasons.join(" ") : answer.message };
}

export const liveNotes = liveQuery<number>({
  subject: (jobId) => ({ kind: "job", job_id: jobId }),
  load: async (jobId, signal) => {
    const { text, update, revision } = await call("getJobNotes", { params: { job_id: jobId }, signal });
    opened.get(jobId)?.setRead(fromBase64(update));
    setHasNotes(jobId, { has_notes: text !== "", revision });
  },
  pollMs: () => POLL_MS,
});

// The browser asks before it closes a page with edits that only it has.
window.addEventListener("beforeunload", (event) => {
  if ([...opened.values()].some(({ sync }) => sync.hasUnsent())) event.preventDefault();
});
