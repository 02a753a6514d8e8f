import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { findAccess } from "@understudy/server/open-api/access.ts";
import { makeOpenApiDocument } from "@understudy/server/open-api/document.ts";
import type { Operation } from "@understudy/server/open-api/operation.ts";
import { formatRouteList } from "@understudy/server/open-api/route-list.ts";
import { type RouteName, routes } from "@understudy/shared/api/routes.ts";
import { MAX_EMULATOR_POINTS } from "@understudy/shared/limits.ts";
import { assert, suite } from "../../../harness.ts";
import { CALLER_KINDS, type Kind, POLICY_CASES, type Verdict } from "../../../support/api/policy-table.ts";
import { temporaryFolder } from "../../../support/cleanup.ts";

const apiDocument = await makeOpenApiDocument();
const operations = Object.entries(apiDocument.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]: [string, Operation]) => ({ path, method, operation })),
);
const isRouteName = (name: string): name is RouteName => name in POLICY_CASES;
const routeNames = Object.keys(POLICY_CASES).filter(isRouteName);

/** Calls `visit` with every object of a JSON value, from the outside in. */
function visitObjects(value: unknown, visit: (object: Record<string, unknown>) => void): void {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) visit({ ...value });
  for (const part of Object.values(value)) visitObjects(part, visit);
}

function resolveReference(reference: string): unknown {
  const [root, ...keys] = reference.split("/");
  assert.is(root, "#", reference);
  return keys.reduce(
    (value: unknown, key) => Object.entries(Object(value)).find(([name]) => name === key)?.[1],
    apiDocument,
  );
}

const openApi = suite("the OpenAPI document");

openApi("has every route once, under its path and method", () => {
  assert.is(apiDocument.openapi, "3.1.1");
  const described = operations.map(
    ({ path, method, operation }) => `${operation.operationId} ${method} ${path}`,
  );
  const expected = routeNames.map(
    (name) => `${name} ${routes[name].method.toLowerCase()} ${routes[name].path}`,
  );
  assert.equal(described.sort(), expected.sort());
});

openApi("is written to a file by `npm run api`", () => {
  const file = join(temporaryFolder("open-api"), "openapi.json");
  const main = join(import.meta.dirname, "../../../../server/open-api/main.ts");
  const { status, stderr } = spawnSync(process.execPath, [main, file], { encoding: "utf8" });
  assert.is(status, 0, stderr);
  assert.equal(JSON.parse(readFileSync(file, "utf8")), JSON.parse(JSON.stringify(apiDocument)));
});

openApi("refers only to what it has", () => {
  let count = 0;
  visitObjects(apiDocument, ({ $ref }) => {
    if ($ref === undefined) return;
    count++;
    assert.ok(resolveReference(String($ref)) !== undefined, String($ref));
  });
  assert.ok(count > routeNames.length, `${count} references`);
  visitObjects(apiDocument.components, (object) => assert.not.ok("$defs" in object || "$schema" in object));
});

openApi("declares each parameter of a path, once, and no others", () => {
  for (const { path, operation } of operations) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const declared = operation.parameters.filter((parameter) => parameter.in === "path");
    assert.equal(declared.map(({ name }) => name).sort(), names.sort(), path);
    assert.ok(
      declared.every(({ required }) => required),
      path,
    );
    const keys = operation.parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
    assert.is(new Set(keys).size, keys.length, path);
    for (const parameter of operation.parameters)
      assert.ok("schema" in parameter !== "content" in parameter, path);
  }
});

openApi("has a tag, a summary, a known security and described responses for each operation", () => {
  const tags = new Set(apiDocument.tags.map(({ name }) => name));
  for (const { operation } of operations) {
    const { operationId, responses, security, summary } = operation;
    assert.ok(summary.length > 5 && operation.tags.every((tag) => tags.has(tag)), operationId);
    for (const scheme of security.flatMap((schemes) => Object.keys(schemes)))
      assert.ok(scheme in apiDocument.components.securitySchemes, operationId);
    for (const [status, response] of Object.entries(responses)) {
      assert.match(status, /^(\d{3}|default)$/);
      assert.ok("$ref" in response || response.description !== "", operationId);
    }
  }
});

openApi("describes bounds, JSON in a query, lists in a query, and files as they are", () => {
  const text = JSON.stringify(apiDocument.paths["/jobs/{job_id}/emulator/outputs"]?.post?.requestBody);
  assert.match(text, `"maxItems":${MAX_EMULATOR_POINTS}`);
  const findParameter = (path: string, name: string) =>
    apiDocument.paths[path]?.get?.parameters.find((parameter) => parameter.name === name);
  const options = findParameter("/jobs/{job_id}/data/{data_set}/{row_index}", "options");
  assert.match(JSON.stringify(options), '"content":{"application/json":{"schema":{"type":"object"');
  const status = findParameter("/jobs/", "status");
  assert.match(JSON.stringify(status), '"style":"form","explode":false');
  const upload = apiDocument.paths["/upload/{generated_file_name}"]?.post;
  assert.equal(Object.keys(upload?.requestBody?.content ?? {}), ["application/octet-stream"]);
  assert.ok(upload?.responses[200] && upload.responses[201]);
});

/** A field is clear without a description if these names say what it holds. */
const CLEAR_NAMES = new Set(
  `id name title kind type value text description help_text verbose_name display_name status state reason message
   email password current_password new_password address url href slug key unit tags creator owner_name
   job job_id user_id spec_version_id input input_file_id input_file_name output_file_id output_file_name
   time creation_time modified_time last_modified_time items contents total_count page_number is_integer is_directory
   probability failed complete needs_configuration choices`.split(/\s+/),
);
/** The fields of `spec.json` are described on the guide's page about it, those of a figure by plotly.js. */
const DESCRIBED_ELSEWHERE = ["SpecVersion", "Graph"];

openApi("describes each field whose name does not say all", () => {
  const { schemas } = apiDocument.components;
  const described = Object.entries(schemas).filter(([name]) => !DESCRIBED_ELSEWHERE.includes(name));
  const unclear = new Set<string>();
  visitObjects([apiDocument.paths, described], ({ type, properties }) => {
    if (type !== "object") return;
    for (const [name, field] of Object.entries(Object(properties)))
      if (!("description" in Object(field)) && !CLEAR_NAMES.has(name)) unclear.add(name);
  });
  assert.equal([...unclear], []);
});

openApi("says who may call each route, as the policies decide", () => {
  for (const name of routeNames) {
    const verdicts = new Map<Kind, Verdict | undefined>(
      CALLER_KINDS.map((kind, index) => [kind, POLICY_CASES[name].expected[index]]),
    );
    const mayCall = (kind: Kind) => verdicts.get(kind) === "allowed";
    const access = findAccess(name, routes[name]);
    assert.is(access === "anyone", mayCall("nobody"), name);
    assert.is(["anyone", "user"].includes(access), mayCall("stranger"), name);
    assert.is(["anyone", "user", "viewer"].includes(access), mayCall("guest"), name);
    assert.is(!["manager", "admin"].includes(access), mayCall("colleague"), name);
    assert.is(access !== "admin", mayCall("owner"), name);
  }
});

openApi("has a list for people with every route", () => {
  const list = formatRouteList();
  for (const name of routeNames) {
    const { method, path } = routes[name];
    assert.is(list.split(`- \`${method} ${path}\`: `).length, 2, name);
  }
});
