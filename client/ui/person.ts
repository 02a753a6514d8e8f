/** Colours of people, white text on each of which has a contrast of at least 4.5:1. */
const PERSON_COLORS = [
  "#0b6bb0",
  "#a8480a",
  "#00735c",
  "#8b4180",
  "#7b5b00",
  "#5a50b5",
  "#ae3340",
  "#3f6f1f",
] as const;

/** The colour of a person, the same on everybody's page. */
export const personColor = (userId: number): string =>
  PERSON_COLORS[userId % PERSON_COLORS.length] ?? PERSON_COLORS[0];

/** The first letters of the first and the last name. */
export function getInitials(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== "");
  const [first = "", last = ""] = [words[0], words.length > 1 ? words.at(-1) : ""];
  return `${[...first][0] ?? ""}${[...last][0] ?? ""}`.toUpperCase();
}
