import { Tooltip } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import classes from "./emulator.module.css";
import type { EmulatorStore } from "./emulator-store.ts";
import { outsideText } from "./outside-training.ts";
import { parameterLabel } from "./parameters.ts";

/** Says that the sliders' point lies where the emulator has not learnt anything, and by which inputs. */
export function OutsideBadge({ config, store }: { config: JobConfig; store: EmulatorStore }) {
  const outside = store.useOutside();
  const text = outsideText(outside, (name) => parameterLabel(config, name));
  const explanation = outside.is_far
    ? "Each value lies within its range, but no run of the training data is near this combination of them."
    : "The emulator has seen no runs out there: what it says is a guess, and its bounds may be too narrow.";
  return (
    <div className={classes.outside} role="status">
      {text !== null && (
        <Tooltip label={explanation} multiline w={280}>
          <div className={classes.badge}>
            <IconAlertTriangle size={13} />
            <span>{text}</span>
          </div>
        </Tooltip>
      )}
    </div>
  );
}
