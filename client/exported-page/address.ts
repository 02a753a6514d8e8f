/** The address of the page, which names the point, so that a bookmark opens the page there. */

/** Browsers refuse addresses that change many times a second. */
const PAUSE_MS = 300;

/** @param write throws where the page may not change its address, as in a frame that is sandboxed */
export function createAddressWriter(write: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      try {
        write();
      } catch {
        // The page works without an address.
      }
    }, PAUSE_MS);
  };
}
