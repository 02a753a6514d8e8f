import { Checkbox, Collapse, Stack, UnstyledButton } from "@mantine/core";
import { useDisclosure, useId } from "@mantine/hooks";
import { IconChevronRight } from "@tabler/icons-react";
import {
  DATA_OPTION_LABELS,
  DATA_OPTION_TEXTS,
  type DataOptions,
  YES_NO_OPTIONS,
} from "@understudy/shared/api/job-config.ts";
import classes from "./data-options.module.css";

type Props = { value: DataOptions; onChange: (value: DataOptions) => void };

/** Options that few files need: collapsed by default. */
export function DataOptionsFields({ value, onChange }: Props) {
  const [opened, { toggle }] = useDisclosure(false);
  const id = useId();
  return (
    <div>
      <UnstyledButton onClick={toggle} aria-expanded={opened} aria-controls={id} className={classes.toggle}>
        <IconChevronRight size={15} className={classes.chevron} data-opened={opened} aria-hidden />
        Options
      </UnstyledButton>
      <Collapse expanded={opened} id={id} transitionDuration={120}>
        <Stack gap="sm" pt="xs" pl={22}>
          {YES_NO_OPTIONS.map((option) => (
            <Checkbox
              key={option}
              label={DATA_OPTION_LABELS[option]}
              description={DATA_OPTION_TEXTS[option]}
              checked={value[option]}
              onChange={(event) => onChange({ ...value, [option]: event.currentTarget.checked })}
            />
          ))}
        </Stack>
      </Collapse>
    </div>
  );
}
