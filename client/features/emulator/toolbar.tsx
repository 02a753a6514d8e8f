import { Switch, Tooltip } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useEffect } from "react";
import { readAddress, updateAddress } from "#job/url-state.ts";
import classes from "#predictions/emulator.module.css";
import { parameterLabel } from "#predictions/parameters.ts";
import { isTrainedOnValidation } from "#predictions/row-counts-text.ts";
import { type Comparison, getDataSet, parseRow, rowCount } from "#predictions/rows.ts";
import { ComparisonBar } from "./comparison-bar.tsx";
import { outsideExplanation, outsideText } from "./outside-text.ts";
import type { ViewProps } from "./view-props.ts";

/** Chooses the data that the emulator is compared with, and shows or hides its uncertainty. */
export function Toolbar(view: ViewProps) {
  const { config, store, report, choices, choose } = view;
  const { comparison, showUncertainties } = choices;

  // A link that names a data set opens on its row, or on the one nearest to its sliders.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once; later choices act by themselves
  useEffect(() => {
    const set = getDataSet(comparison);
    if (set === null) return;
    const address = readAddress();
    const row = parseRow(address.get("row"), rowCount(config, set));
    if (row === null) store.goToNearestRow(set);
    else if (address.has("at")) store.compareWithRow(set, row);
    else store.goToRow(set, row);
  }, [store]);

  const row = store.useDataRow()?.row ?? null;
  useEffect(() => {
    if (comparison === "None") updateAddress({ row: null });
    else if (row !== null) updateAddress({ row: String(row) });
  }, [comparison, row]);

  const compare = (next: Comparison) => {
    choose({ comparison: next });
    const set = getDataSet(next);
    if (set === null) store.leaveRows();
    else store.goToNearestRow(set);
  };
  return (
    <div className={classes.toolbar}>
      <div className={classes.tools}>
        <ComparisonBar
          config={config}
          store={store}
          comparison={comparison}
          isTrainedOnValidation={report !== null && isTrainedOnValidation(report)}
          onComparison={compare}
        />
        <div className={classes.toggle}>
          <Switch
            size="sm"
            label="Show Uncertainties"
            checked={showUncertainties}
            onChange={(event) => choose({ showUncertainties: event.currentTarget.checked })}
          />
          <OutsideBadge {...view} />
        </div>
      </div>
    </div>
  );
}

/** Warns that the sliders' point lies outside the training data, and by which inputs. */
function OutsideBadge({ config, store, report, choices }: ViewProps) {
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
