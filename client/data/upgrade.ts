/**
 * After an upgrade of the server, a page that was open before asks for parts that are gone. Then it is loaded anew, at the
 * place that was to be shown.
 */
import { single } from "./store.ts";

/** While servers of two versions run side by side, a reloaded page may be an old one again. */
const ONCE_IN_MS = 60_000;
const LOADED_AT = "understudy.loaded-anew";

const checking = single(false);
/** The page is asking the server if a missing chunk may come with a newer page. */
export const useIsChecking = checking.useValue;

/** The script that this page began with: its name follows from all that it leads to. */
const ownScript = (): string =>
  document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute("src") ?? "";

/** A page is outdated if the server has a newer one. A server that does not respond counts as unchanged. */
async function isOutdated(): Promise<boolean> {
  const script = ownScript();
  const response = await fetch("/", { cache: "no-store" }).catch(() => null);
  if (script === "" || response?.ok !== true) return false;
  return !(await response.text()).includes(script);
}

function mayLoadAnew(now: number): boolean {
  const before = Number(sessionStorage.getItem(LOADED_AT) ?? 0);
  if (now - before < ONCE_IN_MS) return false;
  sessionStorage.setItem(LOADED_AT, String(now));
  return true;
}

/** @param place returns the path that was being opened when a chunk turned out to be missing */
export function watchForUpgrades(place: () => string): void {
  window.addEventListener("vite:preloadError", () => {
    if (checking.get()) return;
    checking.set(true);
    const openedPath = place();
    void isOutdated().then((outdated) => {
      if (!outdated || !mayLoadAnew(Date.now())) return checking.set(false);
      const { pathname, search, hash } = window.location;
      // Assigning the current URL may not reload.
      if (openedPath === `${pathname}${search}${hash}`) window.location.reload();
      else window.location.assign(openedPath);
    });
  });
}
