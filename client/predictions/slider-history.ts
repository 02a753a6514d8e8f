import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import { single } from "#data/store.ts";

const MAX_STEPS = 100;
/** Presses of an arrow key in quick succession are one step. */
const ONE_STEP_MS = 500;

/**
 * The undo history of the sliders, at most a hundred steps. All moves of one slider until it is released are one step.
 * @param now a clock, in ms
 */
export function createSliderHistory(now: () => number = () => performance.now()) {
  const past: InputPoint[] = [];
  const future: InputPoint[] = [];
  const steps = single({ canUndo: false, canRedo: false });
  /** The slider that is being moved. */
  let moving: { name: string; isHeld: boolean; at: number } | null = null;

  const update = (): void => {
    const next = { canUndo: past.length > 0, canRedo: future.length > 0 };
    const { canUndo, canRedo } = steps.get();
    if (next.canUndo !== canUndo || next.canRedo !== canRedo) steps.set(next);
  };
  const isSameStep = (slider: string | null): boolean =>
    moving !== null &&
    moving.name === slider &&
    (moving.isHeld || now() - moving.at < ONE_STEP_MS) &&
    future.length === 0;

  function exchange(from: InputPoint[], to: InputPoint[], here: InputPoint): InputPoint | null {
    const point = from.pop() ?? null;
    if (point !== null) to.push(here);
    moving = null;
    update();
    return point;
  }

  return {
    useSteps: steps.useValue,
    /** Call before the sliders leave `here`. @param slider the one that is being moved; null: a step of its own */
    leave: (here: InputPoint, slider: string | null): void => {
      const isSame = isSameStep(slider);
      moving = slider === null ? null : { name: slider, isHeld: true, at: now() };
      if (isSame) return;
      past.push(here);
      if (past.length > MAX_STEPS) past.shift();
      future.length = 0;
      update();
    },
    /** The slider that was being moved has been let go of. */
    release: (): void => {
      if (moving !== null) moving = { ...moving, isHeld: false };
    },
    /** The point before the last step, null without one. */
    back: (here: InputPoint): InputPoint | null => exchange(past, future, here),
    /** The point that was gone back from last, null without one. */
    forward: (here: InputPoint): InputPoint | null => exchange(future, past, here),
  };
}
