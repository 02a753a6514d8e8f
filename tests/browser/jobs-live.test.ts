import { created } from "@understudy/shared/api/list.ts";
import type { Page } from "playwright";
import { assert, eventually, suite } from "../harness.ts";
import { uploadText } from "../support/api/upload.ts";
import { complaints, newPage, post } from "../support/browser/browser.ts";
import { type Account, addPerson } from "../support/browser/people.ts";
import { callerOf } from "../support/browser/real-jobs.ts";
import { stubbornTables } from "../support/engine/stubborn-tables.ts";
import { generatedName } from "../support/factories.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";

const it = suite("the job list of somebody else", { timeout: 120_000 });

let ada: Page;
let grace: Page;
let id = 0;
let baseURL = "";
let account: Account;

it.before(async () => {
  const server = await startTestServer();
  await startTestRunner(server.config);
  baseURL = server.url;
  account = await addPerson(server.config, "Ada Lovelace");
  ada = await newPage({ baseURL, as: account });
  grace = await newPage({ baseURL, as: await addPerson(server.config, "Grace Hopper") });
  for (const page of [ada, grace]) await page.goto("/jobs");
  await grace.getByText("You currently have no jobs").waitFor();
});
it.after(() => {
  assert.equal([...complaints(ada), ...complaints(grace)], []);
});

const row = () => grace.locator(`tr[data-id="${id}"]`);
const status = () => row().locator("[data-status]").last().getAttribute("data-status");
const reaches = (expected: string) =>
  eventually(`the row reads ${expected}`, async () => (await status()) === expected, 60_000);
const columns = () =>
  grace.locator("thead th").evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().x));

it("shows a job that appears, and every state it passes through, and moves no column", async () => {
  const before = await columns();
  const caller = await callerOf(baseURL, account);
  const { parameters, outputs } = stubbornTables();
  const files = {
    input_file_id: await uploadText(caller, generatedName("parameters.csv"), parameters),
    output_file_id: await uploadText(caller, generatedName("outputs.csv"), outputs),
  };
  const answer = await post(ada, "/jobs", {
    name: "Watched by somebody else",
    source: "files",
    input_file_id: files.input_file_id,
    output_file_id: files.output_file_id,
  });
  assert.is(answer.status, 201);
  ({ id } = created.parse(JSON.parse(answer.text)));
  await row().waitFor();
  await reaches("Awaiting Configuration");
  assert.equal(await columns(), before);
});

it("shows how far its training is", async () => {
  const before = await columns();
  const started = await post(ada, `/jobs/${id}/training/start`, { train_on: "platform", effort: "thorough" });
  assert.is(started.status, 200);
  await reaches("Training");
  const bar = row().getByRole("progressbar").last();
  const value = () => bar.getAttribute("value").then(Number);
  const first = await value();
  await eventually("the progress rises", async () => (await value()) > first, 60_000);
  assert.is((await post(ada, `/jobs/${id}/pause`, {})).status, 200);
  await reaches("Interrupted");
  assert.is(await row().getByRole("progressbar").count(), 0);
  assert.equal(await columns(), before);
});

it("loses the row of a job that is deleted", async () => {
  assert.is((await post(ada, "/jobs:delete", { ids: [id] })).status, 204);
  await row().waitFor({ state: "detached" });
  await grace.getByText("You currently have no jobs").waitFor();
});
