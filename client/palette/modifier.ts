const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);
/** The key of the browser's own shortcuts. */
export const modifier = (): string => (isMac() ? "⌘" : "Ctrl");
