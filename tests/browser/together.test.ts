/** Two browsers and a phone on one job's page: who is there, what they touch, and how one follows another. */
import type { Page } from "playwright";
import { assert, eventually, suite } from "../harness.ts";
import { complaints, newPage, PHONE } from "../support/browser/browser.ts";
import { baseURL, config, heartId, isKnown, open, page, slider } from "../support/browser/emulator-page.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { addPerson } from "../support/browser/people.ts";

const it = suite("people on one job's page", { timeout: 180_000 });

const zoe = await addPerson(config, "Zoe Noether");
const rita = await addPerson(config, "Rita Stricted", { restricted: true, accessible_job_ids: [heartId] });
const colleague = await newPage({ baseURL, as: zoe });
const phone = await newPage({ baseURL, as: rita, size: PHONE, hasTouch: true });

/** The browser complains so of an answer 409. */
const isExpected = (complaint: string) => complaint.includes("status of 409");
it.after(() => {
  const unexpected = [page, colleague, phone].flatMap(complaints).filter((text) => !isExpected(text));
  assert.equal(unexpected, []);
});

const face = (on: Page, name: string) => on.getByRole("button", { name, exact: true });
const readSlider = (on: Page, index = 0) => slider(on, index).inputValue();
const marks = (on: Page) => on.locator("[data-touched-by]");
const plot = (on: Page) => on.locator("svg.plot-canvas").first();

async function pointAt(on: Page, share: readonly [number, number]): Promise<void> {
  await plot(on).scrollIntoViewIfNeeded();
  const box = await plot(on).boundingBox();
  assert.ok(box);
  await on.mouse.move(box.x + share[0] * box.width, box.y + share[1] * box.height, { steps: 3 });
}

it("sees who is there, where they look, what they touch, and where they point", async () => {
  await open(page, heartId);
  await open(colleague, heartId);
  await eventually("the first answer", () => isKnown(colleague));
  await face(page, "Follow Zoe Noether").waitFor();
  await face(colleague, "Follow Ada Lovelace").waitFor();

  await slider(colleague, 0).focus();
  await colleague.keyboard.press("ArrowRight");
  const mark = marks(page);
  await mark.waitFor();
  assert.equal(
    [await mark.getAttribute("data-touched-by"), await marks(colleague).count()],
    ["Zoe Noether", 0],
  );
  const [frame, control] = [await mark.boundingBox(), await slider(page, 0).boundingBox()];
  assert.ok(frame && control);
  assert.ok(Math.abs(frame.y - control.y) < 3 && Math.abs(frame.width - control.width) < 6);

  await pointAt(colleague, [0.5, 0.4]);
  const pointer = page.locator(".plot-person");
  await pointer.waitFor();
  assert.is(await pointer.textContent(), "Zoe Noether");
  await checkLooks(page, "together");
  await colleague.mouse.move(2, 2);
  await pointer.waitFor({ state: "detached" });
});
it("follows a colleague's sliders, row, choices, tab and scroll until they move something themselves", async () => {
  await face(page, "Follow Zoe Noether").click();
  await page.getByText("You follow Zoe Noether").waitFor();
  await colleague.getByText("Ada Lovelace follows you.").waitFor();
  await eventually(
    "the same position",
    async () => (await readSlider(page)) === (await readSlider(colleague)),
  );

  await slider(colleague, 1).focus();
  for (let step = 0; step < 5; step++) await colleague.keyboard.press("PageUp");
  await colleague.getByRole("radiogroup", { name: "Data comparison" }).getByText("Validation").click();
  // The sliders move once more, to the row, when it has come.
  await eventually(
    "the slider of the follower is there too",
    async () => (await readSlider(page, 1)) === (await readSlider(colleague, 1)),
  );
  await eventually("the follower compares with the same row", async () => {
    const boxes = [page, colleague].map((on) =>
      on.getByRole("spinbutton", { name: "Row number" }).inputValue(),
    );
    const [mine, theirs] = await Promise.all(boxes);
    return mine !== "" && mine === theirs;
  });
  await checkLooks(page, "following");

  await colleague.evaluate(() => window.scrollTo({ top: 500 }));
  await eventually("the follower scrolls", () => page.evaluate(() => window.scrollY > 200));
  await colleague.getByRole("tab", { name: "Sensitivity" }).click();
  await page.getByRole("tab", { name: "Sensitivity", selected: true }).waitFor();
  await colleague.getByRole("tab", { name: "Emulator" }).click();
  await page.getByRole("tab", { name: "Emulator", selected: true }).waitFor();

  await slider(page, 0).focus();
  await page.keyboard.press("Home");
  await page.getByText("You follow Zoe Noether").waitFor({ state: "detached" });
  const mine = await readSlider(page);
  await slider(colleague, 0).focus();
  await colleague.keyboard.press("End");
  await marks(page).waitFor();
  assert.is(await readSlider(page), mine);
});
it("asks everyone to follow, a restricted user with a phone included", async () => {
  await phone.goto(`/jobs/${heartId}`);
  await phone.getByRole("complementary", { name: "Parameters" }).waitFor();
  assert.is(await phone.getByRole("group", { name: /Viewing now/ }).count(), 0);
  await face(colleague, "Ask everyone to follow me").click();
  await colleague.getByText("You are presenting.").waitFor();
  for (const on of [page, phone]) await on.getByText("Zoe Noether asks everyone to follow.").waitFor();
  await checkLooks(phone, "asked-to-follow");
  await phone.getByRole("button", { name: "Follow", exact: true }).tap();
  await phone.getByText("You follow Zoe Noether").waitFor();
  await colleague.getByText("Rita Stricted follows you.").waitFor();
  await eventually(
    "the phone's sliders follow",
    async () => (await readSlider(phone)) === (await readSlider(colleague)),
  );
  await slider(colleague, 0).focus();
  await colleague.keyboard.press("PageDown");
  await eventually("they follow on", async () => (await readSlider(phone)) === (await readSlider(colleague)));
  await checkLooks(phone, "following-on-a-phone");
  await checkLooks(colleague, "presenting");
  await colleague.getByRole("button", { name: "Stop presenting" }).first().click();
  await phone.getByText("You follow Zoe Noether").waitFor({ state: "detached" });
  assert.is(await phone.getByText("Ada").count(), 0);
});
const points = (on: Page) => on.getByRole("region", { name: "Points" });
async function choose(on: Page, point: string, action: string): Promise<void> {
  await points(on).getByRole("button", { name: point }).click();
  await on.getByRole("menuitem", { name: action }).click();
}
it("keeps points under names for all, who pin them, share them and begin at them", async () => {
  await points(colleague)
    .getByRole("button", { name: /Save the sliders/ })
    .click();
  await colleague.getByLabel("Name").fill("worst case");
  await colleague.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  for (const on of [page, phone]) await points(on).getByRole("button", { name: "worst case" }).waitFor();
  const saved = await readSlider(colleague);

  await slider(page, 0).focus();
  await page.keyboard.press("Home");
  await choose(page, "worst case", "Pin to the plots and the table");
  await page.getByRole("columnheader", { name: "At worst case" }).waitFor();
  const cell = page
    .getByRole("table", { name: "Scalar outputs" })
    .locator("td[data-label='At worst case']")
    .first();
  await eventually("the value at the point", async () => /\d/.test((await cell.textContent()) ?? ""));
  await page.locator("li.legend-item", { hasText: "worst case" }).waitFor();
  await page.evaluate(() => window.scrollTo({ top: 0 }));
  await checkLooks(page, "pinned-point");
  await choose(page, "worst case", "Move the sliders here");
  await eventually("the sliders stand at the point", async () => (await readSlider(page)) === saved);
  await page.reload();
  await page.getByRole("columnheader", { name: "At worst case" }).waitFor();

  await points(phone).getByRole("button", { name: "worst case" }).tap();
  assert.equal(await phone.getByRole("menuitem").allTextContents(), [
    "Move the sliders here",
    "Pin to the plots and the table",
    "Copy link",
  ]);
  await phone.getByRole("menuitem", { name: "Pin" }).tap();
  await phone.locator(".legend-item", { hasText: "worst case" }).first().waitFor();
  await checkLooks(phone, "pinned-point");

  await page.goto(`/jobs/${heartId}/report`);
  await page.getByRole("table", { name: "Outputs at the points" }).waitFor();
  await open(page, heartId);
  await choose(page, "worst case", "Create Optimization from here");
  await page.getByRole("button", { name: "Start at a point" }).click();
  await page.getByRole("menuitem", { name: "worst case" }).click();
  assert.ok(await page.getByRole("checkbox", { name: "Warm Start" }).isChecked());
  await checkLooks(page, "start-at-a-point");
  await open(page, heartId);
  await points(colleague).getByRole("button", { name: "worst case" }).click();
  await colleague.getByRole("menuitem", { name: "Delete" }).click();
  await points(page).getByRole("button", { name: "worst case" }).waitFor({ state: "detached" });
});
it("renames no point over a name that was not seen", async () => {
  await points(colleague)
    .getByRole("button", { name: /Save the sliders/ })
    .click();
  const dialog = (on: Page) => on.getByRole("dialog");
  const write = async (on: Page, name: string) => {
    await dialog(on).getByLabel("Name").fill(name);
    await dialog(on).getByRole("button", { name: "Save" }).click();
  };
  await write(colleague, "nominal");
  for (const on of [page, colleague]) await choose(on, "nominal", "Rename");
  await write(colleague, "typical");
  await points(colleague).getByRole("button", { name: "typical" }).waitFor();
  await write(page, "usual");
  await dialog(page).getByText("Zoe Noether changed the name to “typical” meanwhile.").waitFor();
  await checkLooks(page, "point-renamed-meanwhile");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await points(colleague).getByRole("button", { name: "usual" }).waitFor();
  await choose(page, "usual", "Delete");
  await points(colleague).getByRole("button", { name: "usual" }).waitFor({ state: "detached" });
});
it("keeps the face of somebody who reloads, and shows in the job list where people are", async () => {
  await colleague.reload();
  assert.is(await face(page, "Follow Zoe Noether").count(), 1);
  await colleague.getByRole("complementary", { name: "Parameters" }).waitFor();
  await page.goto("/jobs");
  const there = page.getByRole("row", { name: /Heart/ }).getByRole("img", { name: /On its page now/ });
  await there.waitFor();
  assert.match((await there.getAttribute("title")) ?? "", /Zoe Noether/);
  await checkLooks(page, "job-list-with-people");
  await colleague.goto("/jobs");
  await eventually(
    "only the phone is left",
    async () => (await there.getAttribute("title"))?.includes("Zoe") === false,
  );
});
