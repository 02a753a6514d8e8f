/** The profiler of the emulator page: curves of all outputs over all inputs, which are dragged, locked, laid over and maximised. */
import type { Page } from "playwright";
import { assert, eventually, suite } from "../harness.ts";
import { complaints, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { type Account, addPerson } from "../support/browser/people.ts";
import { callerOf, trainedJob } from "../support/browser/real-jobs.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";

const it = suite("the profiler", { timeout: 180_000 });

const ROW_COUNT = 90;
const BEAM_SIZES = ["small", "medium", "large"];
/** A beam: two lengths, a whole number of ribs and a size; a deflection that interacts, and a mass. */
function tables() {
  const share = (row: number, step: number) => (row * step) % 1;
  const rows = Array.from({ length: ROW_COUNT }, (_, row) => {
    const width = 0.01 + 0.04 * share(row, Math.SQRT2);
    const load = 100 + 900 * share(row, Math.sqrt(3));
    const ribs = 1 + (row % 6);
    const size = row % BEAM_SIZES.length;
    const deflection = (load * (3 - size)) / (1 + 40 * width) / (2 + ribs) / 1e5;
    const mass = 20 * width * (1 + 0.1 * ribs) + 0.2 * size;
    return { inputs: [width, load, ribs, BEAM_SIZES[size]], outputs: [deflection, mass] };
  });
  return {
    parameters: ["Width (m),Load (N),Ribs,Size", ...rows.map(({ inputs }) => inputs.join(","))].join("\n"),
    outputs: ["Deflection (m),Mass (kg)", ...rows.map(({ outputs }) => outputs.join(","))].join("\n"),
  };
}

let baseURL = "";
let ada: Account;
let page: Page;
let id = 0;

it.before(async () => {
  const server = await startTestServer();
  baseURL = server.url;
  ada = await addPerson(server.config, "Ada Lovelace");
  const caller = await callerOf(baseURL, ada);
  const runner = await startTestRunner(server.config);
  id = await trainedJob(caller, "Beam", tables());
  await runner.close();
  page = await newPage({ baseURL, as: ada });
});
it.after(() => {
  assert.equal(complaints(page), []);
});

const card = (on: Page) => on.getByRole("region", { name: "Profiler", exact: true });
const cell = (on: Page, output: string, input: string) =>
  card(on).getByRole("slider", { name: `${output} over ${input}`, exact: true });
const readText = (on: Page, output: string, input: string) =>
  cell(on, output, input).getAttribute("aria-valuetext");
const grid = (on: Page) =>
  card(on).getByRole("group", { name: "Outputs over inputs through the sliders' point" });
const countAnswers = async (on: Page) => Number(await grid(on).getAttribute("data-answers"));
const box = (name: string) => page.getByRole("textbox", { name: `${name}, value` });

async function open(on: Page, query = ""): Promise<void> {
  await on.goto(`/jobs/${id}${query}`);
  await curvesAreDrawn(on);
}

/** Plots above the card move it while they appear; what is not seen asks for nothing. */
const curvesAreDrawn = (on: Page) =>
  eventually("the curves are drawn", async () => {
    await card(on).scrollIntoViewIfNeeded();
    return (await countAnswers(on)) > 0;
  });

/** The pixels of a cell on which something is drawn. */
const countDrawnPixels = (on: Page, output: string, input: string): Promise<number> =>
  cell(on, output, input).evaluate((element) => {
    const canvas = element.closest("[data-answers]")?.querySelector("canvas");
    if (!canvas) throw new Error("There is no canvas behind the cells.");
    const [sheet, { x, y, width, height }] = [
      canvas.getBoundingClientRect(),
      element.getBoundingClientRect(),
    ];
    const pixels = canvas.getContext("2d")?.getImageData(x - sheet.x, y - sheet.y, width, height).data;
    return Array.from(pixels ?? []).filter((value, at) => at % 4 === 3 && value > 0).length;
  });

it("draws each output over each input, and says in words what a cell shows", async () => {
  await open(page);
  for (const output of ["Deflection", "Mass"])
    for (const input of ["Width", "Load", "Ribs", "Size"])
      assert.ok((await countDrawnPixels(page, output, input)) > 200, `${output} over ${input}`);
  await eventually("a text", async () =>
    /^Load \S+ N: Mass \S+ k?g, 95% bounds \S+ to \S+ k?g$/.test(
      (await readText(page, "Mass", "Load")) ?? "",
    ),
  );
});

it("moves the input of a cell that is dragged, for all cells, the sliders and the address", async () => {
  const before = await readText(page, "Mass", "Load");
  const { x, y, width, height } = (await cell(page, "Deflection", "Width").boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 0.9 * width, y + height / 2, { steps: 5 });
  await page.mouse.up();
  const value = Number(await box("Width").inputValue());
  assert.ok(value > 44 && value < 49, `${value} mm`);
  await eventually("the other cells follow", async () => (await readText(page, "Mass", "Load")) !== before);
  await eventually("the address", () => decodeURIComponent(page.url()).includes('"Width":0.04'));
  await page.keyboard.press("Control+z");
  await eventually("one step is undone", async () => Number(await box("Width").inputValue()) !== value);
});

it("is walked with the keyboard: arrows move the value, up and down lead to the other outputs", async () => {
  await cell(page, "Deflection", "Ribs").focus();
  await page.keyboard.press("Home");
  for (const key of ["ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  assert.is(await box("Ribs").inputValue(), "3");
  await page.keyboard.press("ArrowDown");
  assert.ok(await cell(page, "Mass", "Ribs").evaluate((element) => element === document.activeElement));
  await page.keyboard.press("End");
  assert.is(await box("Ribs").inputValue(), "6");
  await cell(page, "Mass", "Size").focus();
  await page.keyboard.press("End");
  await page.getByRole("combobox", { name: "Size" }).waitFor();
  await eventually("the option", async () => /^Size /.test((await readText(page, "Mass", "Size")) ?? ""));
});

it("finds a better point for goals, leaves a locked input, and takes the move back", async () => {
  await card(page).getByRole("button", { name: "Lock Load" }).click();
  const load = await box("Load").inputValue();
  for (const output of ["Deflection", "Mass"]) {
    await card(page)
      .getByRole("button", { name: `Goal of ${output}: none` })
      .click();
    await page.getByRole("combobox", { name: `Goal of ${output}` }).selectOption("Minimise");
    await page.keyboard.press("Escape");
    await card(page)
      .getByRole("button", { name: `Goal of ${output}: Minimise` })
      .waitFor();
  }
  await cell(page, "Desirability", "Width").waitFor();
  const width = await box("Width").inputValue();
  await card(page).getByRole("button", { name: "Maximise on these" }).click();
  const outcome = card(page).getByText(/^Moved the sliders: desirability \S+% to \S+%\.$/);
  await outcome.waitFor();
  const [before = 0, after = 0] =
    ((await outcome.textContent()) ?? "").match(/[\d.]+(?=%)/g)?.map(Number) ?? [];
  assert.ok(after > before, `${before} to ${after}`);
  assert.is(await box("Load").inputValue(), load);
  await card(page).getByRole("button", { name: "Undo" }).click();
  await eventually("the sliders are back", async () => (await box("Width").inputValue()) === width);
});

it("keeps its choices in the address, and shows whether slopes depend on another input", async () => {
  await card(page)
    .getByRole("combobox", { name: /^Overlay/ })
    .selectOption("Overlay: Load");
  await card(page).getByText("Where these curves are not parallel, the slope depends on Load.").waitFor();
  await card(page).getByRole("button", { name: "Rows and columns" }).click();
  await page.getByRole("checkbox", { name: "Ribs" }).uncheck();
  await page.keyboard.press("Escape");
  await cell(page, "Mass", "Ribs").waitFor({ state: "detached" });
  await page.reload();
  await curvesAreDrawn(page);
  await cell(page, "Desirability", "Width").waitFor();
  await card(page).getByText("the slope depends on Load").waitFor();
  assert.is(await cell(page, "Mass", "Ribs").count(), 0);
  await card(page).getByRole("button", { name: "Lock Load", pressed: true }).waitFor();
  await checkLooks(page, "profiler");
});

it("is swiped on a phone, where a tap sets a value", async () => {
  const phone = await newPage({ baseURL, as: ada, size: PHONE, hasTouch: true });
  await open(phone);
  await checkLooks(phone, "profiler");
  const load = cell(phone, "Deflection", "Load");
  await load.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await load.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await phone.touchscreen.tap(x + 0.25 * width, y + height / 2);
  await eventually("the value", async () =>
    /^Load 3\d\d/.test((await readText(phone, "Deflection", "Load")) ?? ""),
  );
  assert.equal(complaints(phone), []);
  await phone.context().close();
});
