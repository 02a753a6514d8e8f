/** Collects the schemas that several operations share, as the components of an OpenAPI document. */
import { emulatorAnswer, outputPrediction } from "@understudy/shared/api/emulator.ts";
import { emulatorExport } from "@understudy/shared/api/emulator-export.ts";
import { emulatorReport } from "@understudy/shared/api/emulator-report.ts";
import { apiError } from "@understudy/shared/api/error.ts";
import { job, jobListItem } from "@understudy/shared/api/job.ts";
import { jobConfig } from "@understudy/shared/api/job-config.ts";
import { type JsonSchema, toJsonSchema } from "@understudy/shared/api/json-schema.ts";
import { notificationSettings } from "@understudy/shared/api/notification.ts";
import { personDetail } from "@understudy/shared/api/person.ts";
import { resource } from "@understudy/shared/api/resource.ts";
import { graph, simulation, simulationDetail } from "@understudy/shared/api/simulation.ts";
import { spec, specDetail, specVersion } from "@understudy/shared/api/spec.ts";
import { currentUser } from "@understudy/shared/api/user.ts";
import { z } from "zod";

const NAMED_SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  Error: apiError,
  CurrentUser: currentUser,
  Person: personDetail,
  NotificationSettings: notificationSettings,
  JobListItem: jobListItem,
  Job: job,
  JobConfig: jobConfig,
  EmulatorAnswer: emulatorAnswer,
  OutputPrediction: outputPrediction,
  EmulatorReport: emulatorReport,
  EmulatorExport: emulatorExport,
  Spec: spec,
  SpecDetail: specDetail,
  SpecVersion: specVersion,
  Simulation: simulation,
  SimulationDetail: simulationDetail,
  Graph: graph,
  Resource: resource,
};
const names = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(NAMED_SCHEMAS)) names.add(schema, { id });

/** Schemas by name, as `components.schemas` has them. */
export type Components = Map<string, JsonSchema>;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Describes what a route answers. Named schemas in it become components.
 * @param owner the name of the route, after which components without a name are called
 */
export function describeResponse(schema: z.ZodType, owner: string, components: Components): JsonSchema {
  // Within an object, so that a named schema becomes a reference wherever it stands.
  const described = toJsonSchema(z.object({ response: schema }), { io: "output", metadata: names });
  const moved = moveDefinitions(described, owner, components, new Map());
  const { response } = isRecord(moved.properties) ? moved.properties : {};
  return isRecord(response) ? response : {};
}

/** Describes what a route takes. It has no named schemas: what is optional in a request is there in an answer. */
export function describeRequest(schema: z.ZodType, owner: string, components: Components): JsonSchema {
  return moveDefinitions(toJsonSchema(schema), owner, components, new Map());
}

/** Describes a parameter by the value that its text stands for, as `integer`. */
export function describeParameter(schema: z.ZodType, owner: string, components: Components): JsonSchema {
  return moveDefinitions(toJsonSchema(schema, { io: "output" }), owner, components, new Map());
}

/**
 * Moves the definitions of a schema to the components, and what refers to them along.
 * @param references the new reference of each old one
 * @returns a new schema; `schema` stays as it is
 */
function moveDefinitions(
  { $schema: _, $defs = {}, ...schema }: Record<string, unknown> & { $defs?: unknown },
  owner: string,
  components: Components,
  references: ReadonlyMap<string, string>,
): JsonSchema {
  const definitions = isRecord($defs) ? Object.entries($defs) : [];
  const componentNames = definitions.map(([key]) => {
    const isNamed = key in NAMED_SCHEMAS;
    return isNamed ? key : `${owner.charAt(0).toUpperCase()}${owner.slice(1)}_${key.replace(/^_+/, "")}`;
  });
  const scope = new Map(references);
  definitions.forEach(([key], index) => {
    scope.set(`#/$defs/${key}`, `#/components/schemas/${componentNames[index]}`);
  });
  const move = (value: unknown, key = ""): unknown => {
    if (Array.isArray(value)) return value.map((item) => move(item));
    if (key === "$ref" && typeof value === "string") return scope.get(value) ?? value;
    return isRecord(value) ? moveDefinitions(value, owner, components, scope) : value;
  };
  definitions.forEach(([, definition], index) => {
    const name = componentNames[index] ?? "";
    if (!isRecord(definition) || components.has(name)) return;
    const { id: _id, ...rest } = definition;
    components.set(name, moveDefinitions(rest, owner, components, scope));
  });
  const entries = Object.entries(schema).filter(([, value]) => !isLimitOfNumbers(value));
  return Object.fromEntries(entries.map(([key, value]) => [key, move(value, key)]));
}

/** zod gives every integer the limits of JavaScript, which say nothing about the API. */
const isLimitOfNumbers = (value: unknown): boolean => Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
