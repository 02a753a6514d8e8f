import { MultiSelect, Skeleton, Text } from "@mantine/core";
import type { InputPairPlots } from "@understudy/shared/api/data-distribution.ts";
import type { ScalarRows } from "@understudy/shared/api/emulator-profile.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { displayName } from "@understudy/shared/domain/variable.ts";
import { MAX_PAIR_PLOT_PARAMETERS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { exactShownValue, shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { useCallback, useMemo } from "react";
import { call } from "#api/call.ts";
import { useEmulatorVersion } from "#data/jobs.ts";
import { useQuery } from "#data/query.ts";
import { PairPlot } from "#plots/analysis/corner-plot.tsx";
import type { PairChart } from "#plots/figures/pair-plots.ts";
import type { Choices } from "#predictions/use-choices.ts";
import { usePageSelection } from "#selection/page-selection.ts";
import { Card } from "#ui/cards/card.tsx";
import { ErrorBanner } from "#ui/load-states.tsx";
import classes from "./distribution.module.css";
import { useSeen } from "./use-seen.ts";

/** Drawn until a person chooses: as many as are easily read. */
const DEFAULT_PARAMETER_COUNT = 4;

type Props = {
  jobId: number;
  config: JobConfig;
  choices: Choices;
  choose: (change: Partial<Choices>) => void;
};

/** The training rows over each pair of up to five parameters. */
export function PairPlots({ jobId, config, choices, choose }: Props) {
  const { ref, isSeen } = useSeen();
  const inputs = useMemo(() => config.inputs.filter(({ fixed }) => !fixed), [config]);
  const chosen = inputs.filter(({ name }) => choices.pairs.includes(name));
  const shown = (chosen.length > 0 ? chosen : inputs.slice(0, DEFAULT_PARAMETER_COUNT)).slice(
    0,
    MAX_PAIR_PLOT_PARAMETERS,
  );
  if (inputs.length < 2) return null;
  const isFull = shown.length === MAX_PAIR_PLOT_PARAMETERS && inputs.length > shown.length;
  return (
    <Card
      name="pair-plots"
      title="Parameter pair plots"
      tools={
        inputs.length > 2 && (
          <div className={classes.chooser}>
            <MultiSelect
              size="xs"
              aria-label="Parameters of the pair plots"
              data={inputs.map((input) => ({ value: input.name, label: displayName(input) }))}
              value={shown.map(({ name }) => name)}
              maxValues={MAX_PAIR_PLOT_PARAMETERS}
              onChange={(pairs) => pairs.length > 0 && choose({ pairs })}
            />
            <Text size="xs" c="dimmed" role="status" mih={18}>
              {isFull ? MESSAGES.pairPlotLimit(MAX_PAIR_PLOT_PARAMETERS) : ""}
            </Text>
          </div>
        )
      }
    >
      <div ref={ref}>
        <Plot
          key={shown.map(({ name }) => name).join("\n")}
          jobId={jobId}
          config={config}
          names={shown.map(({ name }) => name)}
          isSeen={isSeen}
        />
      </div>
    </Card>
  );
}

type PlotProps = {
  jobId: number;
  config: JobConfig;
  names: readonly string[];
  isSeen: boolean;
};

function Plot({ jobId, config, names, isSeen }: PlotProps) {
  const selection = usePageSelection();
  const selected = selection.useSelected("training");
  const version = useEmulatorVersion(jobId);
  const inputNames = JSON.stringify(names);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a newer emulator may have been trained on more rows
  const load = useCallback(
    async (signal: AbortSignal) =>
      isSeen
        ? await call("getInputPairPlots", {
            params: { job_id: jobId },
            query: { inputs: JSON.parse(inputNames) },
            signal,
          })
        : null,
    [jobId, inputNames, isSeen, version],
  );
  const { value, failure, reload } = useQuery(load);
  const validation = selection.useSelected("validation");
  const ringed = useRingedRows(jobId, validation);
  const training = useMemo(() => (value === null ? null : createChart(value, config)), [value, config]);
  const chart = useMemo(
    () => value && training && { ...training, ringed: listRinged(value, config, ringed) },
    [value, training, config, ringed],
  );
  if (failure !== null && chart === null)
    return <ErrorBanner message={MESSAGES.loadingData} onRetry={reload} />;
  if (value === null || chart === null)
    return <Skeleton className={classes.waiting} aria-label="Loading the pair plots" role="status" />;
  return (
    <>
      <PairPlot
        chart={chart}
        label="Training rows over pairs of parameters"
        selected={selected}
        onSelect={(training) => selection.select({ training })}
      />
      <Text size="xs" c="dimmed" mt={4}>
        {rowsText(value)}
        {ringed !== null && ringsText(validation?.size ?? 0)}
      </Text>
    </>
  );
}

/** More rings would hide the training rows. */
const MAX_RINGED_ROWS = 500;

const ringsText = (selectedCount: number): string =>
  selectedCount > MAX_RINGED_ROWS
    ? ` Rings are the first ${MAX_RINGED_ROWS} of the selected validation rows.`
    : " Rings are the selected validation rows.";

/** The inputs of selected validation rows; null: none are selected, or they have not been read yet. */
function useRingedRows(jobId: number, selected: ReadonlySet<number> | null): ScalarRows | null {
  const rows = selected === null ? "" : [...selected].slice(0, MAX_RINGED_ROWS).join();
  const load = useCallback(
    async (signal: AbortSignal) =>
      rows === ""
        ? null
        : await call("getScalarRows", {
            params: { job_id: jobId, data_set: "validation" },
            query: { rows: rows.split(",").map((row) => Number(row) - 1) },
            signal,
          }),
    [jobId, rows],
  );
  const { value } = useQuery(load);
  return rows === "" ? null : value;
}

const listDrawn = ({ parameters }: InputPairPlots, config: JobConfig) =>
  parameters.flatMap((parameter) => {
    const input = config.inputs.find(({ name }) => name === parameter.name);
    return input === undefined ? [] : [{ ...parameter, input, unit: shownUnit(input) }];
  });

/** The values of further rows for each parameter that is drawn, as the chart's own. An option that no training row has is no number. */
const listRinged = (pairPlots: InputPairPlots, config: JobConfig, ringed: ScalarRows | null) =>
  listDrawn(pairPlots, config).map(({ name, options, unit }) =>
    (ringed?.inputs[name] ?? []).map((value) => {
      if (options === null) return typeof value === "number" ? exactShownValue(value, unit) : Number.NaN;
      const place = options.indexOf(String(value));
      return place === -1 ? Number.NaN : place;
    }),
  );

function createChart(pairPlots: InputPairPlots, config: JobConfig): Omit<PairChart, "ringed"> {
  const parameters = listDrawn(pairPlots, config).map((parameter) => {
    const { input, unit, options, spacing, edges, counts, values } = parameter;
    const shown = (all: readonly number[]) =>
      options === null ? all.map((value) => exactShownValue(value, unit)) : all;
    return {
      name: displayName(input),
      unit: options === null ? unit.text : "",
      options,
      spacing,
      edges: shown(edges),
      counts,
      marks: [],
      values: shown(values),
    };
  });
  return {
    parameters,
    rows: pairPlots.rows.map((row) => row + 1),
    values: parameters.map(({ values }) => values),
  };
}

function rowsText({ total, counted, rows }: InputPairPlots): string {
  const drawn =
    rows.length === total
      ? `A point is one of the ${countText(total)} training rows`
      : `A point is one of ${countText(rows.length)} training rows, evenly spread over all ${countText(total)}; the histograms count ${counted === total ? "all" : countText(counted)} of them`;
  return `${drawn}. Larger points stand for several rows at the same place.`;
}
