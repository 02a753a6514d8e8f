import type { JobRecord } from "../../models/job.ts";
import type { User } from "../../models/user.ts";

/** The fields that differ between new jobs. */
type Particulars = Pick<JobRecord, "_id" | "name" | "objective" | "status" | "is_data_driven" | "config"> &
  Partial<Omit<JobRecord, "creator">>;

/** A job that nothing has happened to yet. */
export function freshJob(creator: Pick<User, "_id" | "name">, particulars: Particulars): JobRecord {
  const now = new Date();
  return {
    revision: 1,
    description: "",
    creator: { id: creator._id, name: creator.name },
    spec_id: null,
    spec_version_id: null,
    tags: [],
    creation_time: now,
    last_modified_time: now,
    progress_percentage: 0,
    progress_text: null,
    source_job_id: null,
    file_names: null,
    focus_regions: [],
    points: [],
    last_point_id: 0,
    interrupted_status: null,
    interrupted_by: null,
    error: null,
    validation_errors: null,
    emulator_version: 0,
    emulator_file: null,
    emulator_stage: "final",
    emulator_quality: null,
    work: {
      ticket: 1,
      claim_id: null,
      more: false,
      retry: false,
      order: now.getTime() / 1000,
      charge: 0,
      payer: null,
      weight: 1,
      queued_time: now,
      is_short: false,
    },
    training_server: null,
    training_attempts: 0,
    notice: null,
    servers_lost_time: null,
    run: null,
    archived: false,
    has_notes: false,
    notes_revision: 0,
    open_comments: 0,
    open_comments_revision: 0,
    best_score: null,
    simulation_counts: null,
    run_rounds: [],
    simulation_gaps: 0,
    ...particulars,
  };
}
