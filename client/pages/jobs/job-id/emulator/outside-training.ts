import type { OutsideTraining } from "@understudy/shared/api/emulator.ts";
import { keyed, single } from "#data/store.ts";

export const INSIDE_TRAINING: OutsideTraining = { inputs: [], is_far: false };

/** A prediction there is no more than an extrapolation, for whichever reason. */
export const isAway = ({ inputs, is_far }: OutsideTraining): boolean => is_far || inputs.length > 0;

/**
 * The part of the sliders' point that lies outside the training data. Subscribers re-render only when that changes.
 */
export function createOutsideTraining() {
  const all = single(INSIDE_TRAINING);
  const each = keyed<string, boolean>(false);
  return {
    set: (outside: OutsideTraining): void => {
      if (JSON.stringify(outside) === JSON.stringify(all.get())) return;
      for (const name of new Set([...all.get().inputs, ...outside.inputs]))
        each.set(name, outside.inputs.includes(name));
      all.set(outside);
    },
    useAll: all.useValue,
    /** True if this input's value lies outside its training range. */
    useInput: each.useValue,
  };
}

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
