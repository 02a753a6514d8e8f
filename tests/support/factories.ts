/** Records as the server keeps them, whole and plausible, with what a test cares about put in. */
import { randomBytes } from "node:crypto";
import { freshJob } from "@understudy/server/commands/jobs/fresh-job.ts";
import type { JobRecord } from "@understudy/server/models/job.ts";
import type { JobDraftRecord } from "@understudy/server/models/job-draft.ts";
import type { User } from "@understudy/server/models/user.ts";
import { EMPTY_CONFIG, type JobConfig } from "@understudy/shared/api/job-config.ts";
import type { JobFilter } from "@understudy/shared/api/job-list.ts";
import type { Channel, NotificationChoices } from "@understudy/shared/api/notification.ts";
import type {
  CoordinateDefinition,
  InputDefinition,
  OutputDefinition,
} from "@understudy/shared/domain/variable.ts";

let lastId = 0;
const nextId = () => ++lastId;

export function makeUser(fields: Partial<User> = {}): User {
  const _id = fields._id ?? nextId();
  return {
    _id,
    email: `person${_id}@example.com`,
    name: `Person ${_id}`,
    password_hash: "",
    restricted: false,
    hide_specs: false,
    may_download_models: false,
    may_comment: false,
    queue_weight: 1,
    roles: [],
    accessible_job_ids: [],
    creation_time: new Date(),
    active: true,
    last_seen: null,
    sso: null,
    ...fields,
  };
}

const NO_DISPLAY = { display: "", unit: "", multiplier: 1 };

export const makeInput = (name: string, fields: Partial<InputDefinition> = {}): InputDefinition => ({
  ...NO_DISPLAY,
  name,
  type: "Scalar",
  is_integer: false,
  min: 0,
  max: 1,
  fixed: false,
  values: null,
  unique_values: null,
  initval: 0.5,
  ...fields,
});

export const makeOutput = (name: string, fields: Partial<OutputDefinition> = {}): OutputDefinition => ({
  ...NO_DISPLAY,
  name,
  type: "Scalar",
  min: 0,
  max: 1,
  length: 1,
  coordinate_name: null,
  loop_name: null,
  ignored: false,
  grid_columns: null,
  ...fields,
});

export const makeCoordinate = (
  name: string,
  fields: Partial<CoordinateDefinition> = {},
): CoordinateDefinition => ({
  ...NO_DISPLAY,
  name,
  type: "Vector",
  min: 0,
  max: 1,
  length: 5,
  spacing: "linear",
  loop_values: null,
  ...fields,
});

export const makeConfig = (fields: Partial<JobConfig> = {}): JobConfig => ({
  ...EMPTY_CONFIG,
  inputs: [makeInput("length"), makeInput("width")],
  outputs: [makeOutput("gain")],
  emulator_outputs: ["gain"],
  data_set_sizes: { combined: 100, training: 80, validation: 20 },
  ...fields,
});

export function makeJob(fields: Partial<JobRecord> = {}): JobRecord {
  const _id = fields._id ?? nextId();
  const job = freshJob(makeUser({ _id: 1 }), {
    _id,
    name: `Job ${_id}`,
    objective: "Training",
    status: "Awaiting Configuration",
    progress_percentage: null,
    is_data_driven: true,
    file_names: { parameters: "parameters.csv", outputs: "outputs.csv" },
    config: makeConfig(),
  });
  return { ...job, ...fields };
}

/** A form without fields that is filled in together. */
export const makeJobDraft = (fields: Partial<JobDraftRecord> = {}): JobDraftRecord => ({
  ...{ _id: 1, spec_version_id: 1, search: "", creator: { id: 1, name: "Ada" }, fields: [], revision: 1 },
  ...{ name: "", changed_by: null },
  ...{ created_job: null, claim: null, expires: new Date(Date.now() + 24 * 60 * 60 * 1000) },
  ...fields,
});

export const makeJobFilter = (fields: Partial<JobFilter> = {}): JobFilter => ({
  filter: "",
  one_off: true,
  status: [],
  objective: [],
  creator: [],
  archived: "exclude",
  ...fields,
});

/** Everything is chosen but what `channels` says otherwise. */
export function makeNotificationChoices(
  channels: Partial<Record<Channel, boolean>> = {},
): NotificationChoices {
  const chosen = { bell: true, browser: true, email: true, webhook: true, ...channels };
  return {
    complete: chosen,
    failed: chosen,
    needs_configuration: chosen,
    servers_lost: chosen,
    mentioned: chosen,
  };
}

/** A name as the browser makes one for an upload. */
export const generatedName = (fileName: string): string => `${randomBytes(12).toString("hex")}-${fileName}`;
