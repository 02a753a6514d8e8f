/** The place of a training, as people choose and watch it: the test plays the server, and no runner is there. */
import { openWorkerKeys } from "@understudy/server/commands/resources/worker-keys.ts";
import type { Page } from "playwright";
import { assert, eventually, suite } from "../harness.ts";
import { complaints, DESKTOP, logIn, newPage, PHONE } from "../support/browser/browser.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { type Account, addPerson } from "../support/browser/people.ts";
import { connectWorker, makeHello, openWorker, type SpokenWorker } from "../support/live/spoken-worker.ts";
import { storeReadJob } from "../support/live/trainings.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { openTestPlatform, storeRunJob, storeSimulations } from "../support/specs/simulations.ts";

const it = suite("a training on one's own server", { timeout: 90_000 });

const server = await startTestServer();
const platform = await openTestPlatform(server.config);
let ada: Account;
let page: Page;
let lab: SpokenWorker;
let jobId = 0;

it.before(async () => {
  ada = await addPerson(server.config, "Ada Lovelace");
  ({ _id: jobId } = await storeReadJob(platform, ada));
  page = await newPage({ baseURL: server.url });
  await logIn(page, ada);
});
it.after(() => assert.equal(complaints(page), []));

const offers = (count: number) =>
  eventually("an offer", () => lab.of("training-offer")[count - 1]).then((offer) => {
    if (offer === undefined) throw new Error("no offer");
    return { job: offer.job, attempt: offer.attempt };
  });

it("is offered once there is one that trains", async () => {
  await page.goto(`/jobs/${jobId}`);
  await page.getByText("You don't have any training resources connected.").waitFor();
  assert.is(await page.getByRole("radio", { name: /One of your servers/ }).count(), 0);
  lab = await openWorker(server.url, await (await openWorkerKeys(platform)).current(ada.id));
  lab.say(makeHello({ name: "lab 1", role: "Training", cores: 32, trainings: [] }));
  await lab.next("welcome");
  await page.getByRole("radio", { name: /One of your servers/ }).click();
  assert.ok(await page.getByRole("radio", { name: "lab 1" }).isChecked());
  await page.getByText("32 cores, idle").waitFor();
  await page.getByText("Saved").first().waitFor();
  await checkLooks(page, "train-on-server-choice");
  await page.setViewportSize(PHONE);
  await checkLooks(page, "train-on-server-choice");
});
it("shows where it runs, and what it waits for", async () => {
  await page.getByRole("button", { name: "Start Training" }).click();
  const attempt = await offers(1);
  lab.say({ type: "training-accept", ...attempt });
  await page.getByText("Training on lab 1").first().waitFor();
  const points = { from: 0, coefficient_of_determination: [0.4, 0.8, 0.9], loss: [0.6, 0.2, 0.1] };
  lab.say({ type: "training-points", ...attempt, points, percentage: 42, text: "Training" });
  await page.getByText("42%").waitFor();
  await checkLooks(page, "train-on-server-progress");
  lab.say({ type: "going-away", reason: "It was asked to stop." });
  lab.say({ type: "training-failed", ...attempt, kind: "infrastructure", reason: "Its disk is full." });
  await page.getByText("Waiting for lab 1").waitFor();
  await page.getByText(/Last attempt: Its disk is full\./).waitFor();
  await checkLooks(page, "train-on-server-waiting");
});
it("can be moved to the platform while it waits", async () => {
  await page.getByRole("button", { name: "Change training location" }).click();
  await page.getByRole("menuitem", { name: "On this platform's CPUs" }).click();
  await page.getByText("Waiting for lab 1").waitFor({ state: "detached" });
  const job = await platform.store.jobs.findOne({ _id: jobId });
  assert.equal(
    [job?.status, job?.training_server, job?.config.training.train_on],
    ["Training", null, "platform"],
  );
});

it("of simulations that goes is named on the job's page, which offers another one", async () => {
  const key = await (await openWorkerKeys(platform)).current(ada.id);
  const [gone, other] = [
    await connectWorker(server.url, key, { name: "sim 1", role: "Simulations" }),
    await connectWorker(server.url, key, { name: "sim 2", role: "Simulations" }),
  ];
  const creator = { id: ada.id, name: ada.name };
  const resources = [{ id: gone.id, concurrent_simulations: 2 }];
  const { _id } = await storeRunJob(platform, { resources }, { creator, status: "Running" });
  await storeSimulations(platform, _id, 3);
  await page.setViewportSize(DESKTOP);
  await page.goto(`/jobs/${_id}`);
  await page.getByRole("region", { name: "Status" }).waitFor();
  gone.hangUp();
  await page.getByText(/sim 1 is not connected \(last seen: Today at .*Simulations wait/).waitFor();
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    await checkLooks(page, "server-gone");
  }
  await page.getByRole("button", { name: "Use another server" }).click();
  await page.getByRole("menuitem", { name: "sim 2" }).click();
  await page.getByText("The other servers of this job go on.").waitFor();
  await other.next("offer");
});
