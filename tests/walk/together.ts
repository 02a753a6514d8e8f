/**
 * Walks two desktop browsers, a phone and a restricted user through all that people do together, and writes what each of them sees at
 * each step to tests/screenshots/together, for somebody to look at. A step that fails is reported, and the walk goes on.
 */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { complaints, newPage, PHONE } from "../support/browser/browser.ts";
import { addPerson } from "../support/browser/people.ts";
import { callerOf, createJob, fixture, trainedJob, untilStatus } from "../support/browser/real-jobs.ts";
import { settled } from "../support/browser/settled.ts";
import { addServer, addSpecVersion } from "../support/browser/specs.ts";
import { cleanUp } from "../support/cleanup.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";
import { EMULATOR_STEPS } from "./emulator-steps.ts";
import { FORM_STEPS } from "./form-steps.ts";
import type { People } from "./steps.ts";

const FRAME_FOLDER = join(import.meta.dirname, "../screenshots/together");
/** Longer than any action of a page takes on a busy machine; a step that waits for what never comes ends after it. */
const TIMEOUT_MS = 20_000;

async function photograph(people: People, number: number, name: string): Promise<void> {
  const stem = `${String(number).padStart(2, "0")}-${name.replaceAll(/\W+/g, "-")}`;
  for (const [person, on] of Object.entries(people)) {
    await settled(on).catch((error: unknown) => console.error(`${stem}, ${person}:`, error));
    await on.screenshot({ path: join(FRAME_FOLDER, `${stem}-${person}.png`) });
  }
}

async function walk(): Promise<void> {
  const { url: baseURL, config } = await startTestServer();
  const runner = await startTestRunner(config);
  const accounts = {
    ada: await addPerson(config, "Ada Lovelace"),
    zoe: await addPerson(config, "Zoe Noether", { roles: ["admin"] }),
    noa: await addPerson(config, "Noa Turing"),
  };
  const caller = await callerOf(baseURL, accounts.ada);
  const emulator = await trainedJob(caller, "Heart", fixture("cardiac6"));
  const configured = await createJob(caller, "Truss to be configured", fixture("engineering1"));
  await untilStatus(caller, configured, "Awaiting Configuration");
  await runner.close();
  const { _id: specVersion } = await addSpecVersion(config, accounts.ada);
  await addServer(config, accounts.zoe, { name: "workstation" });
  const rita = await addPerson(config, "Rita Stricted", { restricted: true, accessible_job_ids: [emulator] });
  const people: People = {
    ada: await newPage({ baseURL, as: accounts.ada }),
    zoe: await newPage({ baseURL, as: accounts.zoe, colorScheme: "dark" }),
    noa: await newPage({ baseURL, as: accounts.noa, size: PHONE, hasTouch: true }),
    rita: await newPage({ baseURL, as: rita }),
  };
  await rm(FRAME_FOLDER, { recursive: true, force: true });
  await mkdir(FRAME_FOLDER, { recursive: true });
  for (const on of Object.values(people)) on.setDefaultTimeout(TIMEOUT_MS);
  const jobs = { emulator, configured, specVersion };
  for (const [index, { name, act }] of [...EMULATOR_STEPS, ...FORM_STEPS].entries()) {
    try {
      await act(people, jobs);
      console.log(`ok   ${name}`);
    } catch (error) {
      process.exitCode = 1;
      console.error(`FAIL ${name}:`, error);
    }
    await photograph(people, index + 1, name);
  }
  for (const [person, on] of Object.entries(people))
    for (const complaint of complaints(on)) console.log(`${person}'s browser: ${complaint}`);
}

try {
  await walk();
} finally {
  await cleanUp(30_000);
}
