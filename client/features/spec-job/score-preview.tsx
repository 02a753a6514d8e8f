import { Loader, Paper, Skeleton, Stack, Table, Text, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { ScorePreview as PreviewAnswer, ScoreSpread } from "@understudy/shared/api/score-preview.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useCallback, useId, useMemo, useState } from "react";
import type { ApiFailure } from "#api/call.ts";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";
import { ChartPlot } from "#plots/chart/chart-plot.tsx";
import { Legend, type LegendItem } from "#plots/chart/legend.tsx";
import { chooseMarkedScores, scoreHistogramChart } from "#plots/figures/score-histogram.ts";
import type { Palette } from "#plots/model/palette.ts";
import { usePalette } from "#plots/use-palette.ts";
import { ErrorBanner } from "#ui/load-states.tsx";
import { type PreviewRequest, previewRequest } from "./preview-request.ts";
import { initialText, percentText, type ReadyPreview, remark, scoreText, verdict } from "./preview-text.ts";
import type { ReadJob } from "./read-job.ts";
import classes from "./score-preview.module.css";

/** The meaning of the score before the job runs, by the rows and designs that are known. */
export function ScorePreview({ specVersionId, read }: { specVersionId: number; read: ReadJob }) {
  const titleId = useId();
  const request = useMemo(() => previewRequest(read), [read]);
  const { preview, isStale, failure, reload } = useScorePreview(specVersionId, request);
  if (read.payload.emulator_job_id === null) return null;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={titleId}>
      <div className={classes.head}>
        <Title order={2} id={titleId}>
          Score preview
        </Title>
        {request !== null && isStale && failure === null && <Loader size={14} aria-label="Rating rows" />}
      </div>
      {request === null ? (
        <Text size="xs" c="dimmed" mt={6}>
          Shows how the training rows do by the score, once it and the variables are complete.
        </Text>
      ) : failure !== null ? (
        <Refused failure={failure} onRetry={reload} />
      ) : preview === null ? (
        <Skeleton height={260} mt="sm" />
      ) : (
        <div className={classes.preview} data-stale={isStale || undefined}>
          <Preview preview={preview} />
        </div>
      )}
    </Paper>
  );
}

function Refused({ failure, onRetry }: { failure: ApiFailure; onRetry: () => void }) {
  const problems = Object.values(failure.fields).flat();
  return (
    <Stack mt="sm">
      <ErrorBanner message={MESSAGES.previewingScore} onRetry={onRetry}>
        <Text size="sm">{problems.length > 0 ? problems.join(" ") : failure.message}</Text>
      </ErrorBanner>
    </Stack>
  );
}

function Preview({ preview }: { preview: ReadyPreview }) {
  const { rows, designs, initial } = preview;
  const palette = usePalette();
  const histogram = rows?.histogram ?? null;
  const markedScores = useMemo(
    () => ({ initial: initial.score, hasSpec: designs.in_spec !== null }),
    [initial.score, designs.in_spec],
  );
  const chart = useMemo(
    () => histogram && scoreHistogramChart(histogram, markedScores, palette),
    [histogram, markedScores, palette],
  );
  const { text, isBad } = verdict(preview);
  const more = rows && remark(rows);
  return (
    <Stack gap="xs">
      <Text size="sm" className={classes.verdict} data-bad={isBad || undefined} aria-live="polite">
        {text}
      </Text>
      <Table aria-label="Scores" verticalSpacing={3} horizontalSpacing={4} fz="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th />
            {["Best", "Median", designs.in_spec === null ? "In limits" : "In spec"].map((name) => (
              <Table.Th key={name} ta="right" className={classes.number}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows !== null && <Spread name="Training rows" spread={rows} />}
          <Spread name="Designs in the ranges" spread={designs} />
        </Table.Tbody>
      </Table>
      <Text size="xs" data-numeric>
        <Text span c="dimmed">
          Initial values:
        </Text>{" "}
        {initialText(initial)}
      </Text>
      {histogram !== null && chart !== null && (
        <div>
          <ChartPlot chart={chart} label="Scores of the training rows" height={190} isWaiting={false} />
          <Legend items={createLegend(chooseMarkedScores(histogram, markedScores), palette)} />
        </div>
      )}
      {more !== null && (
        <Text size="xs" c="dimmed">
          {more}
        </Text>
      )}
    </Stack>
  );
}

/** The lines of the histogram. */
const createLegend = (
  { initial, spec }: ReturnType<typeof chooseMarkedScores>,
  palette: Palette,
): LegendItem[] => [
  ...(initial === null ? [] : [{ label: "Initial values", color: palette.actual, kind: "line" as const }]),
  ...(spec === null ? [] : [{ label: "In spec from here", color: palette.muted, kind: "dots" as const }]),
];

function Spread({ name, spread }: { name: string; spread: ScoreSpread }) {
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400} c="dimmed">
        {name}
      </Table.Th>
      {[scoreText(spread.best), scoreText(spread.median), percentText(spread)].map((text, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column each
        <Table.Td key={at} ta="right" className={classes.number} data-numeric>
          {text}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

/** After the last change of the form. */
const QUIET_MS = 400;
/** While the server reads the emulator. */
const AGAIN_MS = 1_000;
const TIMEOUT_MS = 60_000;

type ShownPreview = { readonly of: string; readonly preview: PreviewAnswer };

/**
 * The meaning of the score, once the form has not changed for a while.
 * @returns `isStale`: of an earlier state of the form
 */
function useScorePreview(spec_version_id: number, request: PreviewRequest | null) {
  const key = request && JSON.stringify(request);
  const [quiet] = useDebouncedValue(key, QUIET_MS);
  const [isLoading, setLoading] = useState(false);
  const load = useCallback(
    async (signal: AbortSignal): Promise<ShownPreview | null> => {
      if (quiet === null) return null;
      const body: PreviewRequest = JSON.parse(quiet);
      const preview = await call("previewScore", {
        params: { spec_version_id },
        body,
        signal,
        timeoutMs: TIMEOUT_MS,
      });
      setLoading(preview.status === "loading");
      return { of: quiet, preview };
    },
    [quiet, spec_version_id],
  );
  const { value, failure, reload } = useQuery(load, { everyMs: isLoading ? AGAIN_MS : null });
  const ready = value?.preview.status === "ready" ? value.preview : null;
  return { preview: ready, isStale: value?.of !== key, failure, reload };
}
