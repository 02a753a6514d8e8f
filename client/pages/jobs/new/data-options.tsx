import { Checkbox, Collapse, Stack, UnstyledButton } from "@mantine/core";
import { useDisclosure, useId } from "@mantine/hooks";
import { IconChevronRight } from "@tabler/icons-react";
import { DATA_OPTION_LABELS, type DataOptions } from "@understudy/shared/api/job-config.ts";
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
          <Checkbox
            label={DATA_OPTION_LABELS.ignore_failed_runs}
            description="Leave out the rows whose outputs are empty or NaN. Otherwise they are reported as problems."
            checked={value.ignore_failed_runs}
            onChange={(event) => onChange({ ...value, ignore_failed_runs: event.currentTarget.checked })}
          />
          <Checkbox
            label={DATA_OPTION_LABELS.ignore_missing_inputs}
            description="Leave out the rows whose inputs are empty or NaN. Otherwise they are reported as problems."
            checked={value.ignore_missing_inputs}
            onChange={(event) => onChange({ ...value, ignore_missing_inputs: event.currentTarget.checked })}
          />
          <Checkbox
            label={DATA_OPTION_LABELS.number_duplicate_names}
            description="Columns that share a name become gain, gain (2) and so on. Otherwise they are reported as problems."
            checked={value.number_duplicate_names}
            onChange={(event) => onChange({ ...value, number_duplicate_names: event.currentTarget.checked })}
          />
        </Stack>
      </Collapse>
    </div>
  );
}
