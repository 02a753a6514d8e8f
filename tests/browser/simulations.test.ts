import { assert, suite } from "../harness.ts";
import { complaints, DESKTOP, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import {
  ada,
  baseURL,
  jobs,
  page,
  rows,
  SIMULATION_COUNT,
  table,
} from "../support/browser/simulated-pages.ts";
import { FAILURE_LOG, FAILURE_REASON } from "../support/specs/simulated-jobs.ts";

const it = suite("the simulations of a job", { timeout: 300_000 });

const firstId = async () => Number(await rows().first().getAttribute("data-id"));

it("open by a click anywhere in their row, but not by its box", async () => {
  await page.goto(`/jobs/${jobs.training}?tab=simulations`);
  await rows().first().waitFor();
  await rows().first().getByRole("checkbox").check();
  assert.is(await page.getByRole("dialog").count(), 0);
  await rows().first().locator("td").last().click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
});

it("have the columns that a person chose, on the next visit too", async () => {
  const header = table().getByRole("columnheader", { name: "Server" });
  await header.waitFor();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Server" }).uncheck();
  await header.waitFor({ state: "detached" });
  await page.reload();
  await rows().first().waitFor();
  assert.is(await header.count(), 0);
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("button", { name: "Reset", exact: true }).click();
  await header.waitFor();
  await page.keyboard.press("Escape");
});

it("are all in the file, which the server writes", async () => {
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download all" }).click();
  assert.is((await download).suggestedFilename(), `job-${jobs.training}-simulations.csv`);
});

it("show every value whole, and their ids wherever they are scrolled to", async () => {
  const clipped = await table().evaluate((element) =>
    [...element.querySelectorAll("th, td")]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent }) => textContent),
  );
  assert.equal(clipped, []);
  const phone = await newPage({ baseURL, size: PHONE, as: ada });
  await phone.goto(`/jobs/${jobs.training}?tab=simulations`);
  const id = phone.locator("tbody tr").first().getByRole("button");
  await id.waitFor();
  const before = (await id.boundingBox())?.x;
  await phone.getByRole("region", { name: "Simulations" }).evaluate((frame) => frame.scrollBy(400, 0));
  const after = (await id.boundingBox())?.x ?? Number.NaN;
  assert.ok(after >= 0 && after <= (before ?? 0), `${before} ${after}`);
  await phone.context().close();
});

it("are a table that is sorted and turned page by page", async () => {
  await page.goto(`/jobs/${jobs.training}?tab=simulations`);
  await rows().first().waitFor();
  const first = await firstId();
  await page.getByText(`${SIMULATION_COUNT} simulations`).waitFor();
  await page.getByRole("button", { name: "Last", exact: true }).click();
  await page.locator(`tr[data-id="${first + SIMULATION_COUNT - 1}"]`).waitFor();
  await table().getByRole("button", { name: "ID", exact: true }).click();
  await page.locator(`tbody tr[data-id="${first + SIMULATION_COUNT - 1}"]:first-child`).waitFor();
});

it("open beside the table with values, curves and graphs, and in a link", async () => {
  await page.goto(`/jobs/${jobs.training}?tab=simulations`);
  await rows().first().waitFor();
  const first = await firstId();
  await page.getByRole("button", { name: String(first), exact: true }).click();
  const drawer = page.getByRole("dialog", { name: `Simulation ${first}` });
  await drawer.getByRole("heading", { name: "Decay over time" }).waitFor();
  await drawer.getByRole("link", { name: "out/waves.txt" }).waitFor();
  assert.match(page.url(), new RegExp(`simulation=${first}`));
  await page.keyboard.press("Escape");
  await drawer.waitFor({ state: "detached" });

  await page.goto(`/jobs/${jobs.training}?tab=simulations&simulation=${first + 8}`);
  const failed = page.getByRole("dialog");
  await failed.getByText(FAILURE_REASON).waitFor();
  await failed.getByText(FAILURE_LOG.split("\n")[2] ?? "").waitFor();
});

it("are deleted once that is confirmed", async () => {
  await page.goto(`/jobs/${jobs.training}?tab=simulations`);
  await rows().first().waitFor();
  const first = await firstId();
  await page.getByLabel(`Select simulation ${first + 1}`, { exact: true }).check();
  await page.getByRole("button", { name: "Delete 1" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete 1 simulation" }).click();
  await page.getByText("Deleted 1 simulation").waitFor();
  await page.getByText(`${SIMULATION_COUNT - 1} simulations`).waitFor();
  assert.is(await page.locator(`tr[data-id="${first + 1}"]`).count(), 0);
  // They are no longer selected either.
  await page.getByRole("region", { name: "Selection", exact: true }).waitFor({ state: "detached" });
});

it("of an Out of Spec job say which are verified", async () => {
  await page.goto(`/jobs/${jobs.outOfSpec}?tab=simulations`);
  await table().getByText("Unverified").first().waitFor();
  assert.equal(complaints(page), []);
});

it("can be read by everybody, on a desk and on a phone, in light and dark", async () => {
  const places = {
    table: `${jobs.training}?tab=simulations`,
    "out-of-spec": `${jobs.outOfSpec}?tab=simulations`,
    single: `${jobs.single}`,
    check: `${jobs.check}`,
    progress: `${jobs.training}?tab=progress`,
  };
  for (const size of [DESKTOP, PHONE]) {
    const shown = await newPage({ baseURL, size, as: ada });
    for (const [name, path] of Object.entries(places)) {
      await shown.goto(`/jobs/${path}`);
      await shown
        .locator(
          name === "single" || name === "check" || name === "progress"
            ? ".plot .main-svg, .plot svg.plot-canvas"
            : "tbody tr",
        )
        .first()
        .waitFor();
      await checkLooks(shown, `simulations-${name}`);
    }
    await shown.goto(`/jobs/${places.table}`);
    const opens = shown.getByRole("table", { name: "Simulations" }).locator("tbody button");
    await opens.nth(7).click();
    await shown.getByRole("dialog").getByText(FAILURE_REASON).waitFor();
    await checkLooks(shown, "simulations-failed");
    assert.equal(complaints(shown), []);
    await shown.context().close();
  }
});
