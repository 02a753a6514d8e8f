import { Group, MultiSelect, Paper, Switch, Title } from "@mantine/core";
import type { EmulatorReport } from "@understudy/shared/api/emulator-report.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { DROPDOWN_MAX_HEIGHT_PX } from "@understudy/shared/limits.ts";
import classes from "./emulator.module.css";
import type { EmulatorStore } from "./emulator-store.ts";
import { OutputPlot } from "./output-plot.tsx";
import type { Choices } from "./use-choices.ts";
import { MAX_CURVES } from "./use-shown.ts";

type Props = {
  config: JobConfig;
  report: EmulatorReport | null;
  store: EmulatorStore;
  vectors: readonly OutputDefinition[];
  shown: readonly OutputDefinition[];
  choices: Choices;
  choose: (change: Partial<Choices>) => void;
};

/** The vector outputs chosen, each over its coordinate. */
export function CurvesCard({ config, report, store, vectors, shown, choices, choose }: Props) {
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="output">
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
          height={shown.length > 1 ? 260 : 360}
        />
      ))}
    </Paper>
  );
}
