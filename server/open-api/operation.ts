/** Describes one route of the contract as an operation of an OpenAPI document. */
import { isJsonText } from "@understudy/shared/api/codec.ts";
import type { JsonSchema } from "@understudy/shared/api/json-schema.ts";
import { noContent, nothing, type Route } from "@understudy/shared/api/route.ts";
import type { RouteName } from "@understudy/shared/api/routes.ts";
import { STATUS_TEXTS } from "@understudy/shared/messages/messages.ts";
import { z } from "zod";
import { ACCESS_SENTENCES, findAccess } from "./access.ts";
import { type Components, describeParameter, describeRequest, describeResponse } from "./components.ts";

type Content = { readonly content: Readonly<Record<string, { schema: JsonSchema }>> };
type Parameter = {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description?: string;
} & (Content | { readonly schema: JsonSchema; readonly style?: "form"; readonly explode?: false });
type Reference = { readonly $ref: string };
type Response = {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { description: string; schema: JsonSchema }>>;
} & Partial<Content>;

export type Operation = {
  readonly operationId: RouteName;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: true } & Content;
  readonly responses: Readonly<Record<string, Response | Reference>>;
};

/** Routes are grouped by the first part of their path: `/jobs/{job_id}` is among "jobs". */
export const findTag = ({ path }: Route): string => /^\/([\w-]+)/.exec(path)?.[1] ?? "";

const inJson = (schema: JsonSchema): Content => ({ content: { "application/json": { schema } } });

/** @param components gets the schemas that the operation refers to */
export function describeOperation(name: RouteName, route: Route, components: Components): Operation {
  const { audience, needsSession, summary } = route;
  const session = needsSession && audience !== "anyone" ? " It needs a session; API tokens are refused." : "";
  const security = [...(needsSession ? [] : [{ apiToken: [] }]), { session: [] }];
  return {
    operationId: name,
    tags: [findTag(route)],
    summary,
    description: `${ACCESS_SENTENCES[findAccess(name, route)]}${session}`,
    security: audience === "anyone" ? [] : security,
    parameters: [
      ...describeParameters(route.params, "path", name, components),
      ...describeParameters(route.query, "query", name, components),
      ...(name === "upload" ? [CONTENT_RANGE] : []),
    ],
    ...describeBody(name, route, components),
    responses: describeResponses(name, route, components),
  };
}

function describeParameters(
  schema: z.ZodType,
  place: "path" | "query",
  name: RouteName,
  components: Components,
): Parameter[] {
  if (!(schema instanceof z.ZodObject)) throw new Error(`The ${place} of ${name} is no object.`);
  return Object.entries(schema.shape).map(([parameter, value]: [string, z.ZodType]) => {
    const { description, ...described } = describeParameter(value, name, components);
    const isOptional = value instanceof z.ZodOptional || value instanceof z.ZodDefault;
    const head = {
      name: parameter,
      in: place,
      required: place === "path" || !isOptional,
      ...(description !== undefined && { description }),
    };
    if (isJsonText(value)) return { ...head, ...inJson(described) };
    if (described.type === "array") return { ...head, schema: described, style: "form", explode: false };
    return { ...head, schema: described };
  });
}

/** A chunk of a file is sent as it is, and its place in the file in a header. */
const CONTENT_RANGE: Parameter = {
  name: "Content-Range",
  in: "header",
  required: true,
  description:
    "The place of the chunk in the file, as `bytes 0-10485759/52428800`; `bytes */0` for an empty file.",
  schema: { type: "string" },
};

function describeBody(
  name: RouteName,
  { body }: Route,
  components: Components,
): Pick<Operation, "requestBody"> {
  if (name === "upload")
    return { requestBody: { required: true, content: { "application/octet-stream": { schema: {} } } } };
  if (body === nothing) return {};
  return { requestBody: { required: true, ...inJson(describeRequest(body, name, components)) } };
}

const refuse = (status: number): Reference => ({ $ref: `#/components/responses/${status}` });
/** The refusals that every route can answer, beside others that `default` stands for. */
const COMMON_REFUSALS = [400, 401, 403, 404, 409, 429] as const;

function describeResponses(name: RouteName, route: Route, components: Components): Operation["responses"] {
  const { status, method, response } = route;
  const success: Response = {
    description: STATUS_DESCRIPTIONS[status],
    ...(response !== noContent && method !== "HEAD" && inJson(describeResponse(response, name, components))),
    ...(name.startsWith("upload") && name !== "uploadSample" && { headers: UPLOAD_OFFSET }),
  };
  const last: Response = { ...success, description: "The last chunk has arrived, and the file is whole." };
  const refusals = COMMON_REFUSALS.filter((code) => code !== 401 || route.audience !== "anyone");
  return {
    [status]: success,
    ...(name === "upload" && { 201: last }),
    ...Object.fromEntries(refusals.map((code) => [code, refuse(code)])),
    default: { $ref: "#/components/responses/Error" },
  };
}

const STATUS_DESCRIPTIONS = { 200: "Success", 201: "Created", 204: "Done; the answer is empty" } as const;

const UPLOAD_OFFSET = {
  "Upload-Offset": { description: "The number of bytes that have arrived.", schema: { type: "integer" } },
} as const;

/** The responses that all operations refer to. */
export function describeRefusals(): Record<string, Response> {
  const error = inJson({ $ref: "#/components/schemas/Error" });
  const refusals = COMMON_REFUSALS.map((code) => [code, { description: STATUS_TEXTS[code], ...error }]);
  return { ...Object.fromEntries(refusals), Error: { description: "Any other refusal", ...error } };
}
