/** Checks that the pages of files and of the guide are legible and no wider than the window. */
import { suite } from "../harness.ts";
import { openFileStore } from "../support/api/stored-files.ts";
import { newPage } from "../support/browser/browser.ts";
import { addPerson } from "../support/browser/people.ts";
import { checkViews, type View } from "../support/browser/tour.ts";
import { startTestServer } from "../support/processes/stack.ts";

const it = suite("every page of files and of the guide", { timeout: 300_000 });

let directory = "";

const PAGE_VIEWS: readonly View[] = [
  {
    name: "files",
    path: "/files",
    prepare: (page) => page.getByRole("link", { name: "Explore Working Directories" }).waitFor(),
  },
  {
    name: "files-directory",
    path: () => `${directory}?preview=run.log`,
    prepare: (page) => page.getByText("are not shown").waitFor(),
  },
  {
    name: "files-jobs",
    path: "/files/work_dirs",
    prepare: (page) => page.getByRole("link", { name: /Bridge/ }).waitFor(),
  },
  {
    name: "metrics",
    path: "/metrics",
    prepare: (page) => page.getByRole("heading", { name: "By job and spec" }).waitFor(),
  },
  {
    name: "guide",
    path: "/guides/overview",
    prepare: (page) => page.locator("main li a").first().waitFor(),
  },
  {
    name: "guide-roles",
    path: "/guides/roles",
    prepare: (page) => page.locator("main table").first().waitFor(),
  },
];

it("has no serious accessibility problem in either scheme, wide or narrow", async () => {
  const { url: baseURL, config } = await startTestServer();
  const ada = await addPerson(config, "Ada Lovelace");
  const { addJob } = await openFileStore({ config });
  const line = "iteration residual 1.25e-3 the solver takes another step\n";
  const files = {
    "data.csv": "x,y\n1,2\n",
    "emulator-1": new Uint8Array(2_000_000),
    "run.log": line.repeat(200_000),
    "simulations/1/out.log": "done\n",
  };
  const job = await addJob(ada, files, { name: "Bridge of steel, with all of its load cases" });
  directory = `/files/work_dirs/${job}`;
  const page = await newPage({ baseURL, as: ada });
  await checkViews(page, PAGE_VIEWS);
  await page.context().close();
});
