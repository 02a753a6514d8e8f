import { Group, NativeSelect, Paper, Text, Title } from "@mantine/core";
import type {
  BoxBound,
  FailingRegion,
  OutOfSpec,
  OutOfSpecPoint,
} from "@understudy/shared/api/out-of-spec.ts";
import { counted } from "@understudy/shared/counted.ts";
import { elementName } from "@understudy/shared/domain/variable.ts";
import { useMemo, useState } from "react";
import { expandColumns, inputLook, type Looks } from "#designs/quantities.ts";
import type { CloudBox } from "#plots/analysis/cloud-drawing.ts";
import { CloudPlot } from "#plots/analysis/cloud-plot.tsx";
import { createDesignSpace, type DesignColumn } from "#plots/analysis/design-space.ts";
import type { ParallelDesigns } from "#plots/analysis/parallel-coordinates.ts";
import { ParallelPlot } from "#plots/analysis/parallel-plot.tsx";
import type { Range } from "#plots/model/ranges.ts";
import { usePalette } from "#plots/use-palette.ts";
import { useDesignSelection } from "#selection/use-design-selection.ts";
import { DownloadChoice } from "#ui/download-choice.tsx";
import { saveFile } from "#ui/save-file.ts";
import { CLASS_TEXTS, classColor, SPEC_CLASSES } from "./classes.ts";
import { pointsCsv } from "./csv.ts";

type Props = {
  outOfSpec: OutOfSpec;
  looks: Looks | null;
  /** Shaded; null: none. */
  region: FailingRegion | null;
  /** The number of a point; null: none. */
  selected: number | null;
  onSelect: (point: number) => void;
};

const SPACE_AXES = ["x", "y", "z"] as const;
type Axis = (typeof SPACE_AXES)[number];
const AXIS_LABELS: Readonly<Record<Axis, string>> = {
  x: "Horizontal axis",
  y: "Vertical axis",
  z: "Third axis",
};
const NO_DEPTH = "";

/** The worst designs over two or three of their variables, and as lines over all of them. What is selected in one is selected in both. */
export function Overview({ outOfSpec, looks, region, selected, onSelect }: Props) {
  const palette = usePalette();
  const { points, regions } = outOfSpec;
  const [axes, setAxes] = useState<Partial<Record<Axis, string>>>({});
  const columns = useMemo(() => designColumns(points, looks), [points, looks]);
  const names = useMemo(() => columnsByUse(columns, regions), [columns, regions]);
  const lineColumns = useMemo(
    () => [...columns.values(), { name: "Score", unit: "", values: points.map(({ score }) => score) }],
    [columns, points],
  );
  const simulations = useMemo(() => points.map(({ simulation_id }) => simulation_id), [points]);
  const selection = useDesignSelection("design", lineColumns, points.length, simulations);
  const { brushes, brush, select } = selection;
  const [x = "", y = x, z = NO_DEPTH] = [axes.x ?? names[0], axes.y ?? names[1], axes.z];
  const figure = useMemo(() => {
    const shownNames = z === NO_DEPTH ? [x, y] : [x, y, z];
    const classes = SPEC_CLASSES.filter((specClass) => points.some((point) => point.class === specClass));
    return createDesignSpace(
      {
        columns: shownNames.flatMap((name) => columns.get(name) ?? []),
        scores: points.map(({ score }) => score),
        classes: classes.map((specClass) => ({
          name: CLASS_TEXTS[specClass],
          color: classColor(specClass, palette),
          isHollow: specClass === "out-of-spec-unverified",
        })),
        classIndices: points.map((point) => classes.indexOf(point.class)),
        box: computeBox(region, shownNames, columns),
        chosen: selected,
        source: points,
      },
      palette,
    );
  }, [columns, x, y, z, points, region, selected, palette]);
  const lines = useMemo(
    (): ParallelDesigns => ({
      columns: lineColumns,
      count: points.length,
      noun: "Design",
      getColor: (design) => classColor(points[design]?.class ?? "in-spec", palette),
      isPale: () => false,
      getScore: (design) => points[design]?.score ?? null,
      selection: selection.selected,
      chosen: selected,
    }),
    [lineColumns, points, palette, selection.selected, selected],
  );
  const choose = (axis: Axis, name: string) => setAxes(exchangeAxes({ x, y, z }, axis, name, [...names]));

  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="parameter-space">
      <Group justify="space-between" gap="xs">
        <Title order={2} id="parameter-space">
          Parameter space
        </Title>
        <Group gap="xs">
          <AxisChoices columns={columns} axes={{ x, y, z }} onChoose={choose} />
          <DownloadChoice
            label="Download designs"
            file={{
              save: (isShown) =>
                saveFile("out-of-spec-designs.csv", "text/csv", pointsCsv(points, isShown ? looks : null)),
            }}
          />
        </Group>
      </Group>
      <CloudPlot
        figure={figure}
        label={`The worst designs over ${z === NO_DEPTH ? "two" : "three"} variables`}
        selected={selection.selected}
        onSelect={select}
        onChoose={onSelect}
      />
      <Title order={3} size="h6" mt="md">
        Parallel coordinates
      </Title>
      <ParallelPlot
        designs={lines}
        label="The worst designs, parallel coordinates"
        height={330}
        brushes={brushes}
        onBrush={brush}
        onChoose={onSelect}
      />
      <Text size="xs" c="dimmed" mt={4}>
        {`${counted(points.length, "design")}: the worst of all regions, and some in spec that are near to failing. Drag along an axis to select the designs that pass there, or around points above; drag the name of an axis to move it. Click a design to see its values above.`}
      </Text>
    </Paper>
  );
}

/** An axis that takes the variable of another one leaves it its own, or one that no axis has. */
function exchangeAxes(
  before: Readonly<Record<Axis, string>>,
  axis: Axis,
  name: string,
  names: readonly string[],
) {
  const previous = SPACE_AXES.find((other) => other !== axis && before[other] === name && name !== NO_DEPTH);
  const after = { ...before, [axis]: name };
  if (previous === undefined) return after;
  const free = names.find((candidate) => !Object.values(after).includes(candidate)) ?? name;
  return { ...after, [previous]: before[axis] === NO_DEPTH ? free : before[axis] };
}

type AxisChoicesProps = {
  columns: ReturnType<typeof designColumns>;
  axes: Readonly<Record<Axis, string>>;
  onChoose: (axis: Axis, name: string) => void;
};

/** The variables along the axes; the third one may be left out. */
function AxisChoices({ columns, axes, onChoose }: AxisChoicesProps) {
  const options = [...columns].map(([value, { name }]) => ({ value, label: name }));
  return SPACE_AXES.slice(0, columns.size).map((axis) => (
    <NativeSelect
      key={axis}
      size="xs"
      aria-label={AXIS_LABELS[axis]}
      data={axis === "z" ? [{ value: NO_DEPTH, label: "No third axis" }, ...options] : options}
      value={axes[axis]}
      onChange={(event) => onChoose(axis, event.currentTarget.value)}
    />
  ));
}

// The designs of the overview as columns of values, as they are drawn.

/** Returns the columns by name: each element of a Vector is a column. */
function designColumns(
  points: readonly OutOfSpecPoint[],
  looks: Looks | null,
): ReadonlyMap<string, DesignColumn> {
  const all = points.map(({ inputs }) => expandColumns(inputs));
  return new Map(
    Object.keys(all[0] ?? {}).map((name) => {
      const { display, unit } = inputLook(looks, name);
      const values = all.map((point) => {
        const value = point[name] ?? null;
        return typeof value === "number" ? value / unit.multiplier : value;
      });
      const definition = looks?.inputs.find((input) => input.name === name);
      const { min = null, max = null } = definition ?? {};
      const range: Range | null =
        min === null || max === null ? null : [min / unit.multiplier, max / unit.multiplier];
      return [name, { name: display, unit: unit.text, shown: unit, values, range }] as const;
    }),
  );
}

const formatColumnName = ({ name, element }: BoxBound): string =>
  element === null ? name : elementName(name, element);

/** The columns that the regions' bounds name, those of most regions first, then the others. */
function columnsByUse(columns: ReadonlyMap<string, DesignColumn>, regions: OutOfSpec["regions"]): string[] {
  const uses = new Map([...columns.keys()].map((name) => [name, 0]));
  for (const { bounds, core } of regions)
    for (const bound of [...bounds, ...(core?.bounds ?? [])]) {
      const name = formatColumnName(bound);
      uses.set(name, (uses.get(name) ?? 0) + 1);
    }
  return [...columns.keys()].sort((a, b) => (uses.get(b) ?? 0) - (uses.get(a) ?? 0));
}

/** A region's box along some columns, in shown values. */
function computeBox(
  region: Pick<FailingRegion, "bounds"> | null,
  names: readonly string[],
  columns: ReadonlyMap<string, DesignColumn>,
): CloudBox | null {
  if (region === null) return null;
  return names.map((name): Range | null => {
    const bound = region.bounds.find((candidate) => formatColumnName(candidate) === name);
    const column = columns.get(name);
    if (bound === undefined || column === undefined || bound.options !== null) return null;
    const { multiplier } = column.shown;
    const [low, high] = column.range ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    return [
      bound.lower === null ? low : bound.lower / multiplier,
      bound.upper === null ? high : bound.upper / multiplier,
    ];
  });
}
