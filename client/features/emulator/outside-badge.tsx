import { Tooltip } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import classes from "#predictions/emulator.module.css";
import { parameterLabel } from "#predictions/parameters.ts";
import { outsideExplanation, outsideText } from "./outside-text.ts";
import type { ViewProps } from "./view-props.ts";

/** Warns that the sliders' point lies outside the training data, and by which inputs. */
export function OutsideBadge({ config, store, report, choices }: ViewProps) {
  const outside = store.useOutside();
  const text = outsideText(outside, (name) => parameterLabel(config, name));
  const canMoveTogether = !choices.movesTogether && hasFollowers(report);
  return (
    <div className={classes.outside} role="status">
      {text !== null && (
        <Tooltip label={outsideExplanation(outside, canMoveTogether)} multiline w={280}>
          <div className={classes.badge}>
            <IconAlertTriangle size={13} />
            <span>{text}</span>
          </div>
        </Tooltip>
      )}
    </div>
  );
}

const hasFollowers = (report: ViewProps["report"]): boolean =>
  report?.inputs.some(({ followers }) => followers.length > 0) ?? false;
