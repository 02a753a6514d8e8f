import { assertNever } from "@understudy/shared/assert-never.ts";
import type { LiveEvent } from "@understudy/shared/live/live.ts";
import { liveComments, upsertComment } from "./comments.ts";
import { removeServer, upsertServer } from "./connected-servers.ts";
import { reloadUser } from "./current-user.ts";
import { removeExport, upsertExport } from "./emulator-exports.ts";
import { applyDraftChange, applyListedDraft, liveDraftList } from "./job-drafts.ts";
import { jobListChanged } from "./job-lists.ts";
import {
  addTrainingPoints,
  liveJob,
  liveJobConfig,
  liveJobDistributions,
  liveJobPoints,
  liveTrainingCurve,
  noteQueuePlaces,
  removeJobs,
  setEmulatorVersion,
  setHasNotes,
  setOpenComments,
  setProgress,
  upsertJob,
  upsertJobRow,
} from "./jobs.ts";
import { setMaintenance } from "./maintenance.ts";
import { liveNotifications, notificationPushed } from "./notifications.ts";
import {
  followedViews,
  notesEdits,
  setActivity,
  setListedPresence,
  setPersonState,
  setPresence,
  wantedViews,
} from "./presence.ts";
import { setDatabaseAnswering } from "./socket/status.ts";
import { specListChanged } from "./specs.ts";

/** Applies a pushed event to the store, just as the HTTP answer with the same content is applied. */
export function applyEvent(event: LiveEvent): void {
  switch (event.type) {
    case "job":
      upsertJob(event.job);
      return;
    case "job-list-item":
      if (upsertJobRow(event.item)) jobListChanged();
      return;
    case "job-deleted":
      removeJobs(event.ids);
      jobListChanged();
      for (const id of event.ids) void liveJob.reload(id);
      return;
    case "job-progress":
      setProgress(event.progress);
      return;
    case "training-points":
      if (!addTrainingPoints(event.points)) void liveTrainingCurve.reload(event.points.job_id);
      return;
    case "job-config":
      void liveJobConfig.reload(event.job_id);
      return;
    case "job-distributions":
      void liveJobDistributions.reload(event.job_id);
      return;
    case "job-points":
      void liveJobPoints.reload(event.job_id);
      return;
    case "comment":
      upsertComment(event.job_id, event.comment);
      return;
    case "comments":
      void liveComments.reload(event.job_id);
      return;
    case "open-comments":
      setOpenComments(event.job_id, event);
      return;
    case "notes":
      setHasNotes(event.job_id, event);
      notesEdits.publish(event);
      return;
    case "job-draft":
      applyDraftChange(event.change);
      return;
    case "listed-draft":
      applyListedDraft(event.draft);
      return;
    case "listed-drafts":
      liveDraftList.refresh();
      return;
    case "queue-places":
      noteQueuePlaces(event.job_id);
      return;
    case "emulator":
      setEmulatorVersion(event.job_id, event.emulator_version);
      return;
    case "export":
      upsertExport(event.export);
      if (event.export.state === "complete") void liveJobConfig.reload(event.export.job_id);
      return;
    case "export-removed":
      removeExport(event.job_id, event.id);
      return;
    case "specs":
      specListChanged();
      return;
    case "resource":
      upsertServer(event.resource);
      return;
    case "resource-left":
      removeServer(event.id);
      return;
    case "user":
      void reloadUser();
      return;
    case "notification":
      notificationPushed(event);
      return;
    case "notifications":
      void liveNotifications.reload("list");
      return;
    case "notification-settings":
      void liveNotifications.reload("settings");
      return;
    case "database":
      setDatabaseAnswering(event.is_answering);
      return;
    case "maintenance":
      setMaintenance(event.banner, event.time);
      return;
    case "presence":
    case "person-state":
    case "activity":
    case "view":
    case "view-wanted":
    case "list-presence":
      applyPresence(event);
      return;
    default:
      assertNever(event);
  }
}

type PresenceEvent = Extract<
  LiveEvent,
  { type: "presence" | "person-state" | "activity" | "view" | "view-wanted" | "list-presence" }
>;

/** Applies what other people do on pages. */
function applyPresence(event: PresenceEvent): void {
  switch (event.type) {
    case "presence":
      setPresence(event.page, event.viewers);
      return;
    case "person-state":
      setPersonState(event.page, event.user_id, event.state);
      return;
    case "activity":
      setActivity(event.page, event.user_id, event.activity);
      return;
    case "view":
      followedViews.publish(event);
      return;
    case "view-wanted":
      wantedViews.publish(event.job_id);
      return;
    case "list-presence":
      setListedPresence(event);
      return;
    default:
      assertNever(event);
  }
}
