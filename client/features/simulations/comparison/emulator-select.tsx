import { Group, Select, Text } from "@mantine/core";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useId } from "react";
import classes from "./comparison.module.css";
import type { EmulatorChoice } from "./use-compared-emulator.ts";

const NO_EMULATOR_OPTION = { value: "none", label: "No emulator" };
const MIN_SEARCHED_EMULATORS = 9;

/** Chooses the emulator that a simulation is compared with; nothing where there is none. */
export function EmulatorSelect({ emulators, chosen, choose }: EmulatorChoice) {
  const labelId = useId();
  if (emulators === null || (emulators.length === 0 && chosen === null)) return null;
  const options = emulators.map(({ id, name }) => ({ value: String(id), label: `${name} (${id})` }));
  const isListed = chosen === null || emulators.some(({ id }) => id === chosen);
  return (
    <Group gap={8} wrap="nowrap" className={classes.choice}>
      <Text size="xs" c="dimmed" id={labelId} className={classes.label}>
        Compare with
      </Text>
      <Select
        size="xs"
        className={classes.select}
        aria-labelledby={labelId}
        allowDeselect={false}
        searchable={options.length >= MIN_SEARCHED_EMULATORS}
        nothingFoundMessage={MESSAGES.noMatches("job")}
        data={[
          NO_EMULATOR_OPTION,
          ...options,
          ...(isListed ? [] : [{ value: String(chosen), label: `Job ${chosen}` }]),
        ]}
        value={chosen === null ? NO_EMULATOR_OPTION.value : String(chosen)}
        onChange={(value) =>
          choose(value === null || value === NO_EMULATOR_OPTION.value ? null : Number(value))
        }
      />
    </Group>
  );
}
