/** Makes the OpenAPI 3.1 document of the contract: of the table of routes, whose schemas zod describes as JSON Schema. */
import { setImmediate } from "node:timers/promises";
import { apiError } from "@understudy/shared/api/error.ts";
import type { JsonSchema } from "@understudy/shared/api/json-schema.ts";
import { API_PREFIX, type RouteName, routes } from "@understudy/shared/api/routes.ts";
import manifest from "../package.json" with { type: "json" };
import { type Components, describeResponse } from "./components.ts";
import { describeOperation, describeRefusals, findTag, type Operation } from "./operation.ts";

type Method = "get" | "put" | "post" | "delete" | "head";
export type OpenApiDocument = {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Partial<Record<Method, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: ReturnType<typeof describeRefusals>;
    readonly securitySchemes: Readonly<Record<string, Readonly<Record<string, string>>>>;
  };
};

const API_DESCRIPTION = `The calls that Understudy's pages and its Python client make. JSON in snake_case; ids are integers, times are ISO 8601 in
UTC, and what is absent is null. Scripts send a personal API token, \`Authorization: Bearer TOKEN\`. A call by session that changes something needs
the \`Origin\` of the installation, as browsers send it.`;

const METHOD_NAMES = { GET: "get", PUT: "put", POST: "post", DELETE: "delete", HEAD: "head" } as const;

/** Makes the document route by route, and lets other work of the thread go first in between: all of it takes more than 50 ms. */
export async function makeOpenApiDocument(): Promise<OpenApiDocument> {
  const components: Components = new Map();
  describeResponse(apiError, "error", components);
  const paths: Record<string, Partial<Record<Method, Operation>>> = {};
  for (const name of listRouteNames()) {
    const route = routes[name];
    const operation = describeOperation(name, route, components);
    paths[route.path] = { ...paths[route.path], [METHOD_NAMES[route.method]]: operation };
    await setImmediate();
  }
  const tags = [...new Set(Object.values(routes).map(findTag))].sort();
  return {
    openapi: "3.1.1",
    info: {
      title: "Understudy",
      version: manifest.version,
      description: API_DESCRIPTION.replaceAll("\n", " "),
    },
    servers: [{ url: API_PREFIX }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
      responses: describeRefusals(),
      securitySchemes: {
        apiToken: {
          type: "http",
          scheme: "bearer",
          description: "A personal API token, made under API Tokens.",
        },
        session: {
          type: "apiKey",
          in: "cookie",
          name: "understudy_ID",
          description: "The cookie that logging in sets. Its name ends with the id of the installation.",
        },
      },
    },
  };
}

/** @returns the names of all routes, in the order of the table */
export function listRouteNames(): RouteName[] {
  const isRouteName = (name: string): name is RouteName => name in routes;
  return Object.keys(routes).filter(isRouteName);
}
