/** What an object itself holds under a name that somebody chose: `constructor` and `toString` are held by every prototype. */
export const ownValue = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;
