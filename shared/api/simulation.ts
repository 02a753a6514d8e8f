import { z } from "zod";
import { simulationOrigin, simulationStatus, undefinedOutputs } from "../domain/simulation.ts";
import { scalarValue } from "../domain/variable.ts";
import { MAX_NAMED_SIMULATIONS } from "../limits.ts";
import { queuePlace } from "../worker-parts.ts";
import { booleanText, integerText, listText } from "./codec.ts";
import { graphFigure } from "./graph-figure.ts";
import { jobParams } from "./job.ts";
import { ids, listQuery, page } from "./list.ts";
import { noContent, route } from "./route.ts";

/** The value of a variable or an output of one simulation. */
export const typedValue = z.discriminatedUnion("type", [
  z.object({ type: z.literal("Scalar"), value: z.number() }),
  /** A String, or an option of a select. */
  z.object({ type: z.literal("String"), value: scalarValue }),
  z.object({ type: z.literal("Vector"), value: z.array(z.number()) }),
  /** The name of the file. */
  z.object({ type: z.literal("File"), value: z.string() }),
]);
export type TypedValue = z.infer<typeof typedValue>;
const typedValues = z.record(z.string(), typedValue);

/** A row of the table of simulations. */
export const simulation = z.object({
  id: z.int(),
  status: simulationStatus.describe("Where the simulation stands."),
  origin: simulationOrigin.describe("Why the job runs it."),
  score: z.number().nullable().describe("The score; null: there is no score function, or no result."),
  in_spec: z
    .boolean()
    .nullable()
    .describe("True: its score is at least 0; null: it has no score that says so."),
  verified_in_or_out_of_spec: z
    .boolean()
    .describe("True: a simulation has shown whether the design is in spec, not only the emulator."),
  running_time: z.number().nullable().describe("The time that the command ran, in seconds."),
  inputs: typedValues.describe("The values of the varied variables, by name."),
  outputs: typedValues.nullable().describe("The scalar outputs, by name; null: there is no result."),
  undefined_outputs: undefinedOutputs.describe(
    "Why each output of the result without a value has none, by name; curves among them.",
  ),
  resource: z
    .object({ id: z.int(), name: z.string() })
    .nullable()
    .describe("The server that runs or ran it."),
  queue_place: queuePlace
    .nullable()
    .describe("The place that the scheduler of its server's cluster has for it; null: no scheduler has it."),
  error: z.string().nullable().describe("The reason why it failed."),
  can_be_deleted: z.boolean().describe("True: the caller may delete it."),
  creation_time: z.iso.datetime(),
  finish_time: z.iso.datetime().nullable().describe("The time at which it ended; null: it has not."),
});
export type Simulation = z.infer<typeof simulation>;

/** A vector output, drawn through at most as many points as a plot can show. */
export const simulationCurve = z.object({
  name: z.string(),
  values: z.array(z.number()).describe("The values of the curve, in the stored unit."),
  coordinate: z
    .object({
      name: z.string().nullable().describe("The name of the coordinate; null: the index of the points."),
      values: z.array(z.number()).describe("The places of the values along the coordinate."),
    })
    .describe("The coordinate that it is a curve over, at the same points; the row index where it has none."),
});
export type SimulationCurve = z.infer<typeof simulationCurve>;

export const keptFile = z.object({
  path: z.string().describe("Its path in the simulation's directory."),
  size: z.int().describe("Its size in bytes."),
  href: z.string().describe("The address to download it from."),
});
export type KeptFile = z.infer<typeof keptFile>;

/** Everything that is known of one simulation. */
export const simulationDetail = simulation.extend({
  inputs: typedValues.describe(
    "The values of all variables, including those that all simulations of the job share.",
  ),
  curves: z.array(simulationCurve).describe("The Vector outputs."),
  log_tail: z.string().nullable().describe("The end of what the command wrote."),
  files: z.array(keptFile).describe("The files that the spec's `keep_files` kept, and the whole log."),
});
export type SimulationDetail = z.infer<typeof simulationDetail>;

/** A graph that the spec's manifest asks for; `errors` say what it lacks where it cannot be drawn. */
export const graph = z.discriminatedUnion("status", [
  z.object({
    status: z.literal("ready"),
    title: z.string(),
    figure: graphFigure.describe("The graph, as plotly.js takes it."),
  }),
  z.object({
    status: z.literal("failed"),
    title: z.string(),
    errors: z
      .array(
        z.object({
          field: z.string().describe("The field of the graph's definition in `spec.json`."),
          message: z.string(),
        }),
      )
      .describe("Why it could not be drawn."),
  }),
]);
export type Graph = z.infer<typeof graph>;
const graphs = z.object({ graphs: z.array(graph).describe("The graphs, in the order of the spec.") });

/** Characters of a list of simulations in an address. */
const MAX_LIST_LENGTH = 8_000;
const simulationsText = listText(integerText, MAX_NAMED_SIMULATIONS, MAX_LIST_LENGTH);
/** The query of the simulations as CSV. */
export const simulationsCsvQuery = z.object({
  ids: simulationsText.optional().describe("The simulations in the file; left out: all of the job's."),
  units: z.string().optional().describe("`shown`: values in the units that the pages show."),
});

export const SIMULATION_SORT_COLUMNS = ["id", "status", "score", "running_time"] as const;
const simulationParams = jobParams.extend({ simulation_id: integerText });

export const simulationRoutes = {
  listSimulations: route({
    method: "GET",
    path: "/jobs/{job_id}/simulations",
    summary: "A page of a job's simulations",
    audience: "full-user",
    params: jobParams,
    query: listQuery(SIMULATION_SORT_COLUMNS).extend({
      include_pending: booleanText
        .optional()
        .describe("Simulations that wait or run are included, too (the default)."),
    }),
    response: page(simulation).extend({
      job_is_running: z.boolean().describe("True: more simulations may come."),
    }),
  }),
  getSimulation: route({
    method: "GET",
    path: "/jobs/{job_id}/simulations/{simulation_id}",
    summary: "One simulation: all values, its log and its files",
    audience: "full-user",
    params: simulationParams,
    response: simulationDetail,
  }),
  findExistingSimulations: route({
    method: "GET",
    path: "/jobs/{job_id}/simulations/existing",
    summary: "Those among some simulations that the job still has",
    audience: "full-user",
    params: jobParams,
    query: z.object({ ids: simulationsText.describe("The simulations to look for.") }),
    response: z.object({ ids: z.array(z.int()).describe("The simulations that exist.") }),
  }),
  deleteSimulations: route({
    method: "POST",
    path: "/jobs/{job_id}/simulations:delete",
    summary: "Delete simulations that are over, while their job is not worked on",
    audience: "full-user",
    status: 204,
    params: jobParams,
    body: ids,
    response: noContent,
  }),
  getSimulationGraphs: route({
    method: "GET",
    path: "/jobs/{job_id}/simulations/{simulation_id}/graphs",
    summary: "The spec's graphs of one simulation",
    audience: "full-user",
    params: simulationParams,
    response: graphs,
  }),
  getJobGraphs: route({
    method: "GET",
    path: "/jobs/{job_id}/graphs",
    summary: "The spec's graphs of a job's simulations",
    audience: "full-user",
    params: jobParams,
    response: graphs,
  }),
} as const;
