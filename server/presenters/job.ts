import type { Job, JobListItem } from "@understudy/shared/api/job.ts";
import { overallVerdict } from "@understudy/shared/domain/emulator-quality.ts";
import { isActive } from "@understudy/shared/domain/job.ts";
import { describeNextStep } from "@understudy/shared/spec-job/next-step.ts";
import type { JobRecord, JobSummary } from "../models/job.ts";
import type { JobAccess } from "../policies/job.ts";

/** Only an active job has progress: a step that was being reported may be stored after the job has stopped. */
const hasProgress = (job: Pick<JobSummary, "status">, access: JobAccess): boolean =>
  access !== "restricted" && isActive(job.status);

/** A row of the job list. Restricted people see an "Emulator" list: an id, a name, and what the wire shape demands. */
export function presentJobListItem(job: JobSummary, access: JobAccess): JobListItem {
  const restricted = access === "restricted";
  return {
    id: job._id,
    name: job.name,
    objective: job.objective,
    status: job.status,
    progress_percentage: hasProgress(job, access) ? job.progress_percentage : null,
    spec_id: restricted ? null : job.spec_id,
    tags: restricted ? [] : job.tags.map((name) => ({ name })),
    creator: { name: restricted ? "" : job.creator.name },
    creation_time: job.creation_time.toISOString(),
    last_modified_time: job.last_modified_time.toISOString(),
    can_be_deleted: access === "manager",
    can_be_changed: access === "manager",
    archived: !restricted && job.archived,
    best_score: restricted ? null : job.best_score,
    simulations: restricted ? null : (job.simulation_counts?.complete ?? null),
    open_comments: restricted ? 0 : job.open_comments,
    open_comments_revision: restricted ? 0 : job.open_comments_revision,
    emulator_verdict: job.emulator_quality && overallVerdict(job.emulator_quality),
    revision: job.revision,
  };
}

/** A job as somebody with this access sees it, over HTTP and by push alike. */
export function presentJob(job: JobRecord, access: JobAccess): Job {
  const restricted = access === "restricted";
  const manager = access === "manager";
  const { interrupted_status } = job;
  return {
    ...presentJobListItem(job, access),
    description: job.description,
    has_notes: !restricted && job.has_notes,
    notes_revision: restricted ? 0 : job.notes_revision,
    progress_text: hasProgress(job, access) ? job.progress_text : null,
    can_be_paused: manager && isActive(job.status),
    interrupted_while_training:
      job.status === "Interrupted" &&
      (interrupted_status === "Training" || interrupted_status === "Pending Training"),
    interrupted_by: restricted ? null : job.interrupted_by,
    creator_id: restricted ? null : job.creator.id,
    error: restricted ? null : job.error,
    validation_errors: restricted ? null : job.validation_errors,
    is_data_driven: job.is_data_driven,
    spec_version_id: restricted ? null : job.spec_version_id,
    source_job_id: restricted ? null : job.source_job_id,
    emulator_job_id: restricted ? null : (job.run?.emulator_job_id ?? null),
    has_simulations: job.run !== null,
    simulation_counts: restricted ? null : job.simulation_counts,
    run_rounds: restricted ? [] : job.run_rounds,
    emulator_status: job.emulator_version > 0 && job.emulator_stage !== "withdrawn" ? "available" : null,
    emulator_version: job.emulator_version,
    emulator_is_provisional: job.emulator_stage === "provisional",
    emulator_quality: presentQuality(job),
    next_step: restricted ? null : presentNextStep(job),
    training_server: restricted ? null : presentTrainingServer(job),
    config_is_editable: manager && job.config.inputs.length > 0,
    has_been_configured: job.config.has_been_configured,
    train_when_done: job.run?.train_when_done ?? false,
    variables: job.config.inputs.map(({ name, initval }) => ({ name, initval })),
  };
}

function presentNextStep(job: JobRecord): Job["next_step"] {
  const quality = presentQuality(job);
  return quality === null || job.status !== "Complete" ? null : describeNextStep(quality, job);
}

/** Leaves out `request`, by which the server compares trainings. */
function presentQuality({ emulator_quality }: JobRecord): Job["emulator_quality"] {
  if (emulator_quality === null) return null;
  const { request: _, ...quality } = emulator_quality;
  return quality;
}

function presentTrainingServer({ training_server: server }: JobRecord): Job["training_server"] {
  if (server === null) return null;
  const { id, name, is_machine, lease_until, reason } = server;
  return { id, name, is_machine, is_training: lease_until !== null, trouble: reason };
}
