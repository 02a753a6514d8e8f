import { Group, NativeSelect, Paper, Text, Title } from "@mantine/core";
import type { EmulatorReport } from "@understudy/shared/api/emulator-report.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import type { EmulatorStore } from "./emulator-store.ts";
import { type Parameter, parameterLabel } from "./parameters.ts";
import { ScalarPlot } from "./scalar-plot.tsx";
import type { Choices } from "./use-choices.ts";

type Props = {
  config: JobConfig;
  report: EmulatorReport | null;
  store: EmulatorStore;
  scalars: readonly OutputDefinition[];
  parameters: readonly Parameter[];
  output: OutputDefinition;
  over: Parameter;
  showUncertainties: boolean;
  choose: (change: Partial<Choices>) => void;
};

/** One scalar output over one parameter, both to be chosen. */
export function ScalarCard(props: Props) {
  const { config, report, store, scalars, parameters, output, over, showUncertainties, choose } = props;
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="scalar-plot">
      <Group justify="space-between" mb={4} gap="xs">
        <Title order={2} id="scalar-plot">
          Scalar plot
        </Title>
        <Group gap="xs">
          <NativeSelect
            size="xs"
            aria-label="Output of the scalar plot"
            data={scalars.map((one) => ({ value: one.name, label: displayName(one) }))}
            value={output.name}
            onChange={(event) => choose({ scalar: event.currentTarget.value, trust: null })}
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
        </Group>
      </Group>
      <ScalarPlot
        config={config}
        output={output}
        parameter={over}
        trained={report?.inputs.find(({ name }) => name === over.name)?.histogram ?? null}
        store={store}
        showUncertainties={showUncertainties}
      />
    </Paper>
  );
}
