/** An optimization from the form to its results, run by the real runner on a real emulator. */
import { assert, stretched, suite } from "../harness.ts";
import { uploadText } from "../support/api/upload.ts";
import { FREQUENCIES, openAmplifierSearch } from "../support/browser/amplifier-search.ts";
import { complaints, DESKTOP, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { generatedName } from "../support/factories.ts";

const { caller, trained, version, page, other, box, choose } = await openAmplifierSearch();

const it = suite("an optimization, from its form to its results", { timeout: 300_000 });
it.after(() => {
  assert.equal([...complaints(page), ...complaints(other)], []);
});
const preview = () => page.getByRole("region", { name: "Score preview" });
const toTop = (heading: string) =>
  page.getByRole("heading", { name: heading }).evaluate((element) => element.scrollIntoView());

it("shows what a score means before the job runs, and that nothing can be in spec", async () => {
  await page.goto(`/spec_versions/${version}/jobs/new?objective=Optimization&emulator_job_id=${trained}`);
  await preview().getByText("Shows how the training rows do by the score", { exact: false }).waitFor();
  await choose("Score Function", "Within limits");
  await choose("Output", "gain");
  await box("Lower").fill("50");
  await box("Upper").fill("60");
  await preview()
    .getByText(/^\d+ of \d+ training rows are in spec\.$/)
    .waitFor();
  await preview().getByRole("region", { name: "Scores of the training rows" }).waitFor();
  for (const size of [DESKTOP, { width: 1024, height: 768 }, PHONE]) {
    await page.setViewportSize(size);
    await toTop("Score preview");
    await checkLooks(page, "score-preview");
  }
  await page.setViewportSize(DESKTOP);
  await box("Lower").fill("500");
  await box("Upper").fill("600");
  await preview().getByText("Nothing seems to be in spec", { exact: false }).waitFor();
  await toTop("Score preview");
  await checkLooks(page, "score-preview-nothing");
});

it("says in the preview what is wrong with a file of the score", async () => {
  await choose("Score Function", "Match target curve");
  await choose("Output", "response");
  const choosing = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose a file for Target" }).click();
  await (await choosing).setFiles({
    name: "target.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("1,2,3\n4,5,6\n"),
  });
  await preview().getByText("3 columns; expected two", { exact: false }).waitFor();
});

it("is seen by two people, with its curves over the target and the importance of each variable", async () => {
  const target = FREQUENCIES.map((f) => `${f},${50 / (1 + (f / 1.4e7) ** 2)}`).join("\n");
  const file_id = await uploadText(caller, generatedName("target.csv"), `frequency,response\n${target}\n`);
  const { id } = await caller.call("createSpecJob", {
    params: { spec_version_id: version },
    body: {
      name: "Wanted response",
      objective: "Optimization",
      emulator_job_id: trained,
      resources: { type: "emulator" },
      score_function: {
        name: "Match target curve",
        inputs: {
          output: { type: "Output Vector", output_name: "response" },
          target: { type: "File", file_id },
        },
      },
    },
  });
  for (const view of [page, other]) await view.goto(`/jobs/${id}?tab=progress`);
  for (const view of [page, other]) {
    await view
      .getByRole("region", { name: "Best design", exact: true })
      .waitFor({ timeout: stretched(120_000) });
    await view.getByRole("region", { name: "response of the best designs and its target" }).waitFor();
    await view.getByRole("region", { name: "Fall of the score by variable" }).waitFor();
  }
  const best = (await page.getByRole("region", { name: "Best design", exact: true }).textContent()) ?? "";
  assert.ok(best.includes("µm"), best);
  const graph = page.getByRole("region", { name: "Graph: width" });
  // A plot is drawn once it comes near the window.
  await graph.evaluate((element) => element.scrollIntoView());
  await graph.getByText("width (µm)").waitFor();
  for (const size of [DESKTOP, { width: 1024, height: 768 }, PHONE]) {
    await page.setViewportSize(size);
    await toTop("response and its target");
    await checkLooks(page, "optimization-run");
  }
  await page.setViewportSize(DESKTOP);
  await page.getByRole("link", { name: "Open in emulator" }).first().click();
  await page.getByRole("complementary", { name: "Parameters" }).waitFor();
});
