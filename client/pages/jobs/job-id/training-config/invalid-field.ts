import { MESSAGES } from "@understudy/shared/messages.ts";

/** The first field whose text is not valid, focused, with its name and message; null when every field is valid. */
export function focusInvalidField(form: HTMLElement | null): string | null {
  const field = form?.querySelector<HTMLInputElement>("input[aria-invalid=true]");
  if (!field) return null;
  field.focus();
  // Mantine's fields name their description there, too.
  const errorId = field
    .getAttribute("aria-describedby")
    ?.split(" ")
    .find((id) => id.endsWith("-error"));
  const message = document.getElementById(errorId ?? "")?.textContent ?? MESSAGES.invalidNumber;
  const name = field.getAttribute("aria-label") ?? field.labels?.[0]?.textContent ?? "";
  return `${name}: ${message}`;
}
