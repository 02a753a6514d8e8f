import {
  addTrainingPoints,
  getJob,
  getJobRow,
  getProgress,
  getTrainingCurve,
  removeJobs,
  setHasNotes,
  setOpenComments,
  setProgress,
  setTrainingCurve,
  upsertJob,
  upsertJobRow,
} from "@understudy/client/data/jobs.ts";
import type { Job } from "@understudy/shared/api/job.ts";
import { assert, suite } from "../../../harness.ts";

const job = (id: number, revision: number, changes: Partial<Job> = {}): Job => ({
  id,
  revision,
  name: "Heat sink",
  objective: "Training",
  status: "Training",
  progress_percentage: 0,
  spec_id: null,
  tags: [],
  creator: { name: "Ada" },
  creation_time: "2026-01-01T00:00:00.000Z",
  last_modified_time: "2026-01-01T00:00:00.000Z",
  can_be_deleted: true,
  archived: false,
  best_score: null,
  simulations: null,
  open_comments: 0,
  open_comments_revision: 0,
  emulator_verdict: null,
  description: "",
  has_notes: false,
  notes_revision: 0,
  progress_text: null,
  can_be_paused: true,
  can_be_changed: true,
  interrupted_while_training: false,
  interrupted_by: null,
  creator_id: 1,
  error: null,
  validation_errors: null,
  is_data_driven: true,
  source_job_id: null,
  has_simulations: false,
  spec_version_id: null,
  simulation_counts: null,
  run_rounds: [],
  emulator_job_id: null,
  emulator_status: null,
  emulator_version: 0,
  emulator_is_provisional: false,
  next_step: null,
  emulator_quality: null,
  training_server: null,
  config_is_editable: true,
  has_been_configured: true,
  train_when_done: false,
  variables: [],
  ...changes,
});

const jobs = suite("the client's jobs");

jobs("keep the newest revision, whichever way an older one arrives", () => {
  upsertJob(job(1, 5, { status: "Complete" }));
  upsertJob(job(1, 4, { status: "Training" }));
  assert.is(upsertJobRow(job(1, 3, { status: "Validating" })), false);
  assert.is(getJob(1)?.status, "Complete");
  assert.is(getJobRow(1)?.status, "Complete");
});

jobs("distinguish a new row and a newer row from a repeated one", () => {
  assert.is(upsertJobRow(job(2, 1)), true);
  assert.is(upsertJobRow(job(2, 1)), false);
  assert.is(upsertJobRow(job(2, 2)), true);
});

jobs("drop the ticks of the state they have left, and keep those of the present one", () => {
  upsertJob(job(3, 1));
  const tick = { progress_text: "Training", simulation_counts: null, best_score: null };
  setProgress({ job_id: 3, progress_percentage: 40, ...tick });
  upsertJob(job(3, 1));
  assert.is(getProgress(3)?.progress_percentage, 40);
  upsertJob(job(3, 2, { status: "Complete" }));
  assert.is(getProgress(3), null);
});

jobs("keep the newest count of open comments, whose changes leave their revision", () => {
  const { revision } = job(5, 3);
  upsertJob(job(5, revision));
  setOpenComments(5, { count: 2, revision: 2 });
  setOpenComments(5, { count: 7, revision: 1 });
  upsertJob(job(5, revision + 1, { open_comments: 1, open_comments_revision: 1 }));
  assert.equal([getJob(5)?.open_comments, getJobRow(5)?.open_comments], [2, 2]);
  assert.equal([getJob(5)?.revision, getJobRow(5)?.revision], [revision + 1, revision + 1]);
  upsertJob(job(5, revision + 1, { open_comments: 0, open_comments_revision: 3 }));
  assert.equal([getJob(5)?.open_comments, getJobRow(5)?.open_comments], [0, 0]);
});

jobs("keep the newest word on whether notes hold text, whichever way an older one arrives", () => {
  upsertJob(job(6, 1));
  setHasNotes(6, { has_notes: true, revision: 3 });
  setHasNotes(6, { has_notes: false, revision: 2 });
  upsertJob(job(6, 2, { has_notes: false, notes_revision: 1 }));
  assert.equal([getJob(6)?.has_notes, getJob(6)?.revision], [true, 2]);
  upsertJob(job(6, 2, { has_notes: false, notes_revision: 4 }));
  assert.is(getJob(6)?.has_notes, false);
});

jobs("forget what was deleted", () => {
  upsertJob(job(4, 9));
  removeJobs([4]);
  assert.is(getJob(4), null);
  assert.is(getJobRow(4), null);
});

const curves = suite("the client's training curves");
const points = (job_id: number, from: number, loss: number[]) => ({
  job_id,
  from,
  loss,
  coefficient_of_determination: loss.map((value) => 1 - value),
});
const curve = (loss: number[]) => ({ loss, coefficient_of_determination: loss.map((value) => 1 - value) });

curves("grow by what follows", () => {
  setTrainingCurve(1, curve([0.5]));
  assert.is(addTrainingPoints(points(1, 1, [0.25, 0.125])), true);
  assert.equal(getTrainingCurve(1), curve([0.5, 0.25, 0.125]));
});

curves("ask for a refetch when points are missing, or nothing was read yet", () => {
  setTrainingCurve(2, curve([0.5]));
  assert.is(addTrainingPoints(points(2, 3, [0.1])), false);
  assert.equal(getTrainingCurve(2), curve([0.5]));
  assert.is(addTrainingPoints(points(3, 0, [0.1])), false);
});

curves("go back to the checkpoint that training went on from", () => {
  setTrainingCurve(4, curve([0.5, 0.4, 0.3]));
  assert.is(addTrainingPoints(points(4, 1, [0.45])), true);
  assert.equal(getTrainingCurve(4), curve([0.5, 0.45]));
});
