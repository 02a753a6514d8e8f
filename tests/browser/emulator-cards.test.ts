/** The emulator page as a workbench: what is in one screen, cards in a person's own order, and the page under a finger. */
import type { Page } from "playwright";
import { assert, eventually, suite } from "../harness.ts";
import { complaints, DESKTOP, newPage, PHONE, screenshot } from "../support/browser/browser.ts";
import { type Account, addPerson } from "../support/browser/people.ts";
import { callerOf, trainedJob } from "../support/browser/real-jobs.ts";
import { settled } from "../support/browser/settled.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";

const it = suite("the cards of the emulator page", { timeout: 180_000 });

const INPUT_COUNT = 7;
/** Runs over seven inputs, with two scalar outputs and a curve. */
function tables() {
  const share = (row: number, column: number) => (row * Math.SQRT2 * (column + 1)) % 1;
  const rows = Array.from({ length: 60 }, (_, row) =>
    Array.from({ length: INPUT_COUNT }, (__, column) => share(row, column)),
  );
  const outputs = rows.map((row) => {
    const [a = 0, b = 0, c = 0] = row;
    const curve = Array.from({ length: 12 }, (_, at) => a * at + b);
    return `${a + 2 * b},${b * c},"${JSON.stringify(curve)}"`;
  });
  return {
    parameters: [Array.from({ length: INPUT_COUNT }, (_, at) => `w${at + 1}`).join(","), ...rows].join("\n"),
    outputs: ["gain,phase,response", ...outputs].join("\n"),
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
  id = await trainedJob(caller, "Seven inputs", tables());
  await runner.close();
  page = await newPage({ baseURL, as: ada });
});
it.after(() => {
  assert.equal(complaints(page), []);
});

const open = async (on: Page, hash = ""): Promise<void> => {
  await on.goto(`/jobs/${id}?tab=emulator${hash}`);
  await on.getByRole("combobox", { name: "Parameter of the scalar plot" }).waitFor({ state: "attached" });
  await on.locator(".plot .plot-line").first().waitFor({ state: "attached" });
};
const card = (on: Page, name: string) => on.getByRole("region", { name, exact: true });
const titles = (on: Page) => on.locator("main section[id] > header h2").allTextContents();
const act = async (title: string, item: string): Promise<void> => {
  await page.getByRole("button", { name: `Card actions: ${title}`, exact: true }).click();
  await page.getByRole("menuitem", { name: item }).click();
};
const readBox = async (of: ReturnType<Page["locator"]>) => {
  const box = await of.boundingBox();
  if (box === null) throw new Error("It is not seen.");
  return box;
};

it("have values, all seven sliders and every action in one screen", async () => {
  await open(page);
  await settled(page);
  await screenshot(page, "emulator-one-screen");
  const inScreen = async (of: ReturnType<Page["locator"]>): Promise<void> => {
    const { y, height } = await readBox(of);
    assert.ok(y >= 0 && y + height <= DESKTOP.height, `${await of.textContent()} ends at ${y + height} px`);
  };
  await inScreen(page.getByRole("table", { name: "Scalar outputs" }));
  const sliders = page.getByRole("complementary", { name: "Parameters" }).getByRole("slider");
  assert.is(await sliders.count(), INPUT_COUNT);
  await inScreen(sliders.last());
  for (const name of ["Create Job", "Copy as code", "Download Verilog-A"])
    await inScreen(page.getByRole("button", { name, exact: true }));
  assert.is(await page.evaluate(() => window.scrollY), 0);
});

it("keep the verdict in one line at the top while the page scrolls", async () => {
  const status = page.getByRole("region", { name: "Status", exact: true });
  await page.mouse.move(900, 600);
  await page.mouse.wheel(0, 1_200);
  await eventually("it has scrolled", () => page.evaluate(() => window.scrollY > 600));
  const { y, height } = await readBox(status);
  assert.ok(Math.abs(y) < 1 && height < 50, `${y} px, ${height} px high`);
  assert.ok((await readBox(page.getByRole("complementary", { name: "Parameters" }))).y >= height);
});

it("can be collapsed, moved with the keyboard alone and put back, and stay so for their person", async () => {
  await open(page);
  const usual = await titles(page);
  await page.getByRole("button", { name: "Collapse: Emulator output" }).click();
  await card(page, "Emulator output").locator(".plot").first().waitFor({ state: "detached" });
  const menu = page.getByRole("button", { name: "Card actions: Scalar plot" });
  await menu.focus();
  await page.keyboard.press("Enter");
  const up = page.getByRole("menuitem", { name: "Move up" });
  await up.waitFor();
  await up.focus();
  await page.keyboard.press("Enter");
  const [first = "", second = "", third = "", ...furtherCards] = usual;
  const moved = [first, third, second, ...furtherCards];
  await eventually("it has moved", async () => String(await titles(page)) === String(moved));
  await eventually("the focus stays on it", () => menu.evaluate((it) => it === document.activeElement));
  await page.getByText(`Moved to position 2 of ${usual.length}.`).waitFor({ state: "attached" });
  await page.reload();
  await eventually("the order is kept", async () => String(await titles(page)) === String(moved));
  await page.getByRole("button", { name: "Expand: Emulator output" }).waitFor();
  await act("Scalar plot", "Reset all cards");
  await eventually("the usual order", async () => String(await titles(page)) === String(usual));
  await card(page, "Emulator output").locator(".plot-line").first().waitFor({ state: "attached" });
});

it("are moved with the mouse", async () => {
  const usual = await titles(page);
  const grip = card(page, "Scalar plot").getByTitle("Drag to move this card");
  await card(page, "Scalar plot").hover({ position: { x: 200, y: 10 } });
  await grip.hover();
  await page.mouse.down();
  // The drag begins before the page is scrolled to its target.
  const { x: left, y: top } = await readBox(grip);
  await page.mouse.move(left + 8, top + 24, { steps: 3 });
  // A browser tells a page of what is dragged over it from the second move on.
  for (const x of [200, 210]) await card(page, "Scalar outputs").hover({ position: { x, y: 4 } });
  await page.mouse.up();
  await eventually("it comes first", async () => (await titles(page))[0] === "Scalar plot");
  await act("Scalar plot", "Reset all cards");
  await eventually("the usual order", async () => String(await titles(page)) === String(usual));
});

it("have a link that opens the page at the card", async () => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await act("Trust", "Copy link to this card");
  await page.getByText("Link to this card copied").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(link, new RegExp(`/jobs/${id}(\\?.*)?#trust$`));
  await page.goto("/jobs");
  await page.goto(link);
  await eventually("the card is at the top of the window", async () => {
    const { y } = await readBox(card(page, "Trust"));
    return y >= 40 && y < DESKTOP.height / 2;
  });
});

it("show numbers and sliders together on a phone, in targets that a finger hits", async () => {
  const phone = await newPage({ baseURL, as: ada, size: PHONE });
  await open(phone);
  const first = phone.getByRole("slider").first();
  await first.scrollIntoViewIfNeeded();
  await phone.mouse.wheel(0, (await readBox(first)).y - 520);
  await settled(phone);
  await screenshot(phone, "emulator-phone");
  const strip = phone.getByRole("region", { name: "Outputs at the sliders' values" });
  const [numbers, plot, slider] = await Promise.all(
    [strip, phone.locator(".plot").first(), first].map(readBox),
  );
  assert.ok(numbers !== undefined && plot !== undefined && slider !== undefined);
  assert.ok(numbers.y >= 0 && numbers.y + numbers.height <= plot.y, "the numbers stand above the plot");
  assert.ok(plot.y + plot.height <= slider.y && slider.y + slider.height <= PHONE.height, "then the sliders");
  const scalar = await readBox(card(phone, "Scalar plot"));
  for (const name of ["Output of the scalar plot", "Parameter of the scalar plot"]) {
    const choice = await readBox(phone.getByRole("combobox", { name }));
    assert.ok(choice.x >= scalar.x && choice.x + choice.width <= scalar.x + scalar.width, name);
  }
  const before = await strip.textContent();
  await first.focus();
  await phone.keyboard.press("End");
  await eventually("the numbers follow", async () => (await strip.textContent()) !== before);
  const small = await phone.locator("main").evaluate((main) =>
    [
      ...main.querySelectorAll(
        "[class*='layout'] :is(button, select, input:not([type=checkbox], [type=radio]))",
      ),
    ]
      .filter((element) => element.closest(".plot, table, [hidden]") === null)
      .filter((element) => element.getClientRects().length > 0)
      .filter((element) => element.getBoundingClientRect().height < 43.5)
      .map((element) => element.getAttribute("aria-label") ?? element.textContent),
  );
  assert.equal(small, []);
  assert.equal(complaints(phone), []);
  await phone.context().close();
});

it("tell a value of a plot that is tapped, and keep it until something else is", async () => {
  const phone = await newPage({ baseURL, as: ada, size: PHONE, hasTouch: true });
  await open(phone);
  const plot = card(phone, "Emulator output").locator(".plot").first();
  await plot.scrollIntoViewIfNeeded();
  const box = await readBox(plot.locator("svg.plot-canvas"));
  await phone.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  await plot
    .locator(".plot-readout")
    .getByText(/^Emulator \S+/)
    .waitFor();
  assert.equal(complaints(phone), []);
  await phone.context().close();
});
