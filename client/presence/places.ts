/**
 * Places of a page: what a person can touch there. A place has the same text on everybody's page, whatever the size of
 * the window, and no component has to say it: a control is found by its accessible name, and a row by its table and id.
 */

const CONTROL_SELECTOR = "input, textarea, select, [role='switch'], [role='radiogroup']";
const ROW_SELECTOR = "table[aria-label] tr[data-id]";
/** Longer names are cut. */
const MAX_PLACE_NAME_LENGTH = 200;

/** Returns the accessible name of a control, as a screen reader says it. */
function getName(control: Element): string {
  const labelled = control.getAttribute("aria-labelledby")?.split(/\s+/) ?? [];
  const labels =
    control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement ? control.labels : null;
  const name =
    control.getAttribute("aria-label") ??
    (labelled.map((id) => document.getElementById(id)?.textContent ?? "").join(" ") ||
      Array.from(labels ?? [], ({ textContent }) => textContent).join(" "));
  return name.trim().slice(0, MAX_PLACE_NAME_LENGTH);
}

const listControls = (root: ParentNode, name: string): Element[] =>
  [...root.querySelectorAll(CONTROL_SELECTOR)].filter((control) => getName(control) === name);

/** The place of an element; null: it is in none. */
export function getPlace(root: ParentNode, element: Element): string | null {
  const control = element.closest(CONTROL_SELECTOR);
  if (control !== null) {
    const name = getName(control);
    if (name === "") return null;
    const at = listControls(root, name).indexOf(control);
    return `control ${at} ${name}`;
  }
  const row = element.closest(ROW_SELECTOR);
  if (row === null) return null;
  return `row ${row.getAttribute("data-id")} ${row.closest("table")?.getAttribute("aria-label")?.slice(0, MAX_PLACE_NAME_LENGTH)}`;
}

/** The element at a place; null: this page has none, as another tab or narrower window has not. */
export function findPlace(root: ParentNode, place: string): Element | null {
  const [, kind, at, name] = /^(control|row) (\S+) (.*)$/s.exec(place) ?? [];
  if (kind === undefined || at === undefined || name === undefined) return null;
  if (kind === "control") return listControls(root, name)[Number(at)] ?? null;
  const rows = [...root.querySelectorAll(ROW_SELECTOR)];
  return (
    rows.find(
      (row) =>
        row.getAttribute("data-id") === at &&
        row.closest("table")?.getAttribute("aria-label")?.slice(0, MAX_PLACE_NAME_LENGTH) === name,
    ) ?? null
  );
}
