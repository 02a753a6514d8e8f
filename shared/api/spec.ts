import { z } from "zod";
import { objective } from "../domain/objectives.ts";
import { scoreFunctionOption, specModel } from "../domain/spec-manifest.ts";
import { MANIFEST_LIMITS, MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from "../limits.ts";
import { MESSAGES } from "../messages/messages.ts";
import { boundedList, textList } from "./bounded.ts";
import { integerText } from "./codec.ts";
import { created, filterText, ids, listQuery, page } from "./list.ts";
import { noContent, route } from "./route.ts";

/** A row of the spec list. */
export const spec = z.object({
  id: z.int(),
  name: z.string(),
  creator: z.object({ name: z.string() }),
  download_zip_href: z.string().nullable().describe("The current version's files as a zip."),
  latest_version_id: z.int().describe("The spec version that new jobs are made from."),
  objectives: z.array(objective).describe("Jobs from the current version can have these objectives."),
  can_be_changed: z.boolean().describe("True: the caller may make new versions."),
  can_be_deleted: z.boolean().describe("True: the caller may delete the spec."),
});
export type Spec = z.infer<typeof spec>;

/** A spec with its history. */
export const specDetail = spec.extend({
  description: z.string(),
  demo_problem: z
    .string()
    .nullable()
    .describe("A sentence says why a demo server does not run the current version; null: it does."),
  versions: z
    .array(
      z.object({
        id: z.int(),
        number: z.int().describe("Versions of one spec count from 1."),
        name: z.string(),
        creator: z.object({ name: z.string() }),
        creation_time: z.iso.datetime(),
      }),
    )
    .describe("The versions, the newest first."),
});
export type SpecDetail = z.infer<typeof specDetail>;

export const specVersion = z.object({
  id: z.int(),
  spec_id: z
    .int()
    .nullable()
    .describe("The spec that it belongs to; null: it was made from the configuration of `data_job_id`."),
  data_job_id: z
    .int()
    .nullable()
    .describe("The job whose uploaded data it describes; null: it was made from files."),
  number: z.int().describe("Versions of one spec, or of one job's configuration, count from 1."),
  name: z.string(),
  description: z.string(),
  from_template: z.string().nullable().describe("The key of the template that it was made from."),
  ...specModel.pick({
    variables: true,
    variable_groups: true,
    coordinates: true,
    outputs: true,
    score_functions: true,
    graphs: true,
    run: true,
  }).shape,
  score_function_options: z
    .array(scoreFunctionOption)
    .describe("The platform's own score functions and those of the spec."),
  files: z
    .array(
      z.object({
        path: z.string().describe("The path of the file within the spec."),
        size: z.int().describe("Its size in bytes."),
      }),
    )
    .describe("The files of the model."),
  fingerprint: z
    .string()
    .describe("Some servers simulate only what has one of theirs (`only` of a resource)."),
  demo_problem: z
    .string()
    .nullable()
    .describe("A sentence says why a demo server does not run it; null: it does."),
  latest_version_id: z
    .int()
    .nullable()
    .describe(
      "Another one follows it where this is not its own id; null: the spec was deleted, only its jobs keep it.",
    ),
  can_be_changed: z.boolean().describe("True: the caller may make new versions of the spec."),
});
export type SpecVersion = z.infer<typeof specVersion>;

export const specTemplate = z.object({
  key: z.string().describe("The name that other calls know it by."),
  name: z.string(),
  fields: z
    .array(
      z.object({
        key: z.string().describe("The name of the field in the request."),
        name: z.string(),
        description: z.string(),
        type: z.enum(["File", "FileList", "String", "Select"]),
        required: z.boolean().describe("True: the field must be filled."),
        choices: z
          .array(z.object({ name: z.string(), display_name: z.string(), help_text: z.string() }))
          .nullable()
          .describe("A Select has choices; every other type has null."),
      }),
    )
    .describe("The fields of the form that makes a spec."),
});
export type SpecTemplate = z.infer<typeof specTemplate>;

const named = {
  verbose_name: z.string().trim().min(1, MESSAGES.nameRequired).max(MAX_NAME_LENGTH),
  help_text: z.string().trim().min(1, MESSAGES.descriptionRequired).max(MAX_DESCRIPTION_LENGTH),
};

/** An uploaded file, with the path that it gets among the spec's files; alone, an id takes the name it was uploaded under. */
const uploadedFile = z.object({
  id: z.string().describe("The `file_id` that the upload answered."),
  name: z.string().min(1).max(1_000).describe("The path of the file within the spec."),
});
const specFiles = boundedList(z.union([z.string(), uploadedFile]), 1_000).refine(
  (files) => files.length > 0,
  MESSAGES.specFilesRequired,
);
const SPEC_FILES_BYTES = 512 * 1024;

/** Parts of a manifest as a form holds them. They are judged as they are judged in a spec.json: together, all problems at once. */
const manifestPart = boundedList(z.record(z.string(), z.unknown()), MANIFEST_LIMITS.variables);
const { verbose_name, help_text } = named;

export const createSpecVersionBody = z.discriminatedUnion("source", [
  z.object({
    source: z.literal("files").describe("`files`: with other files; `form-params`: with a changed manifest."),
    source_spec_version_id: z.int().describe("The version that the new one is made from."),
    files: specFiles.describe("All files of the new version."),
    keep_others: z
      .boolean()
      .default(false)
      .describe(
        "Files of the source version that none of these replaces stay; otherwise only its spec.json does.",
      ),
  }),
  z.object({
    source: z
      .literal("form-params")
      .describe("`files`: with other files; `form-params`: with a changed manifest."),
    source_spec_version_id: z.int().describe("The version that the new one is made from."),
    verbose_name: verbose_name.optional(),
    help_text: help_text.optional(),
    variables: manifestPart.describe("The `variables` of `spec.json`."),
    outputs: manifestPart.describe("The `outputs` of `spec.json`."),
    variable_groups: manifestPart
      .optional()
      .describe("The `variable_groups` of `spec.json`; left out: unchanged."),
    coordinates: manifestPart.optional().describe("The `coordinates` of `spec.json`; left out: unchanged."),
    score_functions: manifestPart
      .optional()
      .describe("The `score_functions` of `spec.json`; left out: unchanged."),
    graphs: manifestPart.optional().describe("The `graphs` of `spec.json`; left out: unchanged."),
  }),
]);

export const SPEC_SORT_COLUMNS = ["id", "name", "creator"] as const;

export const specVersionParams = z.object({ spec_version_id: integerText });
const templateParams = z.object({ spec_template_id: z.string().regex(/^[a-z0-9_]{1,50}$/) });
const fieldValue = z.union([z.string().max(10_000), textList(1_000)]);

export const specRoutes = {
  listSpecs: route({
    method: "GET",
    path: "/specs/",
    summary: "A page of specs",
    audience: "full-user",
    query: listQuery(SPEC_SORT_COLUMNS).extend({ filter: filterText.optional() }),
    response: page(spec),
  }),
  getSpec: route({
    method: "GET",
    path: "/specs/{spec_id}",
    summary: "One spec with its versions",
    audience: "full-user",
    params: z.object({ spec_id: integerText }),
    response: specDetail,
  }),
  createSpec: route({
    method: "POST",
    path: "/specs",
    summary: "Create a spec from uploaded files: a zip, or a set of files with a spec.json",
    audience: "full-user",
    status: 201,
    refusal: MESSAGES.invalidBody,
    body: z.object({ ...named, file: specFiles.describe("The files of the spec, or one zip of them.") }),
    bodyLimit: SPEC_FILES_BYTES,
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
  createSpecVersion: route({
    method: "POST",
    path: "/spec_versions",
    summary: "The next version of a spec, from uploaded files or from changes to its manifest",
    audience: "full-user",
    status: 201,
    body: createSpecVersionBody,
    bodyLimit: 2 * 1024 ** 2,
    response: created,
  }),
} as const;

export const specTemplateRoutes = {
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
    body: z.object(named).catchall(fieldValue),
    bodyLimit: SPEC_FILES_BYTES,
    response: created,
  }),
} as const;
