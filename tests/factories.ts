/** Records as the server keeps them, whole and plausible, with what a test cares about put in. */
import { randomBytes } from "node:crypto";
import type { JobRecord } from "@understudy/server/models/job.ts";
import type { User } from "@understudy/server/models/user.ts";
import {
  DEFAULT_TRAINING_OPTIONS,
  type JobConfig,
  NO_DATA_OPTIONS,
} from "@understudy/shared/api/job-config.ts";
import type { InputDefinition, OutputDefinition } from "@understudy/shared/domain/variable.ts";

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
    roles: [],
    accessible_job_ids: [],
    creation_time: new Date(),
    ...fields,
  };
}

const LOOK = { display: "", unit: "", multiplier: 1 };

export const makeInput = (name: string, fields: Partial<InputDefinition> = {}): InputDefinition => ({
  ...LOOK,
  name,
  type: "Scalar",
  min: 0,
  max: 1,
  fixed: false,
  values: null,
  unique_values: null,
  initval: 0.5,
  ...fields,
});

export const makeOutput = (name: string, fields: Partial<OutputDefinition> = {}): OutputDefinition => ({
  ...LOOK,
  name,
  type: "Scalar",
  min: 0,
  max: 1,
  length: 1,
  coordinate_name: null,
  ignored: false,
  ...fields,
});

export const makeConfig = (fields: Partial<JobConfig> = {}): JobConfig => ({
  inputs: [makeInput("length"), makeInput("width")],
  outputs: [makeOutput("gain")],
  emulator_outputs: ["gain"],
  coordinates: [],
  coordinate_name: null,
  has_been_configured: false,
  data_set_sizes: { combined: 100, training: 80, validation: 20 },
  has_verilog_a_file: false,
  verilog_a_file_name: null,
  data_options: NO_DATA_OPTIONS,
  ignored_row_count: 0,
  training: DEFAULT_TRAINING_OPTIONS,
  ...fields,
});

export function makeJob(fields: Partial<JobRecord> = {}): JobRecord {
  const _id = fields._id ?? nextId();
  const now = new Date();
  return {
    _id,
    revision: 1,
    name: `Job ${_id}`,
    description: "",
    objective: "Training",
    status: "Awaiting Configuration",
    creator: { id: 1, name: "Person 1" },
    spec_id: null,
    tags: [],
    creation_time: now,
    last_modified_time: now,
    progress_percentage: null,
    progress_text: null,
    is_data_driven: true,
    source_job_id: null,
    file_names: { parameters: "parameters.csv", outputs: "outputs.csv" },
    config: makeConfig(),
    focus_regions: [],
    interrupted_status: null,
    error: null,
    validation_errors: null,
    emulator_version: 0,
    emulator_file: null,
    work: { ticket: 1, claim_id: null, more: false, retry: false },
    training_server: null,
    training_attempts: 0,
    spec_version_id: null,
    run: null,
    simulation_counts: null,
    run_rounds: [],
    simulation_gaps: 0,
    ...fields,
  };
}

/** A name as the browser makes one for an upload. */
export const generatedName = (fileName: string): string => `${randomBytes(12).toString("hex")}-${fileName}`;
