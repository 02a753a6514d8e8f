/**
 * The part of the page's state that is in its address, so that a link shows the same to a colleague. It changes many times while a slider
 * is dragged: the address is replaced without the router, which would draw the whole page again.
 */
export const readAddress = (): URLSearchParams => new URLSearchParams(window.location.search);

const listeners = new Set<() => void>();

/** Calls back after every `updateAddress`, until the returned function is called. */
export function onAddressUpdate(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Sets the given parameters, a list as one each; removes those that are null. */
export function updateAddress(change: Readonly<Record<string, string | readonly string[] | null>>): void {
  const search = readAddress();
  for (const [name, value] of Object.entries(change)) {
    search.delete(name);
    for (const part of typeof value === "string" ? [value] : (value ?? [])) search.append(name, part);
  }
  const query = search.size > 0 ? `?${search}` : "";
  const { pathname, hash } = window.location;
  window.history.replaceState(window.history.state, "", `${pathname}${query}${hash}`);
  for (const listener of listeners) listener();
}
