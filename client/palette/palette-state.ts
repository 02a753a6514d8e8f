import { single } from "../data/store.ts";

/** The number of times the command palette was opened since the page was loaded; the first time loads it. */
const calls = single(0);
export const usePaletteCalls = calls.useValue;
export const openPalette = (): void => calls.set(calls.get() + 1);

const sheet = single(false);
export const useShortcutSheet = sheet.useValue;
export const setShortcutSheet = sheet.set;

/** Forgets the state for the next person who logs in. */
export function forgetPalette(): void {
  calls.set(0);
  sheet.set(false);
}
