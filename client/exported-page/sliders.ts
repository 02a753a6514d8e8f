/** The inputs as sliders with a box beside each, and as lists. */

import type { PageFacts, PageInput } from "@understudy/shared/domain/exported-page.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { displayName } from "@understudy/shared/domain/variable.ts";
import { fullText, quantityText } from "@understudy/shared/quantities/quantity-text.ts";
import { type ShownUnit, shownUnit, storedValue } from "@understudy/shared/quantities/shown-unit.ts";
import { readNumber } from "@understudy/shared/quantities/typed-number.ts";
import { accept, computeStep, countSteps, type Parameter, valueAt } from "#predictions/parameters.ts";
import { createElement, createName, setAttributes } from "./elements.ts";
import type { PageView } from "./page-model.ts";

export type Move = (name: string, value: ScalarValue) => void;
type Control = { readonly element: HTMLElement; readonly update: (view: PageView) => void };
type Slider = Parameter & { kind: "slider" };
type List = Parameter & { kind: "list" };

/** @param onRelease called when a control is let go of */
export function createControls(
  { inputs }: PageFacts,
  parameters: readonly Parameter[],
  move: Move,
  onRelease: () => void,
): Control {
  const controls = parameters.flatMap((parameter, at) => {
    const input = inputs.find(({ definition }) => definition.name === parameter.name);
    if (input === undefined) return [];
    const id = `input-${at}`;
    return parameter.kind === "slider"
      ? [createSlider({ parameter, input, id }, move, onRelease)]
      : [createList({ parameter, input, id }, move, onRelease)];
  });
  const element = createElement("div", { class: "controls" }, ...controls.map((control) => control.element));
  return {
    element,
    update: (view) => {
      for (const control of controls) control.update(view);
    },
  };
}

function createList(
  { parameter, input, id }: { parameter: List; input: PageInput; id: string },
  move: Move,
  onRelease: () => void,
): Control {
  const { name, values } = parameter;
  const select = createElement(
    "select",
    { id },
    ...values.map((value, at) => createElement("option", { value: at }, String(value))),
  );
  select.addEventListener("change", () => {
    const value = values[select.selectedIndex];
    if (value !== undefined) move(name, value);
    onRelease();
  });
  const label = createElement("label", { for: id }, displayName(input.definition));
  return {
    element: createElement("div", { class: "control" }, label, select),
    update: ({ point }) => {
      select.selectedIndex = values.indexOf(point[name] ?? "");
    },
  };
}

function createSlider(
  { parameter, input, id }: { parameter: Slider; input: PageInput; id: string },
  move: Move,
  onRelease: () => void,
): Control {
  const { name, min, max } = parameter;
  const unit = shownUnit(input.definition);
  const shown = (stored: number): string => quantityText(stored / unit.multiplier, unit, "short");
  const label = displayName(input.definition);
  const box = createElement("input", {
    ...{ id, type: "text", inputmode: "decimal", autocomplete: "off", spellcheck: "false" },
    "aria-describedby": `${id}-note`,
  });
  const range = createElement("input", {
    ...{ type: "range", class: "range", min: 0, max: countSteps(parameter), step: 1 },
    "aria-label": `${label}, slider`,
  });
  const note = createElement("p", { id: `${id}-note`, class: "note", role: "status" });
  range.addEventListener("input", () => move(name, valueAt(parameter, Number(range.value))));
  range.addEventListener("change", onRelease);
  const read = (): void => {
    const { value, text } = readTyped(box.value, parameter, unit);
    note.textContent = text;
    setAttributes(box, { "aria-invalid": value === null && "true" });
    if (value === null) return;
    move(name, value);
    box.value = formatBox(value, unit);
    onRelease();
  };
  box.addEventListener("change", read);
  const trainedNote = createElement("span", { class: "trained", hidden: true });
  const [low, high] = input.trained ?? [min, max];
  trainedNote.textContent = `trained on ${shown(low)} to ${shown(high)}`;
  const ends = createElement(
    "div",
    { class: "ends" },
    createElement("span", {}, shown(min)),
    trainedNote,
    createElement("span", {}, shown(max)),
  );
  const title = createElement(
    "label",
    { for: id },
    createName(label),
    createElement("span", { class: "unit" }, unit.isAtValue || unit.text === "" ? "" : ` (${unit.text})`),
  );
  return {
    element: createElement("div", { class: "control" }, title, box, range, ends, note),
    update: ({ point, outsideInputs }) => {
      const value = Number(point[name]);
      if (document.activeElement !== box) {
        box.value = formatBox(value, unit);
        if (box.getAttribute("aria-invalid") !== null) note.textContent = "";
        setAttributes(box, { "aria-invalid": false });
      }
      range.value = String(computeStep(parameter, value));
      setAttributes(range, { "aria-valuetext": fullText(value / unit.multiplier, unit, "short") });
      trainedNote.hidden = !outsideInputs.includes(input);
    },
  };
}

const formatBox = (stored: number, unit: ShownUnit): string =>
  quantityText(stored / unit.multiplier, unit, "short");

/** A number beyond the slider's range becomes the nearer end, and the text says so. */
function readTyped(text: string, parameter: Slider, unit: ShownUnit): { value: number | null; text: string } {
  const typed = readNumber(text, { shown: unit, isWhole: parameter.isInteger });
  if ("problem" in typed) return { value: null, text: typed.problem };
  const stored = storedValue(typed.value, unit);
  const value = accept(parameter, stored);
  if (typeof value !== "number") return { value: null, text: "" };
  const end = quantityText(value / unit.multiplier, unit, "short");
  if (stored < parameter.min) return { value, text: `${end} is the smallest value that can be set here.` };
  if (stored > parameter.max) return { value, text: `${end} is the largest value that can be set here.` };
  return { value, text: "" };
}
