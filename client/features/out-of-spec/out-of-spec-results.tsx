import { Alert, Group, Paper, Skeleton, Stack, Table, Text, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import type { FalseAlarms, OutOfSpec } from "@understudy/shared/api/out-of-spec.ts";
import { counted } from "@understudy/shared/counted.ts";
import { isActive } from "@understudy/shared/domain/job.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { useCallback, useMemo, useRef, useState } from "react";
import { call } from "#api/call.ts";
import { useJobConfig, useJobProgress } from "#data/jobs.ts";
import { useQuery } from "#data/query.ts";
import { inEmulatorPath } from "#designs/design-links.ts";
import { emulatorText } from "#designs/design-text.ts";
import { Fact } from "#designs/fact.tsx";
import optimization from "#designs/optimization.module.css";
import { withRanges } from "#designs/quantities.ts";
import { ResultHead } from "#designs/result-head.tsx";
import { alarmSentence, boundsSentence, builtSentence, endSentence, headline } from "#designs/result-text.ts";
import { shareText } from "#designs/share-text.ts";
import { JobGraphs } from "#designs/spec-graphs.tsx";
import { DistributionsSection } from "#designs/yield/distributions-section.tsx";
import { YieldSection } from "#designs/yield/yield-section.tsx";
import { SelectionBar } from "#selection/selection-bar.tsx";
import { DownloadChoice } from "#ui/download-choice.tsx";
import { ErrorBanner } from "#ui/load-states.tsx";
import { saveFile } from "#ui/save-file.ts";
import { ScrollFrame } from "#ui/scroll-frame.tsx";
import { alarmsCsv, pointsCsv } from "./csv.ts";
import classes from "./out-of-spec.module.css";
import { Overview } from "./overview.tsx";
import { PointCard, RegionCard } from "./region-card.tsx";
import { Regions } from "./regions.tsx";

/** The designs that are out of spec: their share of the ranges, the separate regions, and the worst designs. */
export function OutOfSpecResults({ job }: { job: Job }) {
  const { value, failure, reload } = useOutOfSpec(job);
  if (value === null)
    return failure === null ? (
      <Skeleton height={320} />
    ) : (
      <ErrorBanner message={MESSAGES.loadingResults} onRetry={reload} />
    );
  return <Results job={job} outOfSpec={value} />;
}

function Results({ job, outOfSpec }: { job: Job; outOfSpec: OutOfSpec }) {
  const { config } = useJobConfig(job.id);
  const looks = useMemo(
    () =>
      config &&
      withRanges(
        config,
        outOfSpec.regions.map(({ worst }) => worst),
      ),
    [config, outOfSpec.regions],
  );
  const [region, setRegion] = useState(0);
  const [point, setPoint] = useState<number | null>(null);
  const { regions, points, false_alarms, emulator } = outOfSpec;
  const cards = useRef<HTMLDivElement>(null);
  const chosen = regions[region] === undefined ? 0 : region;
  const clicked = point === null ? undefined : points[point];
  const hasRegions = regions.length > 0;
  return (
    <Stack gap="sm">
      <EmulatorNotice outOfSpec={outOfSpec} />
      <SpecSummary job={job} outOfSpec={outOfSpec} />
      {hasRegions && <Regions outOfSpec={outOfSpec} looks={looks} selected={chosen} onSelect={setRegion} />}
      {(hasRegions || clicked !== undefined) && (
        <div ref={cards} className={optimization.cards}>
          {hasRegions && <RegionCard job={job} outOfSpec={outOfSpec} looks={looks} region={chosen} />}
          {clicked !== undefined && (
            <PointCard job={job} outOfSpec={outOfSpec} looks={looks} point={clicked} />
          )}
        </div>
      )}
      {points.length > 0 && (
        <Overview
          outOfSpec={outOfSpec}
          looks={looks}
          region={regions[chosen] ?? null}
          selected={clicked === undefined ? null : point}
          onSelect={setPoint}
        />
      )}
      {false_alarms !== null && outOfSpec.is_verified && <FalseAlarmTable alarms={false_alarms} />}
      {looks !== null && !outOfSpec.is_simulated && (
        <YieldSection
          job={job}
          around={null}
          distributions={{}}
          looks={looks}
          needsLeastScore={false}
          emulatorJobId={outOfSpec.emulator?.job_id ?? null}
        />
      )}
      {looks !== null && outOfSpec.is_simulated && <DistributionsSection job={job} looks={looks} />}
      <JobGraphs job={job} />
      <SelectionBar
        job={job}
        counts={{ design: points.length }}
        onCompare={({ number }) => {
          setPoint(number);
          cards.current?.scrollIntoView({ block: "nearest" });
        }}
        makeFiles={async ({ design }) => {
          const selected = points.filter((_, at) => design?.has(at));
          return [{ name: "selected-designs", csv: pointsCsv(selected, looks) }];
        }}
        findEmulatorPath={({ number }) => {
          const inputs = points[number]?.inputs;
          return emulator && inputs ? inEmulatorPath(emulator.job_id, inputs) : null;
        }}
      />
    </Stack>
  );
}

function EmulatorNotice({ outOfSpec }: { outOfSpec: OutOfSpec }) {
  const text = emulatorText(outOfSpec, "the search");
  return text === null ? null : (
    <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />}>
      <Text size="sm">{text}</Text>
    </Alert>
  );
}

/** While the job is worked on (ms). */
const REFRESH_INTERVALS = { leastMs: 2_000, everyMs: 10_000 } as const;

/** The designs that are out of spec, live. */
function useOutOfSpec({ id, revision, status }: Job) {
  const { percentage, text } = useJobProgress(id);
  const load = useCallback(
    (signal: AbortSignal) => call("getOutOfSpec", { params: { job_id: id }, signal }),
    [id],
  );
  return useQuery(load, {
    tick: JSON.stringify([revision, percentage, text]),
    leastMs: REFRESH_INTERVALS.leastMs,
    everyMs: isActive(status) ? REFRESH_INTERVALS.everyMs : null,
  });
}

/** The result in a sentence, what the bounds make of it, and how far the search is or how it ended. */
function SpecSummary({ job, outOfSpec }: { job: Job; outOfSpec: OutOfSpec }) {
  const { text } = useJobProgress(job.id);
  const { evaluations, simulations, shares, regions } = outOfSpec;
  const isRunning = isActive(job.status);
  const stage = isRunning ? text : endSentence(outOfSpec);
  const bounds = boundsSentence(outOfSpec);
  const built = builtSentence(outOfSpec);
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="out-of-spec-result">
      <ResultHead
        id="out-of-spec-result"
        headline={headline(outOfSpec)}
        sentences={[bounds, built]}
        stage={stage}
      >
        {shares !== null && <Fact label="Out of spec">{shareText(shares.predicted)}</Fact>}
        {shares !== null && <Fact label="Regions">{regions.length}</Fact>}
        {evaluations > 0 && <Fact label="Designs rated">{countText(evaluations)}</Fact>}
        {(outOfSpec.is_simulated || outOfSpec.is_verified) && (
          <Fact label="Simulations">{countText(simulations)}</Fact>
        )}
      </ResultHead>
    </Paper>
  );
}

/** The emulator's predictions of designs, and the results of their simulations. */
function FalseAlarmTable({ alarms }: { alarms: FalseAlarms }) {
  const { without_score } = alarms;
  const rows = [
    ["Out of spec", alarms.confirmed, alarms.false_alarms, "False alarms", alarms.false_alarm_share],
    ["In spec", alarms.misses, alarms.confirmed_in_spec, "Misses", alarms.miss_share],
  ] as const;
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="false-alarms">
      <Group justify="space-between" gap="xs">
        <Title order={2} id="false-alarms">
          Predictions verified
        </Title>
        <DownloadChoice
          label="Download table"
          file={{ save: () => saveFile("false-alarms.csv", "text/csv", alarmsCsv(alarms)) }}
        />
      </Group>
      <Text size="sm" mb={6}>
        {alarmSentence(alarms)}
      </Text>
      <ScrollFrame label="Table of verified predictions" className={classes.frame}>
        <Table aria-label="Verified predictions" className={classes.alarms}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Predicted</Table.Th>
              <Table.Th ta="right">Simulated out of spec</Table.Th>
              <Table.Th ta="right">Simulated in spec</Table.Th>
              <Table.Th ta="right">Predicted wrongly</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(([predicted, out, inside, name, share]) => (
              <Table.Tr key={predicted}>
                <Table.Th scope="row" fw={400}>
                  {predicted}
                </Table.Th>
                <Table.Td ta="right">{out}</Table.Td>
                <Table.Td ta="right">{inside}</Table.Td>
                <Table.Td ta="right">{share === null ? "–" : `${name}: ${shareText(share)}`}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollFrame>
      <Text size="xs" c="dimmed" mt={4}>
        Most simulations are placed near the limit, where predictions are least certain: over all of the
        ranges fewer are wrong.
        {without_score > 0 && ` ${counted(without_score, "simulation")} failed or gave no score.`}
      </Text>
    </Paper>
  );
}
