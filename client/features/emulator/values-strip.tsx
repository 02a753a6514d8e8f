import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { fullText, rangeText } from "@understudy/shared/quantities/quantity-text.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { memo } from "react";
import classes from "#predictions/emulator.module.css";
import type { EmulatorStore } from "#predictions/emulator-store.ts";

type Props = {
  outputs: readonly OutputDefinition[];
  store: EmulatorStore;
  /** The bounds stand below each value. */
  showUncertainties: boolean;
};

/** The scalar outputs at the sliders' point in one line, which stays in view beside the sliders of a phone. */
export const ValuesStrip = memo(function ValuesStrip({ outputs, store, showUncertainties }: Props) {
  const prediction = store.usePrediction();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section className={classes.strip} aria-label="Outputs at the sliders' values" tabIndex={0}>
      {outputs.map((output) => {
        const unit = shownUnit(output);
        const { multiplier } = unit;
        const answer = prediction?.outputs[output.name];
        const [value] = answer?.values ?? [];
        const [lower] = answer?.lower_bounds ?? [];
        const [upper] = answer?.upper_bounds ?? [];
        const hasBounds = showUncertainties && lower !== undefined && upper !== undefined;
        return (
          <div key={output.name} className={classes.stripItem}>
            <span className={classes.stripName}>{displayName(output)}</span>{" "}
            <b>{value === undefined ? "–" : fullText(value / multiplier, unit)}</b>
            <span className={classes.stripBounds}>
              {hasBounds ? rangeText(lower / multiplier, upper / multiplier, unit) : ""}
            </span>
          </div>
        );
      })}
    </section>
  );
});
