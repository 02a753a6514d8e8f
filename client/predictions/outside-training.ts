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
