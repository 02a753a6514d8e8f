/** What is wrong with a spec's files, each with the place where it can be mended. */

/** Keys and indices from the top of spec.json: `["variables", 3, "default_min"]`. */
export type Place = readonly (string | number)[];

export type SpecProblem = {
  readonly file: string;
  /** Within spec.json, as `variables[3].default_min`; otherwise empty. */
  readonly path: string;
  /** A clause about what stands there, without a full stop. */
  readonly message: string;
  /** From 1; null where no line can be named. */
  readonly line: number | null;
};

/** Takes the problems of one part of the manifest. */
export type Report = {
  add(place: Place, message: string): void;
  /** The same report for what lies below `place`. */
  at(...place: Place): Report;
};

export function createReport(found: { place: Place; message: string }[], below: Place = []): Report {
  return {
    add: (place, message) => {
      found.push({ place: [...below, ...place], message });
    },
    at: (...place) => createReport(found, [...below, ...place]),
  };
}

export const placeText = (place: Place): string =>
  place.map((key, i) => (typeof key === "number" ? `[${key}]` : i === 0 ? key : `.${key}`)).join("");

const MAX_QUOTED = 60;

/** A value of the manifest inside a sentence, cut to a readable length. */
export function quotedValue(value: unknown): string {
  const text = (typeof value === "number" ? String(value) : (JSON.stringify(value) ?? "nothing")).replace(
    /\s+/g,
    " ",
  );
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
}

/** `a, b or c`. */
export function listed(names: readonly (string | number)[], last = "or"): string {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} ${last} ${names.at(-1)}`;
}
