import { Button, Group, Paper, Text, TextInput, Title } from "@mantine/core";
import { IconRotate, IconSearch } from "@tabler/icons-react";
import type { EmulatorReport } from "@understudy/shared/api/emulator-report.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { useMemo, useState } from "react";
import type { EmulatorStore } from "./emulator-store.ts";
import { ParameterRow } from "./parameter-row.tsx";
import classes from "./parameters.module.css";
import { parametersOf } from "./parameters.ts";

const SEARCH_FROM = 9;

type Props = { config: JobConfig; report: EmulatorReport | null; store: EmulatorStore };

/** All inputs that can be set. */
export function ParameterPanel({ config, report, store }: Props) {
  const [search, setSearch] = useState("");
  const parameters = useMemo(() => parametersOf(config), [config]);
  const inputs = useMemo(() => new Map(config.inputs.map((input) => [input.name, input])), [config]);
  const trained = useMemo(() => new Map(report?.inputs.map((input) => [input.name, input])), [report]);
  const wanted = search.trim().toLowerCase();
  const found = parameters.filter(({ name }) =>
    `${name}\n${inputs.get(name)?.display}`.toLowerCase().includes(wanted),
  );
  return (
    <Paper withBorder component="aside" className={classes.panel} aria-labelledby="parameters">
      <Group justify="space-between" wrap="nowrap" gap="xs" className={classes.head}>
        <Title order={2} id="parameters">
          Parameters
        </Title>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconRotate size={13} />}
          onClick={() => store.reset()}
        >
          Reset
        </Button>
      </Group>
      {parameters.length >= SEARCH_FROM && (
        <TextInput
          size="xs"
          m="xs"
          mt={0}
          leftSection={<IconSearch size={14} />}
          placeholder="Search parameters"
          aria-label="Search parameters"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <div className={classes.rows}>
        {found.map((parameter) => {
          const input = inputs.get(parameter.name);
          return input === undefined ? null : (
            <ParameterRow
              key={parameter.name}
              parameter={parameter}
              input={input}
              trained={trained.get(parameter.name)}
              store={store}
            />
          );
        })}
        {found.length === 0 && (
          <Text size="sm" c="dimmed">
            {parameters.length === 0 ? "Every input is fixed." : "Nothing matches the search."}
          </Text>
        )}
      </div>
    </Paper>
  );
}
