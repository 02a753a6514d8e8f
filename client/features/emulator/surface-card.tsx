import { NativeSelect, SegmentedControl, Skeleton, Text } from "@mantine/core";
import { useIntersection } from "@mantine/hooks";
import { ROW_INDEX } from "@understudy/shared/api/emulator.ts";
import type { OutputGoals } from "@understudy/shared/domain/desirability.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { chosenUnit, storedValue } from "@understudy/shared/quantities/shown-unit.ts";
import { useEffect, useState } from "react";
import { useIsPrinting } from "#plots/printing.ts";
import { createAxis } from "#predictions/curves.ts";
import { parameterLabel } from "#predictions/parameters.ts";
import { Card } from "#ui/cards/card.tsx";
import { NumberField } from "#ui/number-field.tsx";
import classes from "./card-choices.module.css";
import { type ChosenSurface, chooseSurface } from "./surface-choice.ts";
import { SurfacePlot } from "./surface-plot.tsx";
import { useTrainingRows } from "./use-training-rows.ts";
import type { ViewProps } from "./view-props.ts";
import { useIsNarrow } from "./view-props.ts";

type Props = ViewProps & {
  jobId: number;
  /** The limits among the goals of the profiler are drawn. */
  goals: OutputGoals;
};

const HEIGHTS_PX = { map: 440, scene: 520, narrow: 380 } as const;

/** One output over two inputs, all other inputs where the sliders stand. */
export function SurfaceCard(props: Props) {
  const { jobId, config, store, shown, choices } = props;
  const { ref, entry } = useIntersection();
  const isPrinting = useIsPrinting();
  const isVisible = isPrinting || (entry?.isIntersecting ?? false);
  const [isSeen, setSeen] = useState(false);
  if (isVisible && !isSeen) setSeen(true);
  const chosen = chooseSurface(config, shown, choices);
  const viewText = chosen === null ? null : JSON.stringify(chosen.view);
  useEffect(() => {
    if (!isVisible || viewText === null) return;
    store.surface.show(JSON.parse(viewText));
    return () => store.surface.show(null);
  }, [store, viewText, isVisible]);
  const rows = useTrainingRows(jobId, isSeen);
  const isNarrow = useIsNarrow();
  const isScene = choices.surfaceAs === "scene";
  const height = isNarrow ? HEIGHTS_PX.narrow : HEIGHTS_PX[isScene ? "scene" : "map"];
  if (chosen === null) return null;
  return (
    <Card name="surface" title="Response surface" tools={<SurfaceTools {...props} chosen={chosen} />}>
      <div ref={ref}>
        {isSeen ? (
          <SurfacePlot {...props} chosen={chosen} rows={rows} isScene={isScene} height={height} />
        ) : (
          <Skeleton height={height} />
        )}
        <Text size="xs" c="dimmed" mt={4}>
          All other inputs stand where the sliders are. Points are training rows near the sliders in these
          other inputs. Limits are those of the output's goal in the profiler.
        </Text>
      </div>
    </Card>
  );
}

/** Chooses what is drawn, and how. */
function SurfaceTools({ config, shown, choices, choose, chosen }: Props & { chosen: ChosenSurface }) {
  const { scalars, vectors, parameters } = shown;
  const { output, x, y } = chosen;
  const inputs = (other: string) =>
    parameters
      .filter(({ name }) => name !== other)
      .map(({ name }) => ({ value: name, label: parameterLabel(config, name) }));
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label="Output of the response surface"
        data={[...scalars, ...vectors].map((item) => ({ value: item.name, label: displayName(item) }))}
        value={output.name}
        onChange={({ currentTarget }) => choose({ surface: currentTarget.value, surfaceAt: null })}
      />
      {chosen.view.place !== null && (
        <PlaceField
          key={output.name}
          {...{ config, output }}
          place={chosen.view.place.value}
          onPlace={(surfaceAt) => choose({ surfaceAt })}
        />
      )}
      <div className={classes.pair} data-wide="">
        <Text size="sm" c="dimmed">
          over
        </Text>
        <NativeSelect
          size="xs"
          aria-label="First input of the response surface"
          data={inputs(y.name)}
          value={x.name}
          onChange={({ currentTarget }) => choose({ surfaceX: currentTarget.value, surfaceY: y.name })}
        />
        <Text size="sm" c="dimmed">
          and
        </Text>
        <NativeSelect
          size="xs"
          aria-label="Second input of the response surface"
          data={inputs(x.name)}
          value={y.name}
          onChange={({ currentTarget }) => choose({ surfaceX: x.name, surfaceY: currentTarget.value })}
        />
      </div>
      <SegmentedControl
        size="xs"
        aria-label="The response surface is drawn as"
        data={[
          { value: "map", label: "Contours" },
          { value: "scene", label: "3-D" },
        ]}
        value={choices.surfaceAs ?? "map"}
        onChange={(value) => choose({ surfaceAs: value === "scene" ? "scene" : null })}
      />
    </>
  );
}

type PlaceProps = {
  config: Props["config"];
  output: OutputDefinition;
  /** As stored. */
  place: number;
  onPlace: (place: number) => void;
};

/** The place along its coordinate at which a curve is drawn. */
function PlaceField({ config, output, place, onPlace }: PlaceProps) {
  const { key, label, unit: text, multiplier, range } = createAxis(config, output);
  const unit = chosenUnit({ unit: text, multiplier: 1 });
  return (
    <>
      <Text size="sm" c="dimmed">
        at {label}
      </Text>
      <NumberField
        size="xs"
        w={110}
        aria-label={`${label} of the response surface${text === "" ? "" : ` (${text})`}`}
        shown={unit}
        {...{ min: range[0], max: range[1], isWhole: key === ROW_INDEX, limitName: "value of the curve" }}
        value={place / multiplier}
        onNumber={(typed) => onPlace(storedValue(typed, { multiplier }))}
      />
    </>
  );
}
