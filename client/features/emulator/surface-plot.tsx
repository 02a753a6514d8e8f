import { Center, Skeleton, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { ScalarRows } from "@understudy/shared/api/emulator-profile.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { OutputGoals } from "@understudy/shared/domain/desirability.ts";
import { displayName } from "@understudy/shared/domain/variable.ts";
import { fullText } from "@understudy/shared/quantities/quantity-text.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { useMemo } from "react";
import type { AnalysisFigure } from "#plots/analysis/analysis-figure.ts";
import { AnalysisPlot } from "#plots/analysis/analysis-plot.tsx";
import type { FigurePicture } from "#plots/analysis/picture-layer.tsx";
import { createSurfaceFigure } from "#plots/analysis/response-surface.ts";
import type { ResponseSurface, SurfaceGroup, SurfaceLimit } from "#plots/analysis/surface-model.ts";
import { drawSurfacePicture } from "#plots/analysis/surface-picture.ts";
import { extent, limitToNearby, logExtent, mergeRanges, type Range } from "#plots/model/ranges.ts";
import { findRowsNearSlice } from "#plots/profiler/nearby-rows.ts";
import { usePalette } from "#plots/use-palette.ts";
import { isLogarithmic } from "#predictions/output-scale.ts";
import type { SurfaceAnswer } from "#predictions/surface-request.ts";
import { useSteadyRange } from "#predictions/use-steady-range.ts";
import { usePageSelection } from "#selection/page-selection.ts";
import {
  type ChosenSurface,
  computeSliceShares,
  createDesignGroups,
  createRowGroup,
  createSurfaceAxis,
  listLimits,
  placeOnAxis,
} from "./surface-choice.ts";
import type { ViewProps } from "./view-props.ts";
import { useIsNarrow } from "./view-props.ts";

type Props = ViewProps & {
  chosen: ChosenSurface;
  goals: OutputGoals;
  /** Null until they are read. */
  rows: ScalarRows | null;
  isScene: boolean;
  height: number;
};

/** The response surface at the sliders' point; a placeholder until the answer is that of the chosen view. */
export function SurfacePlot(props: Props) {
  const { store, report, choices, chosen, height } = props;
  const answer = store.surface.useValue();
  const failure = store.useSurfaceFailure();
  const { name, type } = chosen.output;
  const isLog = isLogarithmic(report, name, type === "Vector" ? choices.yScale : choices.outputScale);
  const isCurrent = answer !== null && JSON.stringify(answer.view) === JSON.stringify(chosen.view);
  if (!isCurrent && failure !== null)
    return (
      <Center h={height} px="md">
        <Text size="sm" c="dimmed" role="status">
          The response surface is not available: {failure}
        </Text>
      </Center>
    );
  if (!isCurrent) return <Skeleton height={height} aria-label="Loading the response surface" role="status" />;
  // Another scale begins anew: the ranges of the colours and of the axis are exponents of ten on a logarithmic one.
  const key = JSON.stringify([chosen.view, isLog]);
  return <DrawnSurface key={key} {...props} isLog={isLog} answer={answer} />;
}

/** The numbers of the answer in the unit shown. */
const useShownAnswer = (answer: SurfaceAnswer, multiplier: number) =>
  useMemo(() => {
    const shown = (values: readonly number[]) => values.map((value) => value / multiplier);
    return { values: shown(answer.values), lower: shown(answer.lower), upper: shown(answer.upper) };
  }, [answer, multiplier]);

function DrawnSurface({ isLog, ...props }: Props & { answer: SurfaceAnswer; isLog: boolean }) {
  const { config, choices, chosen, goals, answer, isScene, height } = props;
  const { output, view } = { output: chosen.output, view: answer.view };
  const isNarrow = useIsNarrow();
  const { text: unit, multiplier } = useMemo(() => shownUnit(output), [output]);
  const shown = useShownAnswer(answer, multiplier);
  const goal = goals[output.name];
  const limits = useMemo(() => listLimits(goal, shownUnit(output)), [goal, output]);
  const ranges = useSurfaceRanges(shown, limits, isLog, choices.showUncertainties);
  const axes = useMemo(
    () => ({
      x: createSurfaceAxis(config, view.x, answer.x),
      y: createSurfaceAxis(config, view.y, answer.y),
    }),
    [config, view, answer.x, answer.y],
  );
  const groups = useSurfaceGroups(props, axes, multiplier);
  const { colorRange, axisRange } = ranges;
  const name = describeOutput(config, chosen);
  const surface = useMemo(
    () => ({
      ...{ isScene, isNarrow, x: axes.x.drawn, y: axes.y.drawn, ...shown, far: answer.far, limits, groups },
      output: { name, unit, isLogarithmic: isLog, colorRange, axisRange },
      showUncertainties: choices.showUncertainties,
      source: config,
    }),
    [
      isScene,
      isNarrow,
      axes,
      shown,
      answer.far,
      limits,
      groups,
      name,
      unit,
      isLog,
      colorRange,
      axisRange,
      choices.showUncertainties,
      config,
    ],
  );
  const { figure, picture } = useSurfaceFigure(surface);
  return (
    <AnalysisPlot
      figure={figure}
      picture={picture}
      label={`${name} over ${axes.x.drawn.name} and ${axes.y.drawn.name}`}
      height={height}
    />
  );
}

/** Sliders have come to rest where nothing of a surface has changed for so long, in milliseconds. */
const REST_MS = 400;

/** The figure of a surface; a map's is that of the last rest of the sliders, with a picture of the present one above it while they move. */
function useSurfaceFigure(surface: ResponseSurface): {
  figure: AnalysisFigure;
  picture: FigurePicture | null;
} {
  const palette = usePalette();
  const [rested] = useDebouncedValue(surface, REST_MS);
  const drawn = surface.isScene || rested.isScene ? surface : rested;
  const figure = useMemo(() => createSurfaceFigure(drawn, palette), [drawn, palette]);
  const picture = useMemo((): FigurePicture | null => {
    if (drawn === surface) return null;
    // The bar of colours stays as it is until the sliders rest.
    const { colorRange } = drawn.output;
    const pictured = { ...surface, output: { ...surface.output, colorRange } };
    return (canvas, view) => drawSurfacePicture(canvas, pictured, { ...view, palette });
  }, [drawn, surface, palette]);
  return { figure, picture };
}

/** The name of an output; of a curve with the place at which it is drawn. */
function describeOutput(config: JobConfig, { output, view: { place } }: ChosenSurface): string {
  if (place === null) return displayName(output);
  const coordinate = config.coordinates.find(({ name }) => name === place.coordinate);
  const label = coordinate === undefined ? "index" : displayName(coordinate);
  const shown = coordinate === undefined ? null : shownUnit(coordinate);
  return `${displayName(output)} at ${label} ${shown === null ? place.value : fullText(place.value / shown.multiplier, shown)}`;
}

/** Ranges of the colours and of the vertical axis, which stay while a slider moves. On a logarithmic scale in exponents of ten. */
function useSurfaceRanges(
  { values, lower, upper }: { values: readonly number[]; lower: readonly number[]; upper: readonly number[] },
  limits: readonly SurfaceLimit[],
  isLog: boolean,
  showUncertainties: boolean,
): { colorRange: Range; axisRange: Range } {
  const { values: needed, axis } = useMemo(() => {
    const find = isLog ? logExtent : extent;
    const valueRange = find(values);
    if (valueRange === null) return { values: null, axis: null };
    const bounds = showUncertainties ? find(lower, upper) : null;
    const limited = find(limits.map(({ value }) => value));
    return {
      values: valueRange,
      axis: mergeRanges(valueRange, limitToNearby(mergeRanges(bounds, limited), valueRange)),
    };
  }, [values, lower, upper, limits, isLog, showUncertainties]);
  const colorRange = useSteadyRange({ initial: UNIT_RANGE, needed, fit: widen });
  const axisRange = useSteadyRange({ initial: UNIT_RANGE, needed: axis, fit: widen });
  return { colorRange, axisRange };
}

const UNIT_RANGE: Range = [0, 1];
/** A surface that is level has a range all the same. */
const widen = ([low, high]: Range): Range => (high > low ? [low, high] : [low - 0.5, high + 0.5]);

type Axes = Record<"x" | "y", ReturnType<typeof createSurfaceAxis>>;

/** The points beside the surface: training rows, designs with names, and the sliders. */
function useSurfaceGroups(
  { store, shown, rows, pinned, answer }: Props & { answer: SurfaceAnswer },
  axes: Axes,
  multiplier: number,
): readonly SurfaceGroup[] {
  const palette = usePalette();
  const { view } = answer;
  const selected = usePageSelection().useSelected("training");
  const [xValue, yValue] = [store.useParameter(view.x.name), store.useParameter(view.y.name)];
  const prediction = store.usePrediction()?.outputs[view.output];
  const value = view.place === null ? prediction?.values[0] : answer.present;
  const { parameters } = shown;
  const rowShares = useMemo(() => rows && computeSliceShares(rows, parameters), [rows, parameters]);
  return useMemo(() => {
    const placement = {
      place: (point: InputPoint) => ({
        x: placeOnAxis(view.x.axis, axes.x.unit, point[view.x.name] ?? Number.NaN),
        y: placeOnAxis(view.y.axis, axes.y.unit, point[view.y.name] ?? Number.NaN),
      }),
      multiplier,
      output: view.output,
    };
    const near =
      rowShares === null ? [] : findRowsNearSlice(rowShares, store.here(), [view.x.name, view.y.name]);
    const sliders = placement.place({ [view.x.name]: xValue, [view.y.name]: yValue });
    return [
      ...(rows === null ? [] : createRowGroups(rows, near, selected, placement, palette.actual)),
      ...createDesignGroups(pinned, placement),
      {
        ...{ name: "Sliders", kind: "sliders", color: palette.ink },
        points: [{ ...sliders, z: value === undefined ? null : value / multiplier, label: "Sliders" }],
      } as const,
    ];
  }, [rows, rowShares, selected, store, view, axes, xValue, yValue, value, multiplier, pinned, palette]);
}

/** The rows nearby, and those of them that are selected; without rows there is no group. */
function createRowGroups(
  rows: ScalarRows,
  near: ReturnType<typeof findRowsNearSlice>,
  selected: ReadonlySet<number> | null,
  placement: Parameters<typeof createRowGroup>[2],
  color: string,
): readonly SurfaceGroup[] {
  const selectedNear = near.filter(({ at }) => selected?.has((rows.indices[at] ?? -1) + 1));
  const nearby = { name: "Training rows nearby", kind: "rows", color } as const;
  const marked = { name: "Selected rows nearby", kind: "selected", color } as const;
  return [
    ...(near.length === 0 ? [] : [createRowGroup(rows, near, placement, nearby)]),
    ...(selectedNear.length === 0 ? [] : [createRowGroup(rows, selectedNear, placement, marked)]),
  ];
}
