import { single } from "./keyed.ts";

/** How often the command palette was called for since the page was opened; it is loaded with the first call. */
const calls = single(0);
export const usePaletteCalls = calls.useValue;
export const openPalette = (): void => calls.set(calls.get() + 1);

const sheet = single(false);
export const useShortcutSheet = sheet.useValue;
export const setShortcutSheet = sheet.set;

/** For the next person who logs in. */
export function forgetPalette(): void {
  calls.set(0);
  sheet.set(false);
}
