import { Paper, Table, Text, Title } from "@mantine/core";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { SampledOutput, Sampling } from "@understudy/shared/api/sampling.ts";
import { fullText } from "@understudy/shared/quantities/quantity-text.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { useMemo } from "react";
import optimizationClasses from "#designs/optimization.module.css";
import simulationClasses from "#designs/simulations.module.css";
import { findDisplay } from "#designs/values.ts";
import { ChartPlot } from "#plots/chart/chart-plot.tsx";
import { Legend } from "#plots/chart/legend.tsx";
import { predictiveCurveChart } from "#plots/figures/predictive-curve.ts";
import { extent } from "#plots/model/ranges.ts";
import { usePalette } from "#plots/use-palette.ts";
import { ScrollFrame } from "#ui/scroll-frame.tsx";

type Props = { sampling: Sampling; config: JobConfig | null };

/** The outputs of the sampled designs, each with its intervals. */
export function SampledOutputs({ sampling, config }: Props) {
  const scalars = sampling.outputs.filter(({ coordinate }) => coordinate === null);
  const curves = sampling.outputs.filter(({ coordinate }) => coordinate !== null);
  return (
    <>
      {scalars.length > 0 && (
        <Scalars outputs={scalars} config={config} isSimulated={sampling.is_simulated} />
      )}
      {curves.length > 0 && (
        <div className={optimizationClasses.cards}>
          {curves.map((output) => (
            <Curve key={output.name} output={output} config={config} />
          ))}
        </div>
      )}
    </>
  );
}

/** Takes the range of the samples where none is known, so that the unit gets a fitting prefix. */
function outputLook(config: JobConfig | null, { name, bands }: SampledOutput) {
  const definition = config?.outputs.find((candidate) => candidate.name === name);
  const display = findDisplay(config?.outputs ?? [], name);
  if (definition === undefined || definition.min !== null) return display;
  const [min, max] = extent(...bands) ?? [null, null];
  return { ...display, unit: shownUnit({ ...definition, min, max }) };
}

type ScalarsProps = { outputs: readonly SampledOutput[]; config: JobConfig | null; isSimulated: boolean };

function Scalars({ outputs, config, isSimulated }: ScalarsProps) {
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="sampled-outputs">
      <Title order={2} id="sampled-outputs">
        Outputs of the sampled designs
      </Title>
      <ScrollFrame label="Table of outputs" className={simulationClasses.frame}>
        <Table verticalSpacing={4} miw={480}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th ta="right">Median</Table.Th>
              <Table.Th ta="right">50% interval</Table.Th>
              <Table.Th ta="right">95% interval</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {outputs.map((output) => {
              const { display, unit } = outputLook(config, output);
              const [low = "", lower = "", median = "", upper = "", high = ""] = output.bands.map(
                ([value = Number.NaN]) => fullText(value / unit.multiplier, unit),
              );
              return (
                <Table.Tr key={output.name} data-numeric>
                  <Table.Th scope="row" fw={500}>
                    {display}
                  </Table.Th>
                  <Table.Td ta="right">{median}</Table.Td>
                  <Table.Td ta="right">{`${lower} to ${upper}`}</Table.Td>
                  <Table.Td ta="right">{`${low} to ${high}`}</Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </ScrollFrame>
      <Text size="xs" c="dimmed" mt={4}>
        {isSimulated
          ? "As the sampled designs were simulated."
          : "As the emulator predicts the sampled designs, its own uncertainty included."}
      </Text>
    </Paper>
  );
}

const ROW_INDEX = "Row index";

function Curve({ output, config }: { output: SampledOutput; config: JobConfig | null }) {
  const palette = usePalette();
  const { display, unit } = outputLook(config, output);
  const chart = useMemo(() => {
    const name = output.coordinate?.name ?? ROW_INDEX;
    const over = findDisplay(config?.coordinates ?? [], name);
    return predictiveCurveChart(
      {
        name: display,
        unit: unit.text,
        coordinate: over.display,
        coordinateUnit: over.unit.text,
        spacing: config?.coordinates.find((candidate) => candidate.name === name)?.spacing ?? "linear",
        x: (output.coordinate?.values ?? []).map((value) => value / over.unit.multiplier),
        bands: output.bands.map((band) => band.map((value) => value / unit.multiplier)),
      },
      palette,
    );
  }, [output, config, display, unit, palette]);
  return (
    <Paper withBorder p="sm" component="section" aria-label={`${display} of the sampled designs`}>
      <Title order={2}>{display} of the sampled designs</Title>
      <ChartPlot chart={chart} label={`${display}: median and intervals`} height={300} isWaiting={false} />
      <Legend
        items={[
          { label: "Median", color: palette.prediction, kind: "line" },
          { label: "50% and 95% of the designs", color: palette.band, kind: "band" },
        ]}
      />
    </Paper>
  );
}
