import { z } from "zod";
import { objective } from "../domain/job.ts";
import { scoreFunctionOption, specModel } from "../domain/spec-manifest.ts";
import { MANIFEST_LIMITS, MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { boundedList, textList } from "./bounded.ts";
import { integerText } from "./codec.ts";
import { created, filterText, ids, listQuery, page } from "./list.ts";
import { noContent, route } from "./route.ts";

/** A row of the spec list. */
export const spec = z.object({
  id: z.int(),
  name: z.string(),
  creator: z.object({ name: z.string() }),
  /** The current version's files as a zip. */
  download_zip_href: z.string().nullable(),
  latest_version_id: z.int(),
  /** Jobs from the current version can have these objectives. */
  objectives: z.array(objective),
  can_be_changed: z.boolean(),
  can_be_deleted: z.boolean(),
});
export type Spec = z.infer<typeof spec>;

/** A spec with its history. */
export const specDetail = spec.extend({
  description: z.string(),
  /** A sentence says why a demo server does not run the current version; null: it does. */
  demo_problem: z.string().nullable(),
  /** The versions, the newest first. */
  versions: z.array(
    z.object({
      id: z.int(),
      /** Versions of one spec count from 1. */
      number: z.int(),
      name: z.string(),
      creator: z.object({ name: z.string() }),
      creation_time: z.iso.datetime(),
    }),
  ),
});
export type SpecDetail = z.infer<typeof specDetail>;

export const specVersion = z.object({
  id: z.int(),
  /** The spec that it belongs to; null: it was made from the configuration of `data_job_id`. */
  spec_id: z.int().nullable(),
  data_job_id: z.int().nullable(),
  /** Versions of one spec, or of one job's configuration, count from 1. */
  number: z.int(),
  name: z.string(),
  description: z.string(),
  /** The key of the template that it was made from. */
  from_template: z.string().nullable(),
  ...specModel.pick({
    variables: true,
    variable_groups: true,
    coordinates: true,
    outputs: true,
    score_functions: true,
    graphs: true,
    run: true,
  }).shape,
  /** The platform's own score functions and those of the spec. */
  score_function_options: z.array(scoreFunctionOption),
  files: z.array(z.object({ path: z.string(), size: z.int() })),
  /** Some servers simulate only what has one of theirs (`only` of a resource). */
  fingerprint: z.string(),
  /** A sentence says why a demo server does not run it; null: it does. */
  demo_problem: z.string().nullable(),
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
      /** A Select has choices; every other type has null. */
      choices: z
        .array(z.object({ name: z.string(), display_name: z.string(), help_text: z.string() }))
        .nullable(),
    }),
  ),
});
export type SpecTemplate = z.infer<typeof specTemplate>;

const named = {
  verbose_name: z.string().trim().min(1, MESSAGES.nameRequired).max(MAX_NAME_LENGTH),
  help_text: z.string().trim().min(1, MESSAGES.descriptionRequired).max(MAX_DESCRIPTION_LENGTH),
};

/** An uploaded file, with the path that it gets among the spec's files; alone, an id takes the name it was uploaded under. */
const uploadedFile = z.object({ id: z.string(), name: z.string().min(1).max(1_000) });
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
    source: z.literal("files"),
    source_spec_version_id: z.int(),
    files: specFiles,
    /** Files of the source version that none of these replaces stay; otherwise only its spec.json does. */
    keep_others: z.boolean().default(false),
  }),
  z.object({
    source: z.literal("form-params"),
    source_spec_version_id: z.int(),
    verbose_name: verbose_name.optional(),
    help_text: help_text.optional(),
    variables: manifestPart,
    outputs: manifestPart,
    variable_groups: manifestPart.optional(),
    coordinates: manifestPart.optional(),
    score_functions: manifestPart.optional(),
    graphs: manifestPart.optional(),
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
    body: z.object({ ...named, file: specFiles }),
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
