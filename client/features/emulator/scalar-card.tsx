import { NativeSelect, Switch, Text } from "@mantine/core";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { isLogarithmic } from "#predictions/output-scale.ts";
import { type Parameter, parameterLabel } from "#predictions/parameters.ts";
import { overSpacing } from "#predictions/use-shown.ts";
import { Card } from "#ui/cards/card.tsx";
import classes from "./card-choices.module.css";
import { ScalarPlot } from "./scalar-plot.tsx";
import type { ViewProps } from "./view-props.ts";
import { useIsNarrow } from "./view-props.ts";

type Props = ViewProps & { output: OutputDefinition; over: Parameter };

/** One scalar output over one parameter, both to be chosen. */
export function ScalarCard(props: Props) {
  const { config, report, store, shown, choices, choose, pinned, output, over } = props;
  const { scalars, parameters } = shown;
  const isNarrow = useIsNarrow();
  const canLogX = over.kind === "slider" && over.min > 0;
  const spacing = overSpacing(over, choices);
  const isLogY = isLogarithmic(report, output.name, choices.outputScale);
  const isFollowed = (report?.inputs.find(({ name }) => name === over.name)?.followers.length ?? 0) > 0;
  return (
    <Card
      name="scalar-plot"
      title="Scalar plot"
      tools={
        <>
          {over.kind === "slider" && (
            <Switch
              size="xs"
              label="Log x"
              checked={spacing === "log"}
              disabled={!canLogX}
              title={canLogX ? undefined : "The parameter has values at or below 0"}
              onChange={(event) => choose({ overScale: event.currentTarget.checked ? "log" : null })}
            />
          )}
          <Switch
            size="xs"
            label="Log y"
            checked={isLogY}
            onChange={(event) => choose({ outputScale: event.currentTarget.checked ? "log" : "linear" })}
          />
          <div className={classes.pair} data-wide>
            <NativeSelect
              size="xs"
              aria-label="Output of the scalar plot"
              data={scalars.map((scalar) => ({ value: scalar.name, label: displayName(scalar) }))}
              value={output.name}
              onChange={(event) =>
                choose({ scalar: event.currentTarget.value, trust: null, outputScale: null })
              }
            />
            <Text size="sm" c="dimmed">
              over
            </Text>
            <NativeSelect
              size="xs"
              aria-label="Parameter of the scalar plot"
              data={parameters.map(({ name }) => ({ value: name, label: parameterLabel(config, name) }))}
              value={over.name}
              onChange={(event) => choose({ over: event.currentTarget.value })}
            />
          </div>
        </>
      }
    >
      <ScalarPlot
        config={config}
        output={output}
        parameter={over}
        spacing={spacing}
        isLogarithmic={isLogY}
        trained={report?.inputs.find(({ name }) => name === over.name)?.histogram ?? null}
        store={store}
        pinned={pinned}
        showUncertainties={choices.showUncertainties}
        height={isNarrow ? 190 : 320}
      />
      {choices.movesTogether && isFollowed && (
        <Text size="xs" c="dimmed" mt={4}>
          Along the curve, the inputs that follow {parameterLabel(config, over.name)} move with it.
        </Text>
      )}
    </Card>
  );
}
