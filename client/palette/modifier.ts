const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.userAgent);
/** The key of the browser's own shortcuts. */
export const getModifierKey = (): string => (isMac() ? "⌘" : "Ctrl");
