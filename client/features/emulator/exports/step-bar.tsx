import { Progress } from "@mantine/core";
import type { EmulatorExport } from "@understudy/shared/api/emulator-export.ts";
import { stepShares, stepText } from "./progress-texts.ts";
import classes from "./step-bar.module.css";

/** The progress of an export: a bar with a part for each step. */
export function StepBar({ shown }: { shown: EmulatorExport }) {
  const { progress, state, step } = shown;
  const shares = stepShares(shown);
  return (
    <div
      role="progressbar"
      aria-label="Progress of the export"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(100 * progress)}
      aria-valuetext={`${Math.round(100 * progress)}%, ${stepText(shown)}`}
    >
      <div className={classes.steps} aria-hidden>
        {shares.map((share, at) => (
          <Progress
            // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place
            key={at}
            className={classes.step ?? ""}
            value={share}
            animated={state === "running" && at === (step?.number ?? 1) - 1}
            size="md"
          />
        ))}
      </div>
    </div>
  );
}
