import { Alert, Anchor, Code, Group, Stack, Table, Text, Title } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { KeptFile, SimulationDetail } from "@understudy/shared/api/simulation.ts";
import { OPEN_STATUSES } from "@understudy/shared/domain/simulation.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { bytesText } from "@understudy/shared/number-text.ts";
import { formatValue } from "@understudy/shared/quantities/quantity-text.ts";
import { useCallback, useState } from "react";
import { call } from "#api/call.ts";
import { useJobConfig } from "#data/jobs.ts";
import { useQuery } from "#data/query.ts";
import { Fact } from "#designs/fact.tsx";
import classes from "#designs/simulations.module.css";
import { SimulationGraphs } from "#designs/spec-graphs.tsx";
import { describeUndefined, formatQueuePlace, isPredicted, PREDICTED_TEXT } from "#designs/values.ts";
import { formatDate, formatDuration } from "#ui/format.ts";
import { ErrorBanner, LoadingLines } from "#ui/load-states.tsx";
import { StatusBadge } from "#ui/status-badge.tsx";
import { SimulationResults } from "./simulation-results.tsx";
import { useSimulationTick } from "./use-simulations.ts";
import { InputTable } from "./value-table.tsx";

function Facts({ simulation }: { simulation: SimulationDetail }) {
  const { running_time, resource, queue_place, score, finish_time, in_spec } = simulation;
  const hasPrediction = isPredicted(simulation);
  return (
    <dl className={classes.facts}>
      {!hasPrediction && (
        <Fact label="Running time">{running_time === null ? "–" : formatDuration(running_time)}</Fact>
      )}
      <Fact label="Server">{hasPrediction ? PREDICTED_TEXT : (resource?.name ?? "–")}</Fact>
      {queue_place !== null && <Fact label="Queue">{formatQueuePlace(simulation)}</Fact>}
      {score !== null && <Fact label="Score">{formatValue(score)}</Fact>}
      {in_spec !== null && <Fact label="In spec">{in_spec ? "Yes" : "No"}</Fact>}
      <Fact label="Finished">{finish_time === null ? "–" : formatDate(finish_time)}</Fact>
    </dl>
  );
}

/** Everything of one simulation: what went in, what came out, its graphs, why it failed, its log and its files. */
export function SimulationView({ job, id }: { job: Job; id: number }) {
  const { simulation, failure, reload } = useSimulation(job, id);
  const { config } = useJobConfig(job.id);
  if (simulation === null)
    return failure === null ? (
      <LoadingLines rows={8} height={29} />
    ) : (
      <ErrorBanner message={MESSAGES.loadingSimulations} onRetry={reload} />
    );
  const { status, error, inputs, outputs, log_tail, files } = simulation;
  const missing = describeUndefined(simulation, config?.outputs ?? []);
  return (
    <Stack gap="md">
      <Group gap="xl" align="center">
        <StatusBadge status={status} />
        <Facts simulation={simulation} />
      </Group>
      {error !== null && (
        <Alert
          color={outputs === null ? "red" : "yellow"}
          variant="light"
          title={outputs === null ? "This simulation failed" : "This simulation has no score"}
          role="alert"
        >
          {error}
        </Alert>
      )}
      {missing.names !== "" && (
        <Alert color="yellow" variant="light" title={`Undefined: ${missing.names}`} role="status">
          {missing.reasons}
        </Alert>
      )}
      {outputs === null ? (
        <InputTable values={inputs} definitions={config?.inputs ?? []} />
      ) : (
        <SimulationResults job={job} simulation={simulation} config={config} />
      )}
      {outputs === null && error === null && (
        <Text c="dimmed" size="sm">
          Its outputs appear here once it has finished.
        </Text>
      )}
      <SimulationGraphs job={job} simulation={simulation} />
      {log_tail !== null && log_tail !== "" && (
        <section aria-label="Log">
          <Title order={3} size="h5" mb={4}>
            End of the log
          </Title>
          <Code block className={classes.log}>
            {log_tail}
          </Code>
        </section>
      )}
      <SimulationFiles files={files} />
    </Stack>
  );
}

/** One simulation, read again until it is over. */
function useSimulation(job: Job, id: number) {
  const tick = useSimulationTick(job);
  const [isOver, setOver] = useState(false);
  const version = isOver ? `over ${job.status}` : tick;
  const load = useCallback(
    async (signal: AbortSignal) => {
      const params = { job_id: job.id, simulation_id: id };
      const loaded = await call("getSimulation", { params, signal });
      setOver(!OPEN_STATUSES.some((open) => open === loaded.status));
      return loaded;
    },
    [job.id, id],
  );
  const { value: simulation, failure, reload } = useQuery(load, { tick: version });
  return { simulation, failure, reload };
}

/** The kept files of a simulation, for download. */
function SimulationFiles({ files }: { files: readonly KeptFile[] }) {
  if (files.length === 0) return null;
  return (
    <section aria-label="Files">
      <Title order={3} size="h5" mb={4}>
        Files
      </Title>
      <Table aria-label="Files" verticalSpacing={3}>
        <Table.Tbody>
          {files.map(({ path, size, href }) => (
            <Table.Tr key={path}>
              <Table.Td className={classes.name}>
                <Anchor href={href} download>
                  {path}
                </Anchor>
              </Table.Td>
              <Table.Td ta="right" c="dimmed" w={110}>
                {bytesText(size)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
