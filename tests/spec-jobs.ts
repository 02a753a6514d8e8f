/** Spec versions as pages get them, and payloads of jobs from them: an op-amp's sizes, a corner, a file and a title. */
import type { SpecVariable, SpecVersion } from "@understudy/shared/api/spec.ts";
import {
  type CreateSpecJobBody,
  createSpecJobBody,
  type GivenSpecJob,
} from "@understudy/shared/api/spec-job.ts";

export const makeSpecVariable = (name: string, fields: Partial<SpecVariable> = {}): SpecVariable => ({
  name,
  verbose_name: name,
  help_text: "",
  type: "Scalar",
  unit: "",
  length: null,
  is_integer: false,
  absolute_min: null,
  absolute_max: null,
  default_min: null,
  default_max: null,
  default_val: null,
  fixed: false,
  optional: false,
  options: null,
  ...fields,
});

const width = {
  absolute_min: 1e-6,
  absolute_max: 2e-4,
  default_min: 5e-6,
  default_max: 6e-5,
  default_val: 2e-5,
};

export const makeSpecVersion = (fields: Partial<SpecVersion> = {}): SpecVersion => ({
  id: 7,
  spec_id: 3,
  number: 1,
  name: "Op-amp",
  description: "Two stages",
  from_template: null,
  variables: [
    makeSpecVariable("w1", { verbose_name: "Input pair width", unit: "m", ...width }),
    makeSpecVariable("fingers", {
      is_integer: true,
      absolute_min: 1,
      absolute_max: 20,
      default_min: 1,
      default_max: 8,
      default_val: 3,
    }),
    makeSpecVariable("temp_c", { absolute_min: -40, absolute_max: 150, default_val: 27, fixed: true }),
    makeSpecVariable("corner", { type: "MultiSelect", options: ["tt", "ss", "ff"], default_val: "tt" }),
  ],
  variable_groups: [
    { name: "Devices", variable_names: ["w1", "fingers"], open_by_default: true },
    { name: "Conditions", variable_names: ["temp_c"], open_by_default: false },
  ],
  outputs: [
    { name: "gain", verbose_name: "Gain", type: "Scalar", unit: "dB" },
    { name: "bode", verbose_name: "Bode plot", type: "Vector", unit: "dB" },
  ],
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
