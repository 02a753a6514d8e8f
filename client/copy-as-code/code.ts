/**
 * The actions of a page as Python with the platform's own client and as calls of curl. Both read the token from
 * UNDERSTUDY_TOKEN.
 */

import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { CreateJobBody } from "@understudy/shared/api/job.ts";
import { type FailedRunMark, NO_DATA_OPTIONS, YES_NO_OPTIONS } from "@understudy/shared/api/job-config.ts";
import { type CreateSpecJobBody, createSpecJobBody } from "@understudy/shared/api/spec-job.ts";
import isEqual from "fast-deep-equal";

export type Code = { readonly python: string; readonly curl: string };

const TOKEN_HEADER = '-H "Authorization: Bearer $UNDERSTUDY_TOKEN"';
const JSON_HEADER = '-H "Content-Type: application/json"';

/** A call of the API. @param path with its query, as the browser would send it */
function curl(origin: string, path: string, body?: Value): string {
  const call = `curl -sS --fail-with-body ${TOKEN_HEADER}`;
  const url = shellWord(`${origin}${path}`);
  if (body === undefined) return `${call} \\\n  ${url}\n`;
  return `${call} ${JSON_HEADER} \\\n  ${url} \\\n  -d ${shellWord(JSON.stringify(body, null, 2))}\n`;
}

/** @param origin of the platform, as `https://understudy.example.org` */
const createClientCode = (origin: string): string =>
  `from understudy import Client\n\nclient = ${pythonCall("Client", [python(origin)])}\n`;

/** The predictions of a job's emulator at one point. */
export function predictionCode(origin: string, jobId: number, inputs: InputPoint): Code {
  const predict = pythonCall(`client.job(${jobId}).emulator.predict`, [python(inputs, "    ")]);
  return {
    python: `${createClientCode(origin)}
prediction = ${predict}
for name, value in prediction.mean.items():
    print(name, value, prediction.lower[name], prediction.upper[name])
`,
    curl: `# While the answer's status is "loading", ask again.
${curl(origin, `/api/internal/jobs/${jobId}/emulator/outputs`, { inputs })}`,
  };
}

/** The list of jobs with its filters. @param path of the call @param filters by name, without those that are not set */
export function jobListCode(
  origin: string,
  path: string,
  { filter, ...query }: { readonly [name: string]: Value },
): Code {
  const args = [
    ...(filter === undefined ? [] : [python(filter)]),
    ...Object.entries(query).map(([name, value]) => `${name}=${python(value)}`),
  ];
  return {
    python: `${createClientCode(origin)}
for job in ${pythonCall("client.jobs", args)}:
    print(job.id, job.status, job.name)
`,
    curl: curl(origin, path),
  };
}

/** A job from a spec version. @param body complete, with where it runs */
export const specJobCode = (origin: string, versionId: number, body: CreateSpecJobBody): Code => ({
  python: `${createClientCode(origin)}
job = ${pythonCall(`client.spec_version(${versionId}).create_job`, [python(withoutDefaults(body), "    ")])}
print(job.wait())
`,
  curl: curl(origin, `/api/internal/spec_versions/${versionId}/jobs`, withoutDefaults(body)),
});

/** Leaves out each field whose value the platform assumes when it is absent. */
function withoutDefaults(body: CreateSpecJobBody): Value {
  const { name, objective } = body;
  const defaults = new Map<string, unknown>(Object.entries(createSpecJobBody.parse({ name, objective })));
  const fields = Object.entries(body).filter(
    ([field, value]) => field === "name" || field === "objective" || !isEqual(value, defaults.get(field)),
  );
  return JSON.parse(JSON.stringify(Object.fromEntries(fields)));
}

export type FileNames = { readonly inputs: string | null; readonly outputs: string | null };
type DataJob = Pick<CreateJobBody, "name" | "description" | "source_job_id" | "data_options">;

const omitEmpty = (values: readonly number[]): number[] | undefined =>
  values.length === 0 ? undefined : [...values];

/** Groups the marks by the name of their output, as the Python client takes them. */
function marksByOutput(marks: readonly FailedRunMark[]): Value | undefined {
  const outputs = [...new Set(marks.map(({ output }) => output))];
  if (outputs.length === 0) return undefined;
  const listValues = (name: string) =>
    marks.filter(({ output }) => output === name).map(({ value }) => value);
  return Object.fromEntries(outputs.map((name) => [name, listValues(name)]));
}

/** A training on two files. @param files that were chosen, in the folder where the code runs; null: none */
export function trainingCode(origin: string, job: DataJob, files: FileNames): Code {
  const named: [string, Value | undefined][] = [
    ["description", job.description === "" ? undefined : job.description],
    ["source_job", job.source_job_id ?? undefined],
    ...YES_NO_OPTIONS.map((option): [string, boolean | undefined] => {
      const chosen = job.data_options?.[option] ?? NO_DATA_OPTIONS[option];
      return [option, chosen === NO_DATA_OPTIONS[option] ? undefined : chosen];
    }),
    ["failed_run_marks", marksByOutput(job.data_options?.failed_run_marks ?? [])],
    ["left_out_rows", omitEmpty(job.data_options?.left_out_rows ?? [])],
    ["sweep_curves", job.data_options?.sweep_curves ?? undefined],
  ];
  const args = [
    python(job.name),
    ...(files.inputs === null && files.outputs === null ? [] : [python(files.inputs), python(files.outputs)]),
    ...named.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${python(value)}`])),
  ];
  return {
    python: `${createClientCode(origin)}
job = ${pythonCall("client.train", args)}
job.wait()
print(job.verdict, job.emulator.accuracy())
`,
    curl: trainingCurl(origin, job, files),
  };
}

const formatUploadField = (field: string, name: string | null): string =>
  name === null ? `${field}=null\n` : `${field}=\\"$(upload ${shellWord(name)})\\"\n`;

function trainingCurl(origin: string, job: DataJob, { inputs, outputs }: FileNames): string {
  const body = JSON.stringify({
    ...job,
    source: job.source_job_id == null ? "files" : "job-and-files",
  });
  return `api=${shellWord(`${origin}/api/internal`)}
call() { path=$1; shift; curl -sS --fail-with-body ${TOKEN_HEADER} ${JSON_HEADER} "$api$path" "$@"; }
# Sends a file of at most 10 MB and prints its id.
upload() {
  size=$(wc -c < "$1" | tr -d ' ')
  curl -sS --fail-with-body ${TOKEN_HEADER} -H "Content-Range: bytes 0-$((size - 1))/$size" \\
    --data-binary "@$1" "$api/upload/$(date +%s)$$-$(basename "$1" | tr -c 'A-Za-z0-9_.\\n-' '-')" |
    sed 's/.*"file_id":"\\([^"]*\\)".*/\\1/'
}
${formatUploadField("inputs", inputs)}${formatUploadField("outputs", outputs)}job=${shellWord(body.slice(0, -1))}
id=$(call /jobs -d "$job,\\"input_file_id\\":$inputs,\\"output_file_id\\":$outputs}" | tr -dc 0-9)
while call "/jobs/$id" | grep -Eq '"status":"(Validating|Preprocessing)"'; do sleep 1; done
call "/jobs/$id/training/start" -d '{"train_on": "platform"}'
`;
}

/** Values as texts of a language. */

type Value =
  | string
  | number
  | boolean
  | null
  | readonly Value[]
  | { readonly [name: string]: Value | undefined };

/** Longer lists and objects get a line for each item. */
const MAX_LINE_LENGTH = 80;
const INDENT_STEP = "    ";

/** A Python expression. Numbers as they are stored, texts in double quotes. @param indent of the line that it stands in */
export function python(value: Value, indent = ""): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  // JSON's escapes are Python's, too; a lone surrogate is the exception, which no name of ours holds.
  if (typeof value === "string" || typeof value === "number") return JSON.stringify(value);
  const inner = indent + INDENT_STEP;
  const isList = isArray(value);
  const items = isList
    ? value.map((item) => python(item, inner))
    : listEntries(value).map(([name, item]) => `${JSON.stringify(name)}: ${python(item, inner)}`);
  return wrapItems(items, isList ? ["[", "]"] : ["{", "}"], indent);
}

/** A call with its arguments; a name in front makes one a keyword argument. */
export const pythonCall = (name: string, args: readonly string[], indent = ""): string =>
  `${name}${wrapItems(args, ["(", ")"], indent)}`;

function wrapItems(items: readonly string[], [open, close]: [string, string], indent: string): string {
  const line = `${open}${items.join(", ")}${close}`;
  if (items.length === 0 || (line.length + indent.length <= MAX_LINE_LENGTH && !line.includes("\n")))
    return line;
  return `${open}\n${items.map((item) => `${indent}${INDENT_STEP}${item},\n`).join("")}${indent}${close}`;
}

const isArray = (value: Value): value is readonly Value[] => Array.isArray(value);
const listEntries = (value: { readonly [name: string]: Value | undefined }): [string, Value][] =>
  Object.entries(value).flatMap(([name, item]): [string, Value][] =>
    item === undefined ? [] : [[name, item]],
  );

/** One word of a POSIX shell, whatever it holds. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
