import { Tooltip } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import classes from "./emulator.module.css";
import type { EmulatorStore } from "./emulator-store.ts";
import { outsideText } from "./outside-training.ts";
import { parameterLabel } from "./parameters.ts";

/** Warns that the sliders' point lies outside the training data, and by which inputs. */
export function OutsideBadge({ config, store }: { config: JobConfig; store: EmulatorStore }) {
  const outside = store.useOutside();
  const text = outsideText(outside, (name) => parameterLabel(config, name));
  const explanation = outside.is_far
    ? "Each value is within its range, but no training run is near this combination."
    : "The emulator was not trained on runs in this region: its predictions are extrapolations, and its bounds may be too narrow.";
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
