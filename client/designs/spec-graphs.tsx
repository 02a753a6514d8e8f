import { List, Paper, Text, Title } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { Graph, SimulationDetail } from "@understudy/shared/api/simulation.ts";
import { isActive } from "@understudy/shared/domain/job.ts";
import { GRAPH_POLL_MS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useCallback, useMemo, useRef } from "react";
import { call } from "#api/call.ts";
import { useSimulationCounts } from "#data/jobs.ts";
import { useQuery } from "#data/query.ts";
import type { PointReference } from "#plots/analysis/analysis-figure.ts";
import { AnalysisPlot } from "#plots/analysis/analysis-plot.tsx";
import { createSpecGraph } from "#plots/analysis/spec-graph.ts";
import { usePalette } from "#plots/use-palette.ts";
import { usePageSelection } from "#selection/page-selection.ts";
import { Card } from "#ui/cards/card.tsx";
import { ErrorBanner } from "#ui/load-states.tsx";
import { keepEqual } from "./keep-equal.ts";
import classes from "./simulations.module.css";

const GRAPH_HEIGHT_PX = 320;

function DrawnGraph({ graph: { title, figure } }: { graph: Extract<Graph, { status: "ready" }> }) {
  const palette = usePalette();
  const shown = useMemo(() => createSpecGraph(title, figure, palette), [title, figure, palette]);
  const { select, useSelected } = usePageSelection();
  const simulations = useSelected("simulation");
  const points = useMemo(() => simulations && shown.findReferences(simulations), [simulations, shown]);
  const selection = {
    points,
    onSelect: (references: readonly PointReference[] | null) =>
      select({ simulation: references && shown.findSimulations(references) }),
  };
  return (
    <AnalysisPlot
      figure={shown}
      label={`Graph: ${title}`}
      height={GRAPH_HEIGHT_PX}
      {...(shown.hasSimulations && { selection })}
    />
  );
}

function GraphCard({ graph }: { graph: Graph }) {
  return (
    <Paper withBorder p="sm">
      <Title order={3} size="h5" className={classes.name}>
        {graph.title}
      </Title>
      {graph.status === "ready" ? (
        <DrawnGraph graph={graph} />
      ) : (
        <div className={classes.lacking}>
          <Text size="sm" fw={600}>
            {MESSAGES.graph}
          </Text>
          <List size="sm">
            {graph.errors.map(({ field, message }) => (
              <List.Item key={`${field} ${message}`}>
                <b>{field}</b>: {message}
              </List.Item>
            ))}
          </List>
        </div>
      )}
    </Paper>
  );
}

type Loaded = { graphs: Graph[] };
type Load = (signal: AbortSignal) => Promise<Loaded>;

/** Loads graphs; one that an answer brings again unchanged stays the same object. */
function useGraphs(load: Load, everyMs: number | null) {
  const latest = useRef<readonly Graph[]>([]);
  const loadChanges = useCallback(
    async (signal: AbortSignal) => {
      latest.current = keepEqual(latest.current, (await load(signal)).graphs);
      return latest.current;
    },
    [load],
  );
  return useQuery(loadChanges, { everyMs });
}

function Graphs({
  load,
  everyMs = null,
  isCard = false,
}: {
  load: Load;
  everyMs?: number | null;
  isCard?: boolean;
}) {
  const { value, failure, reload } = useGraphs(load, everyMs);
  if (value === null)
    return failure === null ? null : <ErrorBanner message={MESSAGES.graph} onRetry={reload} />;
  if (value.length === 0) return null;
  const graphs = value.map((graph, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: graphs keep the manifest's order, and two may have one title
    <GraphCard key={index} graph={graph} />
  ));
  if (isCard)
    return (
      <Card name="graphs" title="Graphs">
        <div className={classes.plots}>{graphs}</div>
      </Card>
    );
  return (
    <section aria-label="Graphs" className={classes.plots}>
      {graphs}
    </section>
  );
}

/** The graphs that the spec defines, for one completed simulation. */
export function SimulationGraphs({ job, simulation }: { job: Job; simulation: SimulationDetail }) {
  const { id, status } = simulation;
  const load = useCallback(
    (signal: AbortSignal) =>
      call("getSimulationGraphs", { params: { job_id: job.id, simulation_id: id }, signal }),
    [job.id, id],
  );
  return status === "Complete" ? <Graphs load={load} /> : null;
}

/** The score and the variables by evaluation, of an optimization that has evaluated something. */
export function IterationGraphs({ job }: { job: Job }) {
  const { id, status } = job;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the job has moved on
  const load = useCallback(
    (signal: AbortSignal) => call("getIterationValues", { params: { job_id: id }, signal }),
    [id, status],
  );
  return <Graphs load={load} everyMs={isActive(status) ? GRAPH_POLL_MS : null} />;
}

/**
 * The graphs that the spec defines, for all simulations of a job; none before one of them is complete.
 * @param isCard they stand among the cards of the page
 */
export function JobGraphs({ job, isCard = false }: { job: Job; isCard?: boolean }) {
  const { id, status } = job;
  const complete = useSimulationCounts(job)?.complete ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the job has moved on
  const load = useCallback(
    (signal: AbortSignal) => call("getJobGraphs", { params: { job_id: id }, signal }),
    [id, status],
  );
  if (complete === 0) return null;
  return <Graphs load={load} everyMs={status === "Running" ? GRAPH_POLL_MS : null} isCard={isCard} />;
}
