/** Sliders that move together, and back: the emulator page of data in which one input leads others. */
import type { Page } from "playwright";
import { assert, eventually, suite } from "../harness.ts";
import { complaints, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { type Account, addPerson } from "../support/browser/people.ts";
import { callerOf, fixture, thinOut, trainedJob } from "../support/browser/real-jobs.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";

const it = suite("moving the sliders", { timeout: 180_000 });

let baseURL = "";
let ada: Account;
let page: Page;
let jobId = 0;

it.before(async () => {
  const server = await startTestServer();
  baseURL = server.url;
  ada = await addPerson(server.config, "Ada Lovelace");
  const caller = await callerOf(baseURL, ada);
  const runner = await startTestRunner(server.config);
  jobId = await trainedJob(caller, "Buildings", thinOut(fixture("energy_efficiency"), 5));
  await runner.close();
  page = await newPage({ baseURL, as: ada });
});
it.after(() => {
  assert.equal(complaints(page), []);
});

const panel = (on: Page) => on.getByRole("complementary", { name: "Parameters" });
const slider = (on: Page, name: string) => on.getByRole("slider", { name, exact: true });
const box = (on: Page, name: string) => on.getByRole("textbox", { name: `${name}, value` });
const value = async (name: string): Promise<number> => Number(await box(page, name).inputValue());
const values = async (): Promise<string[]> =>
  Promise.all(["X1", "X2", "X3", "X4", "X5", "X6", "X7", "X8"].map((name) => box(page, name).inputValue()));
const open = async (on: Page, query = ""): Promise<void> => {
  await on.goto(`/jobs/${jobId}${query}`);
  await on.getByText(/follow.* X1 in your data/).waitFor();
};

it("leaves the other inputs where they are unless they are to move along, and says which would", async () => {
  await open(page);
  await panel(page)
    .getByText(/X2.* follow X1 in your data/)
    .waitFor();
  const before = await value("X2");
  await slider(page, "X1").fill("0");
  assert.is(await value("X2"), before);
  // X1 alone is a building that nobody has built: the page says so, and what helps.
  const badge = page.getByRole("status").filter({ hasText: "Far from the training data" });
  await badge.getByText("Far from the training data").hover();
  await page.getByText(/"Move inputs together" keeps the sliders near the data/).waitFor();
  await page.getByText(/The bounds widen with the distance/).waitFor();
});

it("moves what follows an input along the data, with one request", async () => {
  await open(page);
  // It asks for the starting point again once it knows which input matters most.
  await page.getByRole("combobox", { name: "Parameter of the scalar plot" }).waitFor();
  await panel(page).getByRole("switch", { name: "Move inputs together" }).click();
  await eventually("the address remembers it", () => page.url().includes("inputs=together"));
  const points: Record<string, number>[] = [];
  await page.route("**/emulator/outputs", async (route) => {
    const { inputs } = route.request().postDataJSON();
    if (inputs !== undefined) points.push(inputs);
    await route.continue();
  });
  await slider(page, "X1").fill("0");
  // The lowest X1 of the data, .62, stands in rows with X2 808.5 and X5 3.5 only.
  await eventually("X2 and X5 of the data", async () => (await value("X2")) === 808.5);
  assert.is(await value("X5"), 3.5);
  await eventually("the prediction there", () => points.at(-1)?.X2 === 808.5);
  const moved = points.filter(({ X1 }) => X1 === 0.62);
  assert.equal(
    moved.map(({ X1, X2 }) => [X1, X2]),
    [[0.62, 808.5]],
  );
  await page.unroute("**/emulator/outputs");
  await eventually("a point near the data", async () => {
    return (await page.getByRole("status").getByText("Far from the training data").count()) === 0;
  });
});

it("draws the scalar plot along the data, too", async () => {
  await open(page, "?over=X1");
  const requestedInputs: Record<string, number>[][] = [];
  await page.route("**/emulator/outputs", async (route) => {
    const { inputs_list } = route.request().postDataJSON();
    if (inputs_list !== undefined) requestedInputs.push(inputs_list);
    await route.continue();
  });
  await panel(page).getByRole("switch", { name: "Move inputs together" }).click();
  await eventually("a curve whose X2 follows X1", () => {
    const [, first, ...furtherInputs] = requestedInputs.at(-1) ?? [];
    return first?.X1 === 0.62 && first.X2 === 808.5 && furtherInputs.at(-1)?.X2 === 514.5;
  });
  await page.getByText("Along the curve, the inputs that follow X1 move with it.").waitFor();
  await page.unroute("**/emulator/outputs");
});

it("takes a chosen row back with Ctrl+Z, and goes to it again", async () => {
  await open(page);
  const start = await values();
  await page.getByRole("radiogroup", { name: "Data comparison" }).getByText("All", { exact: true }).click();
  await page.getByRole("spinbutton", { name: "Row number" }).fill("700");
  await eventually("the row's values", async () => (await value("X2")) !== Number(start[1]));
  const row = await values();
  await page.getByRole("heading", { name: "Parameters" }).click();
  // The nearest row, where a comparison begins, is a step of its own unless the sliders stood on it.
  await page.keyboard.press("Control+z");
  await eventually("the start", async () => JSON.stringify(await values()) === JSON.stringify(start));
  for (const keys of ["Control+Shift+z", "Control+y"]) {
    await page.keyboard.press(keys);
    await eventually(`the row again by ${keys}`, async () => {
      return JSON.stringify(await values()) === JSON.stringify(row);
    });
    await page.keyboard.press("Control+z");
    await eventually("the start", async () => JSON.stringify(await values()) === JSON.stringify(start));
  }
});

it("takes all of a drag back at once by the button, also with the slider focused", async () => {
  await open(page);
  const start = await value("X7");
  await slider(page, "X7").scrollIntoViewIfNeeded();
  const track = await slider(page, "X7").boundingBox();
  assert.ok(track !== null);
  const y = track.y + track.height / 2;
  await page.mouse.move(track.x + track.width * 0.5, y);
  await page.mouse.down();
  for (const share of [0.6, 0.7, 0.8, 0.9]) await page.mouse.move(track.x + track.width * share, y);
  await page.mouse.up();
  assert.is.not(await value("X7"), start);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await eventually("where the drag began", async () => (await value("X7")) === start);
  await page.getByRole("button", { name: "Redo", exact: true }).click();
  await eventually("where it ended", async () => (await value("X7")) > start);
  await slider(page, "X7").focus();
  await page.keyboard.press("Control+z");
  await eventually("where it began again", async () => (await value("X7")) === start);
});

it("leaves the keyboard to boxes in which text is typed", async () => {
  await open(page);
  await slider(page, "X7").fill("80");
  const moved = await value("X7");
  await box(page, "X1").click();
  await page.keyboard.press("Control+z");
  await page.getByRole("heading", { name: "Parameters" }).click();
  assert.is(await value("X7"), moved);
  await page.keyboard.press("Control+z");
  await eventually("the slider's move taken back", async () => (await value("X7")) !== moved);
});

it("passes axe on a desktop and on a phone", async () => {
  await open(page, "?inputs=together");
  await checkLooks(page, null);
  const phone = await newPage({ baseURL, as: ada, size: PHONE });
  await open(phone);
  await checkLooks(phone, null);
  await phone.context().close();
});
