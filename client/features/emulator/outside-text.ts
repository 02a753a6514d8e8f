/** Sentences about predictions outside the training data. */
import type { OutsideTraining } from "@understudy/shared/api/emulator.ts";

/** Says in words what lies outside; null when nothing does. `label` gives an input's display name. */
export function outsideText(
  { inputs, is_far }: OutsideTraining,
  label: (name: string) => string,
): string | null {
  if (inputs.length > 0) return `Outside the training data: ${inputs.map(label).join(", ")}`;
  return is_far ? "Far from the training data" : null;
}

/** @param canMoveTogether some inputs follow others in the data, and are not made to follow now. */
export function outsideExplanation({ inputs, is_far }: OutsideTraining, canMoveTogether: boolean): string {
  const where =
    is_far && inputs.length === 0
      ? "Each value is within its range, but no training run is near this combination."
      : "The emulator was not trained on runs in this region: its predictions are extrapolations.";
  const advice = is_far && canMoveTogether ? ' "Move inputs together" keeps the sliders near the data.' : "";
  return `${where} The bounds widen with the distance from the training data.${advice}`;
}
