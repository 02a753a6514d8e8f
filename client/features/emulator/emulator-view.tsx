import { Alert, Skeleton } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { IconTrendingUp } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { JobView } from "@understudy/shared/api/job-view.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { fullText, rangeText } from "@understudy/shared/quantities/quantity-text.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { memo, type ReactNode, useMemo } from "react";
import { useCurrentUser } from "#data/current-user.ts";
import { JobGraphs } from "#designs/spec-graphs.tsx";
import { useViewPart } from "#job/view-parts.ts";
import { describeProvisional } from "#predictions/accuracy-text.ts";
import classes from "#predictions/emulator.module.css";
import type { EmulatorStore } from "#predictions/emulator-store.ts";
import { completePoint, createParameters, movedValues } from "#predictions/parameters.ts";
import { usePinnedPoints } from "#predictions/pinned-points.ts";
import { choicesFrom, useChoices } from "#predictions/use-choices.ts";
import { useReport } from "#predictions/use-report.ts";
import { useRequests, useShown } from "#predictions/use-shown.ts";
import type { SelectedItem } from "#selection/page-selection.ts";
import { SelectionBar } from "#selection/selection-bar.tsx";
import { CardList } from "#ui/cards/card-list.tsx";
import { CardControlsContext, useCardLayout } from "#ui/cards/use-card-layout.ts";
import { ErrorBanner } from "#ui/load-states.tsx";
import { Actions } from "./actions.tsx";
import { CurvesCard } from "./curves-card.tsx";
import { Heatmap } from "./distribution/heatmap.tsx";
import { PairPlots } from "./distribution/pair-plots.tsx";
import { ParameterPanel } from "./parameter-panel.tsx";
import { PointsBar } from "./points-bar.tsx";
import { ProfilerCard } from "./profiler-card.tsx";
import { useProfilerSettings } from "./profiler-settings.ts";
import { useQualityCards } from "./quality.tsx";
import { ScalarCard } from "./scalar-card.tsx";
import { readSelectedRows, selectedRowsCsv } from "./selected-rows.ts";
import { SummaryCard } from "./summary-table.tsx";
import { SurfaceCard } from "./surface-card.tsx";
import { Toolbar } from "./toolbar.tsx";
import type { ViewProps } from "./view-props.ts";
import { useIsNarrow } from "./view-props.ts";

type Props = { job: Job; config: JobConfig; store: EmulatorStore };

/** The sliders, and the predictions at their values. */
export function EmulatorView({ job, config, store }: Props) {
  const [choices, choose] = useChoices();
  const { ref, width } = useElementSize();
  const report = useReport(job.id);
  const { restricted } = useCurrentUser();
  const shown = useShown(job.id, config, choices);
  useRequests(store, config, shown, choices, report, width);
  useFollowedEmulator(config, store, { choices, choose });
  const pinned = usePinnedPoints({ jobId: job.id, config, shown, choices }, width);
  const view: ViewProps = { config, store, report, shown, choices, choose, pinned };
  const compare = ({ kind, number }: SelectedItem) => {
    const isTraining = kind === "training";
    choose({ comparison: isTraining ? "Training" : "Validation" });
    store.goToRow(isTraining ? "training" : "validation", number);
  };
  const [profiler, changeProfiler] = useProfilerSettings();
  const data = { jobId: job.id, config, choices, choose };
  const cards: Record<string, ReactNode> = {
    ...predictionCards(view),
    profiler:
      shown.scalars.length > 0 && shown.parameters.length > 0 ? (
        <ProfilerCard {...view} jobId={job.id} settings={profiler} change={changeProfiler} />
      ) : null,
    surface:
      shown.parameters.length > 1 && shown.scalars.length + shown.vectors.length > 0 ? (
        <SurfaceCard {...view} jobId={job.id} goals={profiler.goals} />
      ) : null,
    ...useQualityCards(job, view),
    distribution: <Heatmap jobId={job.id} config={config} choices={choices} choose={choose} />,
    "pair-plots": shown.parameters.length > 1 ? <PairPlots {...data} /> : null,
    graphs: restricted || !job.has_simulations ? null : <JobGraphs job={job} isCard />,
  };
  const usual = listDefaultCards(shown);
  const controls = useCardLayout(
    "emulator",
    usual,
    usual.filter((name) => cards[name] !== null),
  );
  // On a phone the plot that moves with the sliders stands above them, whatever the order of the cards.
  const isNarrow = useIsNarrow();
  const live = isNarrow ? findLivePlot(controls.order) : undefined;
  return (
    <CardControlsContext value={controls}>
      <div className={classes.layout}>
        <div className={classes.side}>
          <ParameterPanel {...view} />
          <PointsBar job={job} {...view} />
          <Actions job={job} config={config} store={store} />
        </div>
        <div ref={ref} className={classes.top}>
          <StillImproving job={job} view={view} />
          <Toolbar {...view} />
          <Failure store={store} />
        </div>
        {isNarrow && (
          <div className={classes.live}>
            {shown.scalars.length > 0 && (
              <ValuesStrip
                outputs={shown.scalars}
                store={store}
                showUncertainties={choices.showUncertainties}
              />
            )}
            {live !== undefined && cards[live]}
          </div>
        )}
        <div className={classes.rest}>
          <CardList controls={controls} cards={cards} without={live === undefined ? [] : [live]} />
          <SelectionBar
            job={job}
            counts={config.data_set_sizes}
            onCompare={compare}
            makeFiles={async (selection) => [
              {
                name: "selected-rows",
                csv: selectedRowsCsv(config, await readSelectedRows(job.id, selection)),
              },
            ]}
          />
        </div>
      </div>
    </CardControlsContext>
  );
}

function Failure({ store }: { store: EmulatorStore }) {
  const failure = store.useFailure();
  return failure === null ? null : <ErrorBanner message={failure} onRetry={() => store.refresh()} />;
}

/** Stands above an emulator whose training goes on. */
function StillImproving({ job, view: { shown, report } }: { job: Job; view: ViewProps }) {
  const formatName = (name: string): string =>
    [...shown.scalars, ...shown.vectors].find((output) => output.name === name)?.display || name;
  const described = describeProvisional(job, report?.outputs ?? [], formatName);
  if (described === null) return null;
  return (
    <Alert role="status" color="blue" variant="light" p="xs" mb="xs" icon={<IconTrendingUp size={18} />}>
      <strong>{described.title}.</strong> {described.text}
    </Alert>
  );
}

/** Height of the scalar plot's card: its space is reserved while its parameter is being chosen. */
const CARD_HEIGHT_PX = 412;

/** The cards with predictions at the sliders' point: a table of scalars, curves, and a scalar over a parameter. */
function predictionCards(view: ViewProps): Record<"values" | "curves" | "scalar-plot", ReactNode> {
  const { shown } = view;
  const { scalars, curves, scalar, parameters } = shown;
  return {
    values: scalars.length > 0 ? <SummaryCard {...view} /> : null,
    curves: curves.length > 0 ? <CurvesCard {...view} /> : null,
    "scalar-plot": scalar !== undefined && parameters.length > 0 ? <ScalarPlotCard {...view} /> : null,
  };
}

/** The scalar plot, once it is known which parameter it is drawn over. */
function ScalarPlotCard(view: ViewProps) {
  const { scalar, over } = view.shown;
  if (scalar === undefined || over === undefined)
    return (
      <Skeleton height={CARD_HEIGHT_PX} flex="1 1 100%" aria-label="Loading the scalar plot" role="status" />
    );
  return <ScalarCard {...view} output={scalar} over={over} />;
}

/** The emulator's part of the page's view: its sliders, its compared row, and what is chosen on it. */
function useFollowedEmulator(
  config: JobConfig,
  store: EmulatorStore,
  { choices, choose }: Pick<ViewProps, "choices" | "choose">,
): void {
  const parameters = useMemo(() => createParameters(config), [config]);
  useViewPart({
    read: () => {
      const row = store.comparedRow();
      return {
        sliders: movedValues(store.here(), parameters),
        compared: row === null ? null : { data_set: row.set, row: row.row },
      };
    },
    apply: (view) => {
      if (view.tab !== "emulator" || view.sliders === null) return;
      const next = choicesFrom(toAddress(view.choices));
      if (JSON.stringify(next) !== JSON.stringify(choices)) choose(next);
      store.follow(completePoint(new Map(Object.entries(view.sliders)), parameters));
      followRow(store, view.compared);
    },
  });
}

function toAddress(choices: JobView["choices"]): URLSearchParams {
  return new URLSearchParams(
    Object.entries(choices).flatMap(([name, values]) => values.map((value) => [name, value])),
  );
}

function followRow(store: EmulatorStore, compared: JobView["compared"]): void {
  const current = store.comparedRow();
  if (compared === null) {
    if (current !== null) store.leaveRows();
  } else if (current?.set !== compared.data_set || current.row !== compared.row) {
    store.compareWithRow(compared.data_set, compared.row);
  }
}

type PartProps = {
  outputs: readonly OutputDefinition[];
  store: EmulatorStore;
  /** The bounds stand below each value. */
  showUncertainties: boolean;
};

/** The scalar outputs at the sliders' point in one line, which stays in view beside the sliders of a phone. */
const ValuesStrip = memo(function ValuesStrip({ outputs, store, showUncertainties }: PartProps) {
  const prediction = store.usePrediction();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section className={classes.strip} aria-label="Outputs at the sliders' values" tabIndex={0}>
      {outputs.map((output) => {
        const unit = shownUnit(output);
        const { multiplier } = unit;
        const answer = prediction?.outputs[output.name];
        const [value] = answer?.values ?? [];
        const [lower] = answer?.lower_bounds ?? [];
        const [upper] = answer?.upper_bounds ?? [];
        const hasBounds = showUncertainties && lower !== undefined && upper !== undefined;
        return (
          <div key={output.name} className={classes.stripItem}>
            <span className={classes.stripName}>{displayName(output)}</span>{" "}
            <b>{value === undefined ? "–" : fullText(value / multiplier, unit)}</b>
            <span className={classes.stripBounds}>
              {hasBounds ? rangeText(lower / multiplier, upper / multiplier, unit) : ""}
            </span>
          </div>
        );
      })}
    </section>
  );
});

/** A table of more scalar outputs than these stands below the curves, which it would push out of sight. */
const MAX_VALUES_FIRST = 8;

const PLOT_CARDS = ["curves", "scalar-plot"] as const;
const LATER_CARDS = [
  "profiler",
  "surface",
  "accuracy",
  "prediction-vs-actual",
  "curve-accuracy",
  "trust",
  "distribution",
  "pair-plots",
  "graphs",
] as const;

/** All cards in their usual order: what is predicted, then how good it is, then the data. */
function listDefaultCards({ scalars }: { scalars: readonly OutputDefinition[] }): readonly string[] {
  const [curves, scalarPlot] = PLOT_CARDS;
  return scalars.length <= MAX_VALUES_FIRST
    ? ["values", curves, scalarPlot, ...LATER_CARDS]
    : [curves, "values", scalarPlot, ...LATER_CARDS];
}

/** The plot that moves with the sliders: the first in the order of the cards. On a phone it stays in view. */
const findLivePlot = (order: readonly string[]): string | undefined =>
  order.find((name) => PLOT_CARDS.some((plot) => plot === name));
