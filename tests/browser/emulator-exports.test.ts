/** A person exports an emulator with nothing but its page. */
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, eventually, suite } from "../harness.ts";
import { complaints, DESKTOP, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { addPerson } from "../support/browser/people.ts";
import { callerOf, trainedJob } from "../support/browser/real-jobs.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";

const { url: baseURL, config } = await startTestServer({ exportsAhead: true });
const ada = await addPerson(config, "Ada Lovelace");
const caller = await callerOf(baseURL, ada);
const runner = await startTestRunner(config);
const rows = Array.from({ length: 40 }, (_, i) => ({ v: i / 39, length: 1 + ((i * 17) % 40) / 39 }));
const jobId = await trainedJob(caller, "Bias current", {
  parameters: `v,length\n${rows.map(({ v, length }) => `${v},${length}`).join("\n")}\n`,
  outputs: `gain,loss\n${rows.map(({ v, length }) => `${3 * v - length},${Math.sin(7 * v * length)}`).join("\n")}\n`,
});
await runner.close();
const units = [{ name: "gain", unit: "A", display: "Drain current" }];
await caller.call("updateJobConfig", { params: { job_id: jobId }, body: { outputs: units } });
const page = await newPage({ baseURL, as: ada });
const dialog = page.getByRole("dialog", { name: "Download model" });

const it = suite("exporting an emulator", { timeout: 120_000 });

it("answers at once where it was made ahead, after the training", async () => {
  const ahead = async () => (await caller.call("listExports", { params: { job_id: jobId } })).items;
  await eventually("it is made", async () => (await ahead())[0]?.state === "complete", 60_000);
  await page.goto(`/jobs/${jobId}`);
  await page.getByRole("button", { name: "Download Verilog-A" }).click();
  await dialog.getByRole("link", { name: /bias_current\.va/ }).waitFor();
  assert.is((await ahead()).length, 1, "nobody pressed Export");
});

it("downloads Verilog-A with what it differs from the emulator by, and the command that tests it", async () => {
  await page.goto(`/jobs/${jobId}`);
  await page.getByRole("button", { name: "Download Verilog-A" }).click();
  await dialog.getByRole("radio", { name: "Verilog-A" }).waitFor();
  assert.ok(await dialog.getByRole("radio", { name: "Verilog-A" }).isChecked());
  await dialog.getByRole("switch", { name: "Hold inputs within the training ranges" }).uncheck();
  await dialog.getByRole("combobox", { name: "Equations" }).click();
  await page.getByRole("option", { name: "A network", exact: true }).click();
  await dialog.getByRole("button", { name: "Export as Verilog-A" }).click();
  const result = dialog.getByRole("region", { name: "Export" });
  await result.getByText("A network that stands for the emulator").waitFor();
  const differences = result.getByRole("table", { name: "Differences from the emulator" });
  const row = differences.getByRole("row").filter({ hasText: "Drain current" });
  assert.match(
    (await row.textContent()) ?? "",
    /^Drain current(\S+ \S?A \(\S+%\)|rounding)<?[\d.]+%(\S+ \S?A \(\S+%\)|rounding){3}$/,
  );
  await result.getByText("sh self-test.sh").waitFor();
  const module = result.getByRole("link", { name: /bias_current\.va/ });
  const begins = page.waitForEvent("download");
  await module.click();
  const download = await begins;
  assert.is(download.suggestedFilename(), "bias_current.va");
  const stream = await download.createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  const text = Buffer.concat(chunks).toString();
  assert.match(text, /module bias_current\(/);
  assert.match(text, "Drain current");
  assert.match(text, "parameter integer clip = 0 ");
});

it("remembers what was exported, and chooses outputs of another format", async () => {
  await page.reload();
  await page.getByRole("button", { name: "Download model" }).click();
  await dialog.getByRole("radio", { name: "Verilog-A" }).check();
  await dialog.getByRole("link", { name: /bias_current\.va/ }).waitFor();
  await dialog.getByRole("radio", { name: /^C\b/ }).check();
  await dialog.getByRole("link").first().waitFor({ state: "visible" });
  const outputs = dialog.getByRole("combobox", { name: "Outputs" });
  await outputs.focus();
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await dialog.getByText(MESSAGES.optionRequired).waitFor();
  assert.ok(await dialog.getByRole("button", { name: "Export as C" }).isDisabled());
  await outputs.fill("Drain");
  await page.getByRole("listbox", { name: "Outputs" }).getByRole("option").first().click();
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: "Export as C" }).click();
  await dialog.getByRole("link", { name: /bias_current-c\.zip/ }).waitFor();
  const rowsShown = dialog.getByRole("table", { name: "Differences from the emulator" }).locator("tbody tr");
  assert.is(await rowsShown.count(), 1);
  assert.equal(complaints(page), []);
});

it("is offered to a restricted user where an admin allows it", async () => {
  const fields = { restricted: true, accessible_job_ids: [jobId] };
  const rita = await addPerson(config, "Rita Stricted", fields);
  const theirs = await newPage({ baseURL, as: rita });
  await theirs.goto(`/jobs/${jobId}`);
  await theirs.getByRole("complementary", { name: "Parameters" }).waitFor();
  assert.is(await theirs.getByRole("button", { name: "Download Verilog-A" }).count(), 0);
  await theirs.context().close();
  const allowed = await addPerson(config, "Al Lowed", { ...fields, may_download_models: true });
  const allowedPage = await newPage({ baseURL, as: allowed });
  await allowedPage.goto(`/jobs/${jobId}`);
  await allowedPage.getByRole("button", { name: "Download model" }).click();
  await allowedPage.getByRole("radio", { name: /^SPICE/ }).check();
  await allowedPage.getByRole("button", { name: "Export as SPICE" }).click();
  // Nothing is pushed to them: the page asks until it is there.
  await allowedPage.getByRole("link", { name: /bias_current-spice\.zip/ }).waitFor();
  assert.equal(complaints(allowedPage), []);
  await allowedPage.context().close();
});

for (const size of [DESKTOP, PHONE]) {
  it(`has no serious problem of accessibility in either scheme, ${size.width} px wide`, async () => {
    const theirs = await newPage({ baseURL, size, as: ada });
    await theirs.goto(`/jobs/${jobId}`);
    await theirs.getByRole("button", { name: "Download Verilog-A" }).click();
    await theirs.getByText("sh self-test.sh").scrollIntoViewIfNeeded();
    await checkLooks(theirs, "emulator-exports");
    assert.equal(complaints(theirs), []);
    await theirs.context().close();
  });
}

it("is under way for all to see, and is cancelled with a press", async () => {
  // The colleague is there before it begins: on a busy machine it might end while a page is opened.
  const colleague = await newPage({ baseURL, as: await addPerson(config, "Zoe Looks") });
  await colleague.goto(`/jobs/${jobId}`);
  await colleague.getByRole("button", { name: "Download model" }).waitFor();
  const shownExport = colleague.getByRole("group", { name: "Export as Verilog-A" });
  await page.goto(`/jobs/${jobId}`);
  await page.getByRole("button", { name: "Download model" }).click();
  // A network that has to follow a curve so accurately takes its time.
  await dialog.getByRole("radio", { name: "Verilog-A" }).check();
  await dialog.getByRole("combobox", { name: "Equations" }).click();
  await page.getByRole("option", { name: "A network", exact: true }).click();
  await dialog.getByRole("textbox", { name: "Error allowed to a network" }).fill("0.1");
  const share = 0.001;
  await dialog.getByRole("button", { name: "Export as Verilog-A" }).click();
  await dialog.getByText(/^Step 3 of 5: Fitting networks$/).waitFor();
  await dialog.getByText(/^at most \d+ s left$/).waitFor();
  await shownExport.getByRole("progressbar", { name: "Progress of the export" }).waitFor();
  await shownExport.getByText(/Step 3 of 5/).waitFor();
  const cancel = dialog.getByRole("button", { name: "Cancel" });
  await cancel.click();
  await shownExport.waitFor({ state: "detached" });
  await colleague.context().close();
  await eventually("it is gone", async () => {
    const { items } = await caller.call("listExports", { params: { job_id: jobId } });
    return !items.some(({ options }) => options.wanted_share === share);
  });
  await cancel.waitFor({ state: "detached" });
});
