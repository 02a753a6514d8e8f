import { Switch, Tooltip } from "@mantine/core";
import classes from "#predictions/parameters.module.css";

type Props = { isOn: boolean; onChange: (isOn: boolean) => void };

/** Offered where inputs move together in the training data. */
export function TogetherSwitch({ isOn, onChange }: Props) {
  return (
    <div className={classes.together}>
      <Tooltip
        label="Some inputs move together in the training data. While this is on, moving one of them moves those that follow it, so that the point stays near the data."
        multiline
        w={280}
        position="bottom-start"
      >
        <Switch
          size="xs"
          label="Move inputs together"
          checked={isOn}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      </Tooltip>
    </div>
  );
}
