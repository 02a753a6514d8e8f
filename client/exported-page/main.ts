/** The page that an exported emulator is: sliders, predictions, curves and a profiler, without a server. */
import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { PageFacts } from "@understudy/shared/domain/exported-page.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { displayName } from "@understudy/shared/domain/variable.ts";
import { fullText } from "@understudy/shared/quantities/quantity-text.ts";
import { writtenUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { outsideExplanation, outsideText } from "#features/emulator/outside-text.ts";
import { accept, type Parameter, pointFromText, pointToText, startPoint } from "#predictions/parameters.ts";
import { DARK_PALETTE, LIGHT_PALETTE } from "../plots/model/palette.ts";
import { createAddressWriter } from "./address.ts";
import { createElement, createFrame, createName } from "./elements.ts";
import { createOutputChart, createSection } from "./output-charts.ts";
import { computeView, createPageParameters, type PageModel, type PageView } from "./page-model.ts";
import { createProfilerGrid } from "./profiler-grid.ts";
import { createNearestRow, describeRows } from "./rows.ts";
import { createControls } from "./sliders.ts";
import { createValuesTable } from "./values-table.ts";

/** Builds the page, and offers its model to scripts as `emulator`. */
export function openPage(model: PageModel, facts: PageFacts): void {
  const parameters = createPageParameters(facts);
  const start = startPoint(parameters);
  let point: InputPoint = readAddress(parameters);
  const findRow = createNearestRow(facts);
  const move = (name: string, value: ScalarValue): void => {
    const parameter = parameters.find((candidate) => candidate.name === name);
    const accepted = parameter && accept(parameter, value);
    if (accepted === undefined || accepted === null) return;
    point = { ...point, [name]: accepted };
    schedule();
  };
  const rest = (): void => {
    for (const { rest: fit } of [...curves, profiler]) fit();
    saveAddress();
  };
  const saveAddress = createAddressWriter(() => writeAddress(point, parameters));
  const controls = createControls(facts, parameters, move, rest);
  const values = createValuesTable(facts);
  const curves = facts.outputs.flatMap((output, at) => createOutputChart(output, at));
  const profiler = createProfilerGrid({ model, facts }, parameters, move, rest);
  const warning = createElement("div", { class: "warning", role: "status" });
  const update = (): void => {
    const view = computeView(model, facts, point);
    const getRow = findRow(view);
    const [heading, explanation] = describeAway(view);
    // Screen readers read a text again whenever it is set.
    if (warning.textContent !== `${heading}${explanation}`)
      warning.replaceChildren(createElement("strong", {}, heading), createElement("p", {}, explanation));
    warning.hidden = !view.isAway;
    controls.update(view);
    values.update(view);
    for (const curve of curves) curve.update(view, getRow(curve.at));
    profiler.update(view);
  };
  const schedule = createFrame(update);
  const reset = createElement("button", { type: "button" }, "Reset");
  reset.addEventListener("click", () => {
    point = start;
    update();
    rest();
  });
  document.body.append(
    createHeader(facts),
    createElement(
      "main",
      {},
      createElement(
        "section",
        { class: "panel", "aria-labelledby": "inputs" },
        createElement("div", { class: "head" }, createElement("h2", { id: "inputs" }, "Inputs"), reset),
        controls.element,
      ),
      createElement(
        "div",
        { class: "outputs" },
        warning,
        createSection("Predictions", values.element),
        ...curves.map(({ section }) => section),
        createSection("Profiler", profiler.element),
      ),
    ),
    createFooter(facts),
  );
  followLook(profiler.setPalette);
  update();
  window.addEventListener("hashchange", () => {
    point = readAddress(parameters);
    update();
  });
  Object.assign(globalThis, { emulator: model });
}

const readAddress = (parameters: readonly Parameter[]): InputPoint => {
  try {
    return pointFromText(decodeURIComponent(location.hash.slice(1)), parameters);
  } catch {
    return startPoint(parameters);
  }
};

const writeAddress = (point: InputPoint, parameters: readonly Parameter[]): void =>
  history.replaceState(null, "", `#${encodeURIComponent(pointToText(point, parameters) ?? "")}`);

/** A heading and an explanation; empty where the point is near the training data. */
function describeAway({ isAway, outsideInputs }: PageView): [heading: string, explanation: string] {
  if (!isAway) return ["", ""];
  const outside = {
    inputs: outsideInputs.map(({ definition }) => definition.name),
    is_far: outsideInputs.length === 0,
  };
  const label = (name: string): string => {
    const input = outsideInputs.find(({ definition }) => definition.name === name);
    return input === undefined ? name : displayName(input.definition);
  };
  return [outsideText(outside, label) ?? "", outsideExplanation(outside, false)];
}

const createHeader = ({ title, jobId, version, createdAt }: PageFacts): HTMLElement =>
  createElement(
    "header",
    {},
    createElement("h1", {}, title),
    createElement(
      "p",
      {},
      `Emulator of Understudy job ${jobId}, version ${version}, exported ${createdAt.slice(0, 10)}. It needs no network.`,
    ),
  );

function createFooter(facts: PageFacts): HTMLElement {
  const { outputs, hasBounds, notices } = facts;
  const lines = outputs.map(({ definition, reason, largestDifference }) => {
    const difference = fullText(largestDifference, writtenUnit(definition.unit), "short");
    const texts = [reason, `The page and the platform differ by at most ${difference}.`].filter(
      (text) => text !== "",
    );
    return createElement(
      "li",
      {},
      createElement("b", {}, createName(displayName(definition))),
      `: ${texts.join(" ")}`,
    );
  });
  const boundsText = hasBounds
    ? "Of all runs 95% are expected within the bounds."
    : "This page has no bounds.";
  return createElement(
    "footer",
    {},
    createElement(
      "details",
      {},
      createElement("summary", {}, "About this page"),
      createElement(
        "p",
        {},
        `${boundsText} ${describeRows(facts)} Scripts find the model as emulator.predict(point).`,
      ),
      createElement("ul", {}, ...lines),
    ),
    createElement("details", {}, createElement("summary", {}, "Licences"), createElement("pre", {}, notices)),
  );
}

/** Canvases follow the look of the page, and are light on paper. */
function followLook(setPalette: (palette: typeof LIGHT_PALETTE) => void): void {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const apply = (): void => setPalette(dark.matches ? DARK_PALETTE : LIGHT_PALETTE);
  dark.addEventListener("change", apply);
  window.addEventListener("beforeprint", () => setPalette(LIGHT_PALETTE));
  window.addEventListener("afterprint", apply);
  apply();
}
