/**
 * Places of a page: what a person can touch there. A place has the same text on everybody's page, whatever the size of
 * the window, and no component has to say it: a control is found by its accessible name, and a row by its table and id.
 */

const CONTROL = "input, textarea, select, [role='switch'], [role='radiogroup']";
const ROW = "table[aria-label] tr[data-id]";
/** Longer names are cut. */
const MAX_NAME = 200;

/** Names of the controls, as people with a screen reader hear them. */
function getName(control: Element): string {
  const labelled = control.getAttribute("aria-labelledby")?.split(/\s+/) ?? [];
  const labels =
    control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement ? control.labels : null;
  const name =
    control.getAttribute("aria-label") ??
    (labelled.map((id) => document.getElementById(id)?.textContent ?? "").join(" ") ||
      Array.from(labels ?? [], ({ textContent }) => textContent).join(" "));
  return name.trim().slice(0, MAX_NAME);
}

const listControls = (root: ParentNode, name: string): Element[] =>
  [...root.querySelectorAll(CONTROL)].filter((control) => getName(control) === name);

/** The place of an element; null: it is in none. */
export function getPlace(root: ParentNode, element: Element): string | null {
  const control = element.closest(CONTROL);
  if (control !== null) {
    const name = getName(control);
    if (name === "") return null;
    const at = listControls(root, name).indexOf(control);
    return `control ${at} ${name}`;
  }
  const row = element.closest(ROW);
  if (row === null) return null;
  return `row ${row.getAttribute("data-id")} ${row.closest("table")?.getAttribute("aria-label")?.slice(0, MAX_NAME)}`;
}

/** The element at a place; null: this page has none, as another tab or narrower window has not. */
export function findPlace(root: ParentNode, place: string): Element | null {
  const [, kind, at, name] = /^(control|row) (\S+) (.*)$/s.exec(place) ?? [];
  if (kind === undefined || at === undefined || name === undefined) return null;
  if (kind === "control") return listControls(root, name)[Number(at)] ?? null;
  const rows = [...root.querySelectorAll(ROW)];
  return (
    rows.find(
      (row) =>
        row.getAttribute("data-id") === at &&
        row.closest("table")?.getAttribute("aria-label")?.slice(0, MAX_NAME) === name,
    ) ?? null
  );
}
