/** The report of a job, as it is read and printed. */
import { assert, eventually, suite } from "../harness.ts";
import { complaints, DESKTOP, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { startWithTrainedJobs } from "../support/browser/trained-jobs.ts";

const it = suite("the report of a job", { timeout: 240_000 });

it("says what the emulator was trained on, how far it can be trusted and where not, and prints in light colours", async () => {
  const { baseURL, ada, heartId: id } = await startWithTrainedJobs();
  const page = await newPage({ baseURL, as: ada, colorScheme: "dark" });
  await page.goto(`/jobs/${id}`);
  await page.getByRole("link", { name: "Report to print" }).click();
  await page.waitForURL(`${baseURL}/jobs/${id}/report`);
  const section = (name: string) => page.getByRole("region", { name, exact: true });
  await section("Data")
    .getByText("180 rows with 6 inputs and 2 outputs, all of them for training.")
    .waitFor();
  assert.is(await section("Data").getByRole("table", { name: "Inputs" }).locator("tbody tr").count(), 6);
  await section("Training settings").getByText("Effort: quick.").waitFor();
  await section("Emulator")
    .getByText(/^Version \d+\. Trained on 180 rows; measured by cross-validation/)
    .waitFor();
  await section("Emulator")
    .getByText(/On held-out rows its error is .* and its 95% bounds/)
    .first()
    .waitFor();
  await section("Known weak regions").getByText("are extrapolations").waitFor();
  const readBackground = (element: "html" | "body") =>
    page.locator(element).evaluate((it) => getComputedStyle(it).backgroundColor);
  const ground = () => readBackground("body");
  assert.equal([await ground(), await readBackground("html")], ["rgb(255, 255, 255)", "rgb(255, 255, 255)"]);
  const trust = section("Emulator").getByRole("table", { name: "Trust in each output" });
  const heads = await trust.locator("thead th").allTextContents();
  assert.equal(heads.slice(2, 4), ["Prediction accuracy", "Cross-validated accuracy"]);
  await section("Sensitivity")
    .getByRole("figure", { name: /^Sensitivity of/ })
    .first()
    .waitFor();
  const predictions = section("Predictions").getByRole("table", { name: "Predicted values" });
  await predictions
    .getByText(/^\S+( \S+)? \(\S+ to \S+\) at \S+/)
    .first()
    .waitFor();
  assert.is(await predictions.locator("tbody tr").count(), 2);
  const compared = page.getByRole("figure", { name: /^Prediction vs actual/ });
  await compared.locator("svg .points path").first().waitFor({ state: "attached" });
  assert.is(await compared.locator("canvas, svg image").count(), 0, "plots are printed as vectors");
  await page.emulateMedia({ media: "print" });
  const broken = await page.locator("article").evaluate((article) =>
    // A word that is alone in its element has one line.
    [...article.querySelectorAll("thead th")]
      .filter((head) => !/\s/.test(head.textContent?.trim() ?? ""))
      .filter((head) => {
        const range = document.createRange();
        range.selectNodeContents(head);
        return range.getClientRects().length > 1;
      })
      .map((head) => head.textContent),
  );
  assert.equal(broken, [], "words that are broken");
  const widths = await page.locator("article table").evaluateAll((tables) =>
    tables.map((table) => {
      const articleWidth = table.closest("article")?.getBoundingClientRect().width ?? 0;
      return Math.abs(table.getBoundingClientRect().width - articleWidth) < 2;
    }),
  );
  assert.ok(widths.length >= 4 && widths.every(Boolean), "every table is as wide as the page");
  assert.is(await page.getByRole("button", { name: "Print" }).isVisible(), false);
  assert.is(await page.getByRole("navigation", { name: "Main" }).isVisible(), false);
  assert.ok((await page.pdf({ format: "A4" })).length > 20_000);
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("link", { name: "Back to the job" }).click();
  await page.waitForURL(`${baseURL}/jobs/${id}`);
  await eventually("the page is dark again", async () => (await ground()) !== "rgb(255, 255, 255)");
  assert.equal(complaints(page), []);
  await page.context().close();
  for (const size of [DESKTOP, PHONE]) {
    const shown = await newPage({ baseURL, size, as: ada });
    await shown.goto(`/jobs/${id}/report`);
    await shown
      .getByRole("figure", { name: /^Prediction vs actual/ })
      .first()
      .waitFor();
    await checkLooks(shown, "job-report", ["light"]);
    await shown.context().close();
  }
});
