import { Select } from "@mantine/core";
import { DROPDOWN_MAX_HEIGHT_PX } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import classes from "./comparison.module.css";
import type { EmulatorChoice } from "./use-compared-emulator.ts";

const SEARCH_FROM = 9;

/** Chooses the emulator that a simulation is compared with; nothing where there is none. */
export function EmulatorSelect({ emulators, chosen, choose }: EmulatorChoice) {
  if (emulators === null || (emulators.length === 0 && chosen === null)) return null;
  const options = emulators.map(({ id, name }) => ({ value: String(id), label: `${name} (${id})` }));
  const isListed = emulators.some(({ id }) => id === chosen);
  return (
    <Select
      size="xs"
      className={classes.select}
      aria-label="Compare with an emulator"
      placeholder="Compare with an emulator"
      clearable
      clearButtonProps={{ "aria-label": "Compare with no emulator" }}
      searchable={options.length >= SEARCH_FROM}
      nothingFoundMessage={MESSAGES.noMatches("job")}
      maxDropdownHeight={DROPDOWN_MAX_HEIGHT_PX}
      data={
        chosen === null || isListed
          ? options
          : [...options, { value: String(chosen), label: `Job ${chosen}` }]
      }
      value={chosen === null ? null : String(chosen)}
      onChange={(value) => choose(value === null ? null : Number(value))}
    />
  );
}
