/** The files of jobs and specs as people browse them, and the platform's logs. */
import { z } from "zod";
import { MAX_PAGE_SIZE } from "../limits.ts";
import { integerText } from "./codec.ts";
import { filterText, page } from "./list.ts";
import { route } from "./route.ts";

/** The directories that can be browsed; the first part of every path. */
export const fileRoot = z.enum(["work_dirs", "specs", "logs"]);
export type FileRoot = z.infer<typeof fileRoot>;

/** A directory holds files and further directories. */
export const directoryEntry = z.object({
  name: z.string(),
  is_directory: z.boolean(),
  label: z
    .string()
    .nullable()
    .describe("A directory that is named by an id is shown with the name of its job or spec."),
  size: z.number().nullable().describe("Bytes; null for a directory."),
  modified_time: z.string(),
});
export type DirectoryEntry = z.infer<typeof directoryEntry>;

export const directory = page(directoryEntry).extend({
  page_number: z.int(),
  labels: z
    .array(z.string().nullable())
    .describe(
      "One label for each part of the path, the root first. Null: the part is shown with its own name.",
    ),
  is_cut: z.boolean().describe("There are more entries than are listed."),
});
export type Directory = z.infer<typeof directory>;

export const filePreview = z.object({
  lines: z.array(z.string()).describe("The lines of the whole text, or of its beginning and its end."),
  is_text: z.boolean().describe("False: the file is not text and has no preview."),
  size: z.number().describe("Bytes of the file."),
  left_out: z
    .object({
      before_line: z.int().describe("The number of the line, from 0, before which the text was left out."),
      bytes: z.number().describe("The size of the text that was left out, in bytes."),
    })
    .nullable()
    .describe("A large text leaves out that many bytes before the line of this index."),
});
export type FilePreview = z.infer<typeof filePreview>;

const params = z.object({
  path: z
    .string()
    .max(4_000)
    .describe(
      "The path of a directory or a file, which may contain slashes. It begins with `work_dirs`, `specs` or `logs`.",
    ),
});

export const fileRoutes = {
  listDirectory: route({
    method: "GET",
    path: "/files/list/{path}",
    summary: "A page of a directory: folders first, each in natural order",
    audience: "full-user",
    params,
    query: z.object({
      page_number: integerText.pipe(z.int().min(1)).optional(),
      page_size: integerText.pipe(z.int().min(1).max(MAX_PAGE_SIZE)).optional(),
      filter: filterText.optional().describe("Only entries whose names contain this text."),
    }),
    response: directory,
  }),
  previewFile: route({
    method: "GET",
    path: "/files/preview/{path}",
    summary: "The text of a file; of a large one the beginning and the end",
    audience: "full-user",
    params,
    response: filePreview,
  }),
} as const;
