/**
 * Returns the value that an object itself holds under a name that somebody chose: every prototype holds `constructor`
 * and `toString`.
 */
export const ownValue = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;
