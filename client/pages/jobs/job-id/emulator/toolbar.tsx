import { Switch } from "@mantine/core";
import { useEffect } from "react";
import { ComparisonBar } from "./comparison-bar.tsx";
import classes from "./emulator.module.css";
import { OutsideBadge } from "./outside-badge.tsx";
import { type Comparison, dataSetOf } from "./rows.ts";
import type { ViewProps } from "./view-props.ts";

/** What the emulator is compared with, and how much of its uncertainty is shown. */
export function Toolbar({ config, store, choices, choose }: ViewProps) {
  const { comparison, showUncertainties } = choices;

  // A link that names a data set opens on the row nearest to its sliders.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once; later choices act by themselves
  useEffect(() => {
    const set = dataSetOf(comparison);
    if (set !== null) store.goToNearestRow(set);
  }, [store]);

  const compare = (next: Comparison) => {
    choose({ comparison: next });
    const set = dataSetOf(next);
    if (set === null) store.leaveRows();
    else store.goToNearestRow(set);
  };
  return (
    <div className={classes.toolbar}>
      <ComparisonBar config={config} store={store} comparison={comparison} onComparison={compare} />
      <div className={classes.toggle}>
        <Switch
          size="sm"
          label="Show Uncertainties"
          checked={showUncertainties}
          onChange={(event) => choose({ showUncertainties: event.currentTarget.checked })}
        />
        <OutsideBadge config={config} store={store} />
      </div>
    </div>
  );
}
