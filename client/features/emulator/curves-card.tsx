import { MultiSelect, SegmentedControl, Switch, Tooltip } from "@mantine/core";
import { displayName } from "@understudy/shared/domain/variable.ts";
import { accuracyNote } from "#predictions/accuracy-text.ts";
import { canBeLogarithmic, createDrawnAxis, mapColumns } from "#predictions/curves.ts";
import classes from "#predictions/emulator.module.css";
import { OutputPlot } from "#predictions/output-plot.tsx";
import { findTrust, isLogarithmic } from "#predictions/output-scale.ts";
import { hasJointBand, MAX_CURVES } from "#predictions/use-shown.ts";
import { Card } from "#ui/cards/card.tsx";
import { FieldPlot } from "./field-plot.tsx";
import type { ViewProps } from "./view-props.ts";
import { useIsNarrow } from "./view-props.ts";

/** The vector outputs chosen, each over its coordinate. */
export function CurvesCard({ config, report, store, shown: all, choices, choose, pinned }: ViewProps) {
  const { vectors, curves: shown } = all;
  const isNarrow = useIsNarrow();
  const grids = shown.filter(({ grid_columns }) => grid_columns !== null);
  const curves = shown.filter((output) => mapColumns(output, choices) === null);
  const axes = curves.map((output) => createDrawnAxis(config, output));
  const canLogX = axes.some(canBeLogarithmic);
  const isJoint = choices.band === "joint" && hasJointBand(report, shown);
  const isLogX = (choices.xScale ?? axes[0]?.spacing) === "log";
  const isLogY = curves.every(({ name }) => isLogarithmic(report, name, choices.yScale));
  return (
    <Card
      name="curves"
      title="Emulator output"
      tools={
        <>
          {vectors.length > 1 && (
            <MultiSelect
              size="xs"
              aria-label="Outputs shown"
              className={classes.outputs}
              maxValues={MAX_CURVES}
              data={vectors.map((output) => ({ value: output.name, label: displayName(output) }))}
              value={shown.map(({ name }) => name)}
              onChange={(names) => choose({ vectors: names })}
            />
          )}
          {grids.length > 0 && (
            <SegmentedControl
              size="xs"
              aria-label="Fields are drawn as"
              data={[
                { value: "curve", label: "Curve" },
                { value: "map", label: "Map" },
              ]}
              value={choices.fieldsAs ?? "map"}
              onChange={(value) => choose({ fieldsAs: value === "curve" ? "curve" : null })}
            />
          )}
          {choices.showUncertainties && hasJointBand(report, shown) && (
            <Tooltip
              label={`The bounds hold the whole ${listKinds(curves.length, shown.length)} with a probability of 95%, not each of its values by itself`}
            >
              <Switch
                size="xs"
                label={`Whole ${listKinds(curves.length, shown.length)}`}
                checked={choices.band === "joint"}
                onChange={(event) => choose({ band: event.currentTarget.checked ? "joint" : "pointwise" })}
              />
            </Tooltip>
          )}
          {curves.length > 0 && <Scales {...{ canLogX, isLogX, isLogY, choose }} />}
        </>
      }
    >
      {shown.map((output) => {
        const columns = mapColumns(output, choices);
        const trust = findTrust(report, output.name);
        const height = isNarrow ? 190 : shown.length > 1 ? 280 : 380;
        const common = { output, store, showUncertainties: choices.showUncertainties };
        return columns === null ? (
          <OutputPlot
            key={output.name}
            {...common}
            isJoint={isJoint}
            config={config}
            pinned={pinned}
            trust={trust}
            isLogarithmic={isLogarithmic(report, output.name, choices.yScale)}
            xScale={choices.xScale}
            height={height}
          />
        ) : (
          <FieldPlot
            key={output.name}
            {...common}
            columns={columns}
            isJoint={isJoint}
            height={isNarrow ? 220 : 360}
            note={accuracyNote(trust, "field")}
          />
        );
      })}
    </Card>
  );
}

/** Names what bounds may hold as a whole. @param curveCount of the outputs that are drawn, the number of curves; the others are maps */
const listKinds = (curveCount: number, outputCount: number): string =>
  [...(curveCount > 0 ? ["curve"] : []), ...(curveCount < outputCount ? ["map"] : [])].join(" or ");

type ScalesProps = Pick<ViewProps, "choose"> & { canLogX: boolean; isLogX: boolean; isLogY: boolean };

/** Switches for the scales of the curves' axes. */
function Scales({ canLogX, isLogX, isLogY, choose }: ScalesProps) {
  return (
    <>
      <Tooltip label="The coordinate has values at or below 0" disabled={canLogX}>
        <Switch
          size="xs"
          label="Log x"
          checked={canLogX && isLogX}
          disabled={!canLogX}
          onChange={(event) => choose({ xScale: event.currentTarget.checked ? "log" : "linear" })}
        />
      </Tooltip>
      <Switch
        size="xs"
        label="Log scale"
        checked={isLogY}
        onChange={(event) => choose({ yScale: event.currentTarget.checked ? "log" : "linear" })}
      />
    </>
  );
}
