/** The reaction to a response that says that the user is not logged in. */

let onLoggedOut: () => void = () => {};

/** The router registers here: calls must not know the router. */
export function setLoggedOutHandler(handler: () => void): void {
  onLoggedOut = handler;
}

export const reportLoggedOut = (): void => onLoggedOut();

/** The address of the login page that leads back to `from`. */
export const loginPath = (from: string): string =>
  from === "/" || from.startsWith("/login") ? "/login" : `/login?next=${encodeURIComponent(from)}`;
