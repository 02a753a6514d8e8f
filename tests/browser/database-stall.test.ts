/** A MongoDB that stands still, as on a frozen machine or behind a cut network: requests end, and pages say why. */
import { startStores } from "../../server/boot/stores.ts";
import { assert, suite } from "../harness.ts";
import { complaints, newPage, post } from "../support/browser/browser.ts";
import { addJobs, addPerson } from "../support/browser/people.ts";
import { atEnd, temporaryFolder } from "../support/cleanup.ts";
import { startTestServer, testConfig } from "../support/processes/stack.ts";

const it = suite("a database that stands still", { timeout: 120_000 });

it("is told in words to requests and pages, which go on by themselves when it answers again", async () => {
  const run = await testConfig();
  const stores = await startStores({ ...run, dataDir: temporaryFolder("stall"), mongodbUrl: null }, () => {});
  atEnd("the stores of the stall", () => stores.stop());
  const { url: baseURL, config } = await startTestServer({ ...run, mongodbUrl: stores.mongodbUrl });
  const ada = await addPerson(config, "Ada Lovelace");
  const page = await newPage({ baseURL, as: ada });
  const other = await newPage({ baseURL, as: ada });
  await page.goto("/jobs");
  await page.getByText("You currently have no jobs").waitFor();
  assert.is((await post(page, "/tags", { name: "acknowledged" })).status, 201);
  await addJobs(config, ada, [{ name: "Stored before" }]);

  const mongod = stores.pids().mongodb;
  if (mongod === null) throw new Error("MongoDB does not run");
  process.kill(mongod, "SIGSTOP");
  assert.is((await post(page, "/tags", { name: "refused" })).status, 503);
  assert.is((await fetch(`${baseURL}/readyz`)).status, 503);
  await page.getByText("The database does not answer. Waiting for it…").waitFor();
  await other.goto("/jobs");
  await other.getByText("The database does not answer. Please try again in a few seconds.").first().waitFor();

  process.kill(mongod, "SIGCONT");
  await page.getByText("The database does not answer.", { exact: false }).waitFor({ state: "hidden" });
  for (const each of [page, other]) await each.getByText("Stored before").waitFor();
  const tags = await page.evaluate(async () => (await fetch("/api/internal/tags")).text());
  assert.match(tags, "acknowledged");
  assert.equal(
    complaints(page).filter((text) => !text.includes("503")),
    [],
  );
});
