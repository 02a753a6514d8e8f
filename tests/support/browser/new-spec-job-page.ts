/** The page that creates a job from a spec version, in a tab of its own for each test. */
import type { Page } from "playwright";
import { assert, type Suite } from "../../harness.ts";
import { startTestServer } from "../processes/stack.ts";
import { makeFile, makeScalar, makeSpecVersion, makeVector } from "../specs/spec-jobs.ts";
import { complaints, newPage, newTab } from "./browser.ts";
import { addPerson } from "./people.ts";
import { addServer, addSpecVersion, removeServers } from "./specs.ts";

export const { config, url: baseURL } = await startTestServer();
export const ada = await addPerson(config, "Ada Lovelace");
export const { _id: version, spec_id: specId } = await addSpecVersion(config, ada);
const { variables } = makeSpecVersion();
const vector = makeVector("v", { verbose_name: "Weights" });
const deck = makeFile("deck", { verbose_name: "Model deck" });
/** A version of a spec with a Vector and a file. */
export const { _id: withFile } = await addSpecVersion(config, ada, {
  variables: [...variables, vector, deck],
});
/** The parts of a mixture: the designs of such a spec make sense only where they sum to 1. */
export const MIXTURE_PARTS = ["resin", "filler", "solvent"];
export const { _id: withShares } = await addSpecVersion(config, ada, {
  variables: MIXTURE_PARTS.map((name) => makeScalar(name, { default_val: 0.3 })),
  variable_groups: [],
});
/** Keeps the browser of this person open; every test has a tab of its own. */
const first = await newPage({ baseURL, as: ada });
/** The tab of the test that runs. */
export let page: Page;

export const address = (objective: string, id = version, more = "") =>
  `/spec_versions/${id}/jobs/new?objective=${encodeURIComponent(objective)}${more}`;
export const open = async (objective: string, id = version, more = "") => {
  await page.goto(address(objective, id, more));
  await page.getByRole("heading", { name: `Create ${objective} Job` }).waitFor();
};
export const box = (name: string) => page.getByRole("textbox", { name, exact: true });
export const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
export const dialog = () => page.getByRole("dialog");
/** The page of the job that was created. */
export const created = () => page.waitForURL(/\/jobs\/\d+$/);

/** Gives each test of a suite a tab, and one connected server. */
export function eachInItsTab(it: Suite): void {
  it.before.each(async () => {
    await removeServers(config);
    await addServer(config, ada, { name: "workstation" });
    page = await newTab(first);
  });
  it.after.each(async () => {
    assert.equal(complaints(page), []);
    await page.close();
  });
}
