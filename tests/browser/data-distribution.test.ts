/** The distribution of the data's rows, as a person sees it on the page of an emulator. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright";
import { assert, suite } from "../harness.ts";
import { complaints, newTab, PHONE } from "../support/browser/browser.ts";
import { heartId, open, page, transistorId } from "../support/browser/emulator-page.ts";

const it = suite("the distribution of the data", { timeout: 180_000 });
it.after(() => {
  assert.equal(complaints(page), []);
});

const heatmap = (on: Page) => on.getByRole("region", { name: "Output sample distribution" });
const pairs = (on: Page) => on.getByRole("region", { name: "Parameter pair plots" });
const findPlot = (on: Page, name: string) => heatmap(on).getByRole("region", { name });
async function saved(on: Page, plot: string, item: string): Promise<string> {
  const started = on.waitForEvent("download");
  await on.getByRole("button", { name: `Download the plot: ${plot}` }).click();
  await on.getByRole("menuitem", { name: item }).click();
  return await readFile(await (await started).path(), "utf8");
}

it("shows two outputs at first, and what else is chosen, which a link restores", async () => {
  await open(page, heartId);
  await heatmap(page).scrollIntoViewIfNeeded();
  await findPlot(page, "Heatmap of TAT,v over TAT,a").waitFor();
  await heatmap(page).getByText("The colour of a cell is how many of 180 rows lie in it").waitFor();
  await heatmap(page).getByLabel("Horizontal axis of the heatmap").selectOption("kFEC");
  await findPlot(page, "Heatmap of TAT,v over kFEC").waitFor();
  const tab = await newTab(page);
  await tab.goto(page.url());
  await heatmap(tab).scrollIntoViewIfNeeded();
  await findPlot(tab, "Heatmap of TAT,v over kFEC").waitFor();
  await tab.close();
});
it("saves the heatmap as PNG, SVG and CSV", async () => {
  await findPlot(page, "Heatmap of TAT,v over kFEC").hover();
  const name = "Heatmap of TAT,v over kFEC";
  assert.match(await saved(page, name, "CSV of its numbers"), /^kFEC from,kFEC to,"TAT,v from"/);
  assert.match(await saved(page, name, "SVG drawing"), "<image");
  assert.match(await saved(page, name, "PNG image"), "PNG");
});
it("says the cell under the pointer, and walks through the cells by the arrow keys", async () => {
  const plot = findPlot(page, "Heatmap of TAT,v over kFEC");
  await plot.focus();
  await page.keyboard.press("ArrowRight");
  await heatmap(page)
    .getByText(/rows \(\d/)
    .first()
    .waitFor();
});
it("draws curves over their coordinate, all values of all rows", async () => {
  await open(page, transistorId);
  await heatmap(page).scrollIntoViewIfNeeded();
  await findPlot(page, "Heatmap of Id over Vgs").waitFor();
  await heatmap(page)
    .getByText(/how many of 4,704 values lie in it/)
    .waitFor();
});
it("draws the training rows over each pair of the chosen parameters, five at most", async () => {
  await open(page, heartId);
  await pairs(page).scrollIntoViewIfNeeded();
  const plot = pairs(page).getByRole("region", { name: "Training rows over pairs of parameters" });
  await plot.waitFor();
  await pairs(page).getByText("A point is one of the 144 training rows").waitFor();
  const box = pairs(page).getByRole("combobox", { name: "Parameters of the pair plots" });
  // Its field lies over it.
  await box.click({ force: true });
  await page.getByRole("listbox").getByRole("option").nth(4).click();
  await pairs(page).getByText("At most 5 parameters can be shown at once", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await pairs(page).getByText("A point is one of the 144 training rows").waitFor();
  assert.is(new URL(page.url()).searchParams.getAll("pair").length, 5);
  await page.reload();
  await pairs(page).scrollIntoViewIfNeeded();
  await plot.waitFor();
  await plot.hover();
  const csv = await saved(page, "Training rows over pairs of parameters", "CSV of its numbers");
  const [header = "", ...lines] = csv.trim().split("\r\n");
  assert.is(lines.length, 144);
  assert.match(header, /^Row,/);
});
it("scrolls within its frame on a phone, where the page stays as wide as the screen", async () => {
  const phone = await newTab(page);
  await phone.setViewportSize(PHONE);
  await phone.goto(`/jobs/${heartId}`);
  await pairs(phone).scrollIntoViewIfNeeded();
  await pairs(phone).getByRole("region", { name: "Training rows over pairs of parameters" }).waitFor();
  const width = await phone.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= PHONE.width, `${width}`);
  await phone.close();
});
