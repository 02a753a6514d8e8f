import { z } from "zod";
import { comment } from "../api/comment.ts";
import { emulatorExport } from "../api/emulator-export.ts";
import { job, jobListItem } from "../api/job.ts";
import { jobDraftChange, listedDraftChange } from "../api/job-draft.ts";
import { jobView } from "../api/job-view.ts";
import { notification } from "../api/notification.ts";
import { maintenanceBanner } from "../api/platform.ts";
import { resource } from "../api/resource.ts";
import { simulationCounts } from "../api/run.ts";
import {
  activity,
  listedPresence,
  type PresenceMessage,
  pageViewer,
  personState,
  sharedPage,
} from "./presence.ts";

/**
 * Everything that travels between the platform and a browser over Socket.IO, each declared once.
 *
 * Facts (`job`, `job-deleted`, `emulator`) carry a revision or version and are also to be had over HTTP. Ticks
 * (`job-progress`, `training-progress`, all about presence) may be lost: a page refetches when its socket comes back.
 */

/** Progress of the step a job is in, several times a second; never stored one by one. */
export const jobProgress = z.object({
  job_id: z.int(),
  progress_percentage: z.number(),
  progress_text: z.string().nullable(),
  /** The counts that the text states; null: the step runs no simulations. */
  simulation_counts: simulationCounts.nullable(),
  /** The best score, as in the job list; null: none, or as `simulation_counts`. */
  best_score: z.number().nullable(),
});
export type JobProgress = z.infer<typeof jobProgress>;

/** New points of the training curves; `from` is the index of the first: a gap means "refetch". */
export const trainingPoints = z.object({
  job_id: z.int(),
  from: z.int(),
  coefficient_of_determination: z.array(z.number()),
  loss: z.array(z.number()),
});
export type TrainingPoints = z.infer<typeof trainingPoints>;

export const liveEvent = z.discriminatedUnion("type", [
  z.object({ type: z.literal("job"), job }),
  z.object({ type: z.literal("job-list-item"), item: jobListItem }),
  z.object({ type: z.literal("job-deleted"), ids: z.array(z.int()) }),
  z.object({ type: z.literal("job-progress"), progress: jobProgress }),
  z.object({ type: z.literal("training-points"), points: trainingPoints }),
  /** The config changed (somebody else may be editing the same page): refetch it. */
  z.object({ type: z.literal("job-config"), job_id: z.int(), revision: z.int() }),
  /** The distributions of the inputs changed: read them again. */
  z.object({ type: z.literal("job-distributions"), job_id: z.int(), revision: z.int() }),
  /** The points with names changed: read them again. */
  z.object({ type: z.literal("job-points"), job_id: z.int(), revision: z.int() }),
  /** A comment was written, edited or deleted, or its thread was resolved or reopened. */
  z.object({ type: z.literal("comment"), job_id: z.int(), comment }),
  /** The comments that one sees of a job changed: read them again. */
  z.object({ type: z.literal("comments"), job_id: z.int() }),
  /** The number of a job's open threads of comments changed, and `open_comments_revision` with it. */
  z.object({ type: z.literal("open-comments"), job_id: z.int(), count: z.int(), revision: z.int() }),
  /** The notes were edited: `update` is the edit, in Base64. */
  z.object({
    type: z.literal("notes"),
    job_id: z.int(),
    update: z.string(),
    revision: z.int(),
    has_notes: z.boolean(),
  }),
  /** A form that several people fill in together changed, a job was created from it, or it was deleted. */
  z.object({ type: z.literal("job-draft"), change: jobDraftChange }),
  /** The same change, to the list of forms. */
  z.object({ type: z.literal("listed-draft"), draft: listedDraftChange }),
  /** A form was begun, deleted, or completed by a job: read the list again. */
  z.object({ type: z.literal("listed-drafts") }),
  /** Simulations moved in the queue of a cluster: read them again. */
  z.object({ type: z.literal("queue-places"), job_id: z.int() }),
  /** A newer emulator can be asked. */
  z.object({ type: z.literal("emulator"), job_id: z.int(), emulator_version: z.int() }),
  /** An export of the emulator began, went on or ended. */
  z.object({ type: z.literal("export"), export: emulatorExport }),
  z.object({ type: z.literal("export-removed"), job_id: z.int(), id: z.string() }),
  /** A spec appeared, changed or went: read the list again. */
  z.object({ type: z.literal("specs") }),
  /** A server of one's own connected, or something of it changed. */
  z.object({ type: z.literal("resource"), resource }),
  z.object({ type: z.literal("resource-left"), id: z.int() }),
  /** One's own name or rights changed: read oneself again, and all that is open. */
  z.object({ type: z.literal("user") }),
  /** Something happened to a job of one's own. */
  z.object({
    type: z.literal("notification"),
    notification,
    /** The notification is shown in these places, by the person's choice. */
    bell: z.boolean(),
    browser: z.boolean(),
  }),
  /** Notifications were read or went: read the list again. */
  z.object({ type: z.literal("notifications") }),
  /** The choices of notifications changed, or a webhook was called: read the settings again. */
  z.object({ type: z.literal("notification-settings") }),
  /** The database stopped answering, or answers again: what failed meanwhile is to be read once more. */
  z.object({ type: z.literal("database"), is_answering: z.boolean() }),
  /**
   * The notice of maintenance, sent to each page that connects and when it changes; null: there is none. The time is that of the
   * change, null where there was none: what was read before a change may arrive after it.
   */
  z.object({
    type: z.literal("maintenance"),
    banner: maintenanceBanner.nullable(),
    time: z.iso.datetime().nullable(),
  }),
  /** The people who have the page open now. */
  z.object({ type: z.literal("presence"), page: sharedPage, viewers: z.array(pageViewer) }),
  /** One of them went to another part of the page, or came back after a pause. */
  z.object({ type: z.literal("person-state"), page: sharedPage, user_id: z.int(), state: personState }),
  /** One of them touched something, or moved the pointer over a plot. */
  z.object({ type: z.literal("activity"), page: sharedPage, user_id: z.int(), activity }),
  /** The page of a person who is followed looks like this now. */
  z.object({ type: z.literal("view"), job_id: z.int(), user_id: z.int(), view: jobView }),
  /** Somebody follows this person: the page sends its views for `FOLLOW_LEASE_MS`. */
  z.object({ type: z.literal("view-wanted"), job_id: z.int() }),
  /** The people on pages of one kind, to the list of these. `is_all`: nobody is on any other page of the kind. */
  z.object({
    type: z.literal("list-presence"),
    kind: z.enum(["job", "job-draft"]),
    is_all: z.boolean(),
    pages: z.array(listedPresence),
  }),
]);
export type LiveEvent = z.infer<typeof liveEvent>;

/** A page may watch the list of jobs, of forms or of specs, one's own connected servers or notifications, one job, or one form of a new job. */
export const subject = z.union([
  z.object({ kind: z.literal("jobs") }),
  z.object({ kind: z.literal("job-drafts") }),
  z.object({ kind: z.literal("specs") }),
  z.object({ kind: z.literal("resources") }),
  z.object({ kind: z.literal("notifications") }),
  sharedPage,
]);
export type Subject = z.infer<typeof subject>;

/** `retry`: the server could not decide just now; asking again may help. */
export const watchAnswer = z.object({ ok: z.boolean(), retry: z.boolean() });
export type WatchAnswer = z.infer<typeof watchAnswer>;

/** Socket.IO's typed maps: one event name each way keeps the switch in one place. */
export type ServerToBrowser = { event: (event: LiveEvent) => void };
export type BrowserToServer = {
  watch: (subject: Subject, answer: (answer: WatchAnswer) => void) => void;
  unwatch: (subject: Subject) => void;
  presence: (message: PresenceMessage) => void;
};

/** The WebSocket close code of a connection that broke a limit (RFC 6455, section 7.4.1), and when its page may connect again. */
export const POLICY_VIOLATION = 1008;
export const REFUSED_RETRY_MS = 10_000;

/** The waits of Socket.IO before a page connects again, in ms: the first one, and the longest. Each differs from it by half at most, by chance. */
export const RECONNECT_WAITS = { reconnectionDelay: 250, reconnectionDelayMax: 3_000 } as const;

/** The path of the browsers' socket. */
export const LIVE_PATH = "/api/live";
