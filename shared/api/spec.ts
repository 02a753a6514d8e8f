import { z } from "zod";
import { objective } from "../domain/job.ts";
import { scalarValue } from "../domain/variable.ts";
import { integerText } from "./codec.ts";
import { created, ids, listQuery, page } from "./list.ts";
import { noContent, route } from "./route.ts";

/** A number, or one for each element of a Vector. */
const perElement = z.union([z.number(), z.array(z.number())]);

/** A row of the spec list. */
export const spec = z.object({
  id: z.int(),
  name: z.string(),
  creator: z.object({ name: z.string() }),
  /** The current version's files as a zip. */
  download_zip_href: z.string().nullable(),
  latest_version_id: z.int(),
  /** What jobs from the current version can be for. */
  objectives: z.array(objective),
  can_be_changed: z.boolean(),
  can_be_deleted: z.boolean(),
});
export type Spec = z.infer<typeof spec>;

export const specVariable = z.object({
  name: z.string(),
  /** The name where the manifest gives none. */
  verbose_name: z.string(),
  help_text: z.string(),
  type: z.enum(["Scalar", "Vector", "String", "SingleSelect", "MultiSelect", "File"]),
  unit: z.string(),
  /** Elements of a Vector; null for everything else. */
  length: z.int().nullable(),
  is_integer: z.boolean(),
  absolute_min: perElement.nullable(),
  absolute_max: perElement.nullable(),
  default_min: perElement.nullable(),
  default_max: perElement.nullable(),
  default_val: z.union([scalarValue, z.array(z.number())]).nullable(),
  fixed: z.boolean(),
  optional: z.boolean(),
  /** Of a SingleSelect or MultiSelect. */
  options: z.array(scalarValue).nullable(),
});
export type SpecVariable = z.infer<typeof specVariable>;

export const variableGroup = z.object({
  name: z.string(),
  variable_names: z.array(z.string()),
  open_by_default: z.boolean(),
});

export const scoreFunctionOption = z.object({
  name: z.string(),
  job_types: z.array(objective),
  inputs: z.array(
    z.object({
      name: z.string(),
      help_text: z.string(),
      type: z.enum(["File", "Scalar", "Output Scalar", "Output Vector"]),
      /** Of a Scalar: 0 where the manifest gives none; null for everything else. */
      default: z.number().nullable(),
    }),
  ),
});
export type ScoreFunctionOption = z.infer<typeof scoreFunctionOption>;

export const specOutput = z.object({
  name: z.string(),
  verbose_name: z.string(),
  type: z.enum(["Scalar", "Vector"]),
  unit: z.string(),
});

export const specVersion = z.object({
  id: z.int(),
  spec_id: z.int(),
  /** Versions of one spec count from 1. */
  number: z.int(),
  name: z.string(),
  description: z.string(),
  /** The key of the template that it was made from. */
  from_template: z.string().nullable(),
  variables: z.array(specVariable),
  variable_groups: z.array(variableGroup),
  outputs: z.array(specOutput),
  score_function_options: z.array(scoreFunctionOption),
  files: z.array(z.object({ path: z.string(), size: z.int() })),
  /** Another one follows it where this is not its own id; null: the spec was deleted, only its jobs keep it. */
  latest_version_id: z.int().nullable(),
  can_be_changed: z.boolean(),
});
export type SpecVersion = z.infer<typeof specVersion>;

export const specTemplate = z.object({
  key: z.string(),
  name: z.string(),
  fields: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      description: z.string(),
      type: z.enum(["File", "FileList", "String", "Select"]),
      required: z.boolean(),
      /** Of a Select; null for everything else. */
      choices: z
        .array(z.object({ name: z.string(), display_name: z.string(), help_text: z.string() }))
        .nullable(),
    }),
  ),
});
export type SpecTemplate = z.infer<typeof specTemplate>;

const named = {
  verbose_name: z.string().trim().min(1, "Name is required").max(200),
  help_text: z.string().trim().min(1, "Description is required").max(10_000),
};

/** An uploaded file, with the path that it gets among the spec's files; alone, an id takes the name it was uploaded under. */
const uploadedFile = z.object({ id: z.string(), name: z.string().min(1).max(1_000) });
const specFiles = z
  .array(z.union([z.string(), uploadedFile]))
  .min(1, "Spec files are required.")
  .max(1_000);

export const SPEC_SORT_COLUMNS = ["id", "name", "creator"] as const;

export const specVersionParams = z.object({ spec_version_id: integerText });
const templateParams = z.object({ spec_template_id: z.string().regex(/^[a-z0-9_]{1,50}$/) });

export const specRoutes = {
  listSpecs: route({
    method: "GET",
    path: "/specs/",
    summary: "A page of specs",
    audience: "full-user",
    query: listQuery(SPEC_SORT_COLUMNS),
    response: page(spec),
  }),
  createSpec: route({
    method: "POST",
    path: "/specs",
    summary: "Create a spec from uploaded files: a zip, or a set of files with a spec.json",
    audience: "full-user",
    status: 201,
    body: z.object({ ...named, file: specFiles }),
    response: created.extend({ spec_version_id: z.int() }),
  }),
  deleteSpecs: route({
    method: "POST",
    path: "/specs:delete",
    summary: "Delete specs; jobs keep the versions that they were made from",
    audience: "full-user",
    status: 204,
    body: ids,
    response: noContent,
  }),
  getSpecVersion: route({
    method: "GET",
    path: "/spec_versions/{spec_version_id}",
    summary: "One version of a spec",
    audience: "full-user",
    params: specVersionParams,
    response: specVersion,
  }),
  getSpecTemplate: route({
    method: "GET",
    path: "/spec_templates/{spec_template_id}",
    summary: "The fields of a spec template",
    audience: "full-user",
    params: templateParams,
    response: specTemplate,
  }),
  createSpecFromTemplate: route({
    method: "POST",
    path: "/spec_templates/{spec_template_id}/spec",
    summary: "Create a spec from a template's fields; answers the id of its first version",
    audience: "full-user",
    status: 201,
    params: templateParams,
    body: z.object(named).catchall(z.union([z.string().max(10_000), z.array(z.string()).max(1_000)])),
    response: created,
  }),
} as const;
