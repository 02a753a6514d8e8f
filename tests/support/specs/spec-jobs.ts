/** Spec versions as pages get them, and payloads of jobs from them: an op-amp's sizes, a corner, a file and a title. */
import type { SpecVersion } from "@understudy/shared/api/spec.ts";
import {
  type CreateSpecJobBody,
  createSpecJobBody,
  type GivenSpecJob,
} from "@understudy/shared/api/spec-job.ts";
import type { ManifestVariable } from "@understudy/shared/domain/spec-manifest.ts";

type Of<Type> = ManifestVariable & { type: Type };
const labels = (name: string) => ({ name, verbose_name: name, help_text: "", unit: "" });
const NO_RANGE = {
  length: null,
  is_integer: false,
  absolute_min: null,
  absolute_max: null,
  default_min: null,
  default_max: null,
} as const;

/** From 0 to 1, at 0.5, with no absolute limits. */
export const makeScalar = (name: string, fields: Partial<Of<"Scalar">> = {}): Of<"Scalar"> => ({
  ...labels(name),
  type: "Scalar",
  length: null,
  is_integer: false,
  absolute_min: null,
  absolute_max: null,
  default_min: 0,
  default_max: 1,
  default_val: 0.5,
  fixed: false,
  optional: false,
  options: null,
  ...fields,
});

export const makeVector = (name: string, fields: Partial<Of<"Vector">> = {}): Of<"Vector"> => ({
  ...labels(name),
  type: "Vector",
  length: 2,
  is_integer: false,
  absolute_min: null,
  absolute_max: null,
  default_min: [0, 0],
  default_max: [1, 1],
  default_val: [0.5, 0.5],
  fixed: false,
  optional: false,
  options: null,
  ...fields,
});

export const makeText = (name: string, fields: Partial<Of<"String">> = {}): Of<"String"> => ({
  ...labels(name),
  ...NO_RANGE,
  type: "String",
  default_val: "",
  fixed: true,
  optional: false,
  options: null,
  ...fields,
});

export const makeChoice = (name: string, fields: Partial<Of<"SingleSelect">> = {}): Of<"SingleSelect"> => ({
  ...labels(name),
  ...NO_RANGE,
  type: "SingleSelect",
  default_val: 2,
  fixed: true,
  optional: false,
  options: [1, 2],
  ...fields,
});

export const makeCorner = (name: string, fields: Partial<Of<"MultiSelect">> = {}): Of<"MultiSelect"> => ({
  ...labels(name),
  ...NO_RANGE,
  type: "MultiSelect",
  default_val: "tt",
  fixed: false,
  optional: false,
  options: ["tt", "ss", "ff"],
  ...fields,
});

export const makeFile = (name: string, fields: Partial<Of<"File">> = {}): Of<"File"> => ({
  ...labels(name),
  ...NO_RANGE,
  type: "File",
  default_val: null,
  fixed: true,
  optional: false,
  options: null,
  ...fields,
});

const source = { format: "json", file: "outputs.json", key: "value", coordinate_key: null } as const;

export const makeSpecVersion = (fields: Partial<SpecVersion> = {}): SpecVersion => ({
  id: 7,
  spec_id: 3,
  data_job_id: null,
  number: 1,
  name: "Op-amp",
  description: "Two stages",
  from_template: null,
  variables: [
    makeScalar("w1", {
      verbose_name: "Input pair width",
      unit: "m",
      absolute_min: 1e-6,
      absolute_max: 2e-4,
      default_min: 5e-6,
      default_max: 6e-5,
      default_val: 2e-5,
    }),
    makeScalar("fingers", {
      is_integer: true,
      absolute_min: 1,
      absolute_max: 20,
      default_min: 1,
      default_max: 8,
      default_val: 3,
    }),
    makeScalar("temp_c", {
      absolute_min: -40,
      absolute_max: 150,
      default_min: -40,
      default_max: 125,
      default_val: 27,
      fixed: true,
    }),
    makeCorner("corner"),
  ],
  variable_groups: [
    { name: "Devices", variable_names: ["w1", "fingers"], open_by_default: true },
    { name: "Conditions", variable_names: ["temp_c"], open_by_default: false },
  ],
  coordinates: [
    {
      ...labels("frequency"),
      unit: "Hz",
      grid: { from: 10, to: 1000, points: 5, spacing: "log" },
    },
  ],
  outputs: [
    { ...labels("gain"), type: "Scalar", coordinate: null, source },
    { ...labels("bode"), type: "Vector", coordinate: "frequency", source },
  ],
  score_functions: [],
  graphs: [],
  run: {
    command: ["simulate"],
    platforms: {},
    templates: [],
    timeout_seconds: 60,
    limits: { cpu_seconds: null, memory_mb: null, file_mb: null },
    keep_files: [],
    success_exit_codes: [0],
  },
  score_function_options: [
    {
      name: "Match",
      job_types: ["Optimization", "Sampling"],
      inputs: [
        { name: "output", help_text: "", type: "Output Scalar", default: null },
        { name: "curve", help_text: "", type: "Output Vector", default: null },
        { name: "target", help_text: "", type: "File", default: null },
        { name: "weight", help_text: "", type: "Scalar", default: 2 },
      ],
    },
  ],
  files: [],
  fingerprint: "f".repeat(64),
  demo_problem: null,
  latest_version_id: 7,
  can_be_changed: true,
  ...fields,
});

/** A Training on one server, but for what is given. */
export const givenJob = (fields: Partial<CreateSpecJobBody> = {}): GivenSpecJob =>
  createSpecJobBody.parse({
    name: "First design",
    objective: "Training",
    simulation_resources: { type: "servers", servers: [{ id: 1 }] },
    ...fields,
  });

/** These fields make a payload one of a Single Run. */
export const SINGLE_RUN = { objective: "Single Run", resource: { type: "server", id: 1 } } as const;
