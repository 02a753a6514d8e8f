import { Group, MultiSelect, Paper, Switch, Title, Tooltip } from "@mantine/core";
import { displayName } from "@understudy/shared/domain/variable.ts";
import { DROPDOWN_MAX_HEIGHT_PX } from "@understudy/shared/limits.ts";
import { axisOf, canBeLogarithmic } from "./curves.ts";
import classes from "./emulator.module.css";
import { OutputPlot } from "./output-plot.tsx";
import { useIsNarrow } from "./use-is-narrow.ts";
import { MAX_CURVES } from "./use-shown.ts";
import type { ViewProps } from "./view-props.ts";

/** The vector outputs chosen, each over its coordinate. */
export function CurvesCard({ config, report, store, shown: all, choices, choose }: ViewProps) {
  const { vectors, curves: shown } = all;
  const isNarrow = useIsNarrow();
  const axes = shown.map((output) => axisOf(config, output));
  const canLogX = axes.some(canBeLogarithmic);
  const isLogX = (choices.xScale ?? axes[0]?.spacing) === "log";
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="output" className={classes.live}>
      <Group justify="space-between" mb={4} gap="xs">
        <Title order={2} id="output">
          Emulator output
        </Title>
        <Group gap="sm">
          {vectors.length > 1 && (
            <MultiSelect
              size="xs"
              aria-label="Outputs shown"
              className={classes.outputs}
              maxValues={MAX_CURVES}
              maxDropdownHeight={DROPDOWN_MAX_HEIGHT_PX}
              data={vectors.map((one) => ({ value: one.name, label: displayName(one) }))}
              value={shown.map(({ name }) => name)}
              onChange={(names) => choose({ vectors: names })}
            />
          )}
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
            checked={choices.isLogarithmic}
            onChange={(event) => choose({ isLogarithmic: event.currentTarget.checked })}
          />
        </Group>
      </Group>
      {shown.map((output) => (
        <OutputPlot
          key={output.name}
          config={config}
          output={output}
          accuracy={
            report?.outputs.find(({ name }) => name === output.name)?.coefficient_of_determination ?? null
          }
          store={store}
          showUncertainties={choices.showUncertainties}
          isLogarithmic={choices.isLogarithmic}
          xScale={choices.xScale}
          height={isNarrow ? 240 : shown.length > 1 ? 280 : 380}
        />
      ))}
    </Paper>
  );
}
