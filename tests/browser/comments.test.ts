/** Comments between two people and a phone: seen at once, at places of the page, with the view that they were made in. */
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { Locator, Page } from "playwright";
import { assert, eventually, suite } from "../harness.ts";
import { complaints, newPage, PHONE } from "../support/browser/browser.ts";
import {
  baseURL,
  caller,
  config,
  heartId,
  isKnown,
  open,
  page,
  slider,
} from "../support/browser/emulator-page.ts";
import { checkLooks } from "../support/browser/looks.ts";
import { addPerson } from "../support/browser/people.ts";

const it = suite("comments on a job's page", { timeout: 180_000 });

const zoe = await addPerson(config, "Zoe Noether");
const guest = { restricted: true, accessible_job_ids: [heartId], may_comment: true };
const rita = await addPerson(config, "Rita Stricted", guest);
const colleague = await newPage({ baseURL, as: zoe });
const phone = await newPage({ baseURL, as: rita, size: PHONE, hasTouch: true });

/** The browser complains so of a connection that a test cuts. */
const isCutConnection = (complaint: string) => complaint.includes("net::ERR_INTERNET_DISCONNECTED");

it.after(() => {
  const unexpected = [page, colleague, phone].flatMap(complaints).filter((text) => !isCutConnection(text));
  assert.equal(unexpected, []);
});

const panel = (on: Page) => on.getByRole("complementary", { name: "Comments" });
const thread = (on: Page, text: string) => panel(on).getByRole("article").filter({ hasText: text });
const openPanel = (on: Page) => on.getByRole("button", { name: /^Comments/ }).click();
async function findNewest() {
  const { items } = await caller.call("listComments", { params: { job_id: heartId } });
  const newest = items.at(-1);
  assert.ok(newest !== undefined);
  return newest;
}
/** Waits until a place is chosen: what is typed from then on is the comment. */
async function waitForBox(on: Page): Promise<void> {
  const box = panel(on).getByRole("textbox", { name: "New comment" });
  await eventually("the box of the comment has the focus", () =>
    box.evaluate((element) => element === document.activeElement),
  );
}
/** Clicks above the middle of a plot while the place of a comment is being chosen: again where the page moved meanwhile. */
async function choosePoint(plot: Locator): Promise<void> {
  const hint = page.getByText("Choose a point of a plot, a field or a row of a table.");
  await hint.waitFor();
  await eventually("a point is chosen", async () => {
    await plot.scrollIntoViewIfNeeded();
    const box = await plot.boundingBox();
    if (box === null || (await hint.count()) === 0) return (await hint.count()) === 0;
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 3);
    return false;
  });
}
/** The middle of a mark in its plot, in pixels: the page may scroll meanwhile. */
async function readCenter(mark: Locator): Promise<{ x: number; y: number }> {
  const [frame, box] = [await plot(page).boundingBox(), await mark.boundingBox()];
  assert.ok(frame !== null && box !== null);
  return { x: box.x + box.width / 2 - frame.x, y: box.y + box.height / 2 - frame.y };
}
async function write(on: Page, box: string, text: string, action: string): Promise<void> {
  await panel(on).getByRole("textbox", { name: box }).fill(text);
  await panel(on).getByRole("button", { name: action, exact: true }).click();
}

it("reaches the other person without a reload, and opening it restores the view that it was made in", async () => {
  await open(page, heartId);
  await open(colleague, heartId);
  await eventually("the first answer", () => isKnown(colleague));
  await slider(page, 0).focus();
  await page.keyboard.press("End");
  const value = await slider(page, 0).inputValue();
  assert.is.not(await slider(colleague, 0).inputValue(), value);
  await openPanel(page);
  await openPanel(colleague);
  await write(page, "New comment", "Is the **dip** real?", "Comment");
  await thread(colleague, "Is the dip real?").waitFor();
  await checkLooks(page, "comments");

  await colleague.getByRole("tab", { name: "Sensitivity" }).click();
  await thread(colleague, "Is the dip real?")
    .getByRole("button", { name: /^Show / })
    .click();
  await colleague.getByRole("tab", { name: "Emulator", selected: true }).waitFor();
  await eventually(
    "the sliders stand where they stood",
    async () => (await slider(colleague, 0).inputValue()) === value,
  );
  await slider(colleague, 0).focus();
  await colleague.keyboard.press("Home");
  assert.is.not(await slider(colleague, 0).inputValue(), value, "the reader moves on freely");
});
it("is answered and mentions people, who find it by the bell", async () => {
  await panel(colleague).getByRole("textbox", { name: "Reply" }).pressSequentially("See @Ada");
  await panel(colleague)
    .getByRole("option", { name: /Ada Lovelace/ })
    .click();
  await panel(colleague).getByRole("textbox", { name: "Reply" }).pressSequentially("please");
  await checkLooks(colleague, "comment-thread");
  await colleague.keyboard.press("Control+Enter");
  await thread(page, "@Ada Lovelace please").waitFor();
  await page.goto("/jobs");
  await page.getByRole("row", { name: /Heart/ }).getByRole("link", { name: "1 open comment" }).waitFor();
  await page.getByRole("button", { name: /Notifications, 1 unread/ }).click();
  await page.getByText("Zoe Noether mentioned you").click();
  await thread(page, "See @Ada Lovelace please").waitFor();
  await panel(page).getByRole("textbox", { name: "Reply" }).waitFor();
  assert.match(page.url(), /comment=\d+/);
});
it("stands at a point of a plot, which leads to it", async () => {
  await panel(page).getByRole("button", { name: "Comment on a place of the page" }).click();
  await choosePoint(page.getByRole("region", { name: "Scalar plot" }).locator("svg.plot-canvas"));
  await waitForBox(page);
  await page.keyboard.type("Look here");
  await page.keyboard.press("Control+Enter");
  const pin = (on: Page) => on.getByRole("button", { name: "Comment of Ada Lovelace" });
  await pin(colleague).waitFor();
  await checkLooks(page, "comment-pin");
  await pin(colleague).click();
  await eventually(
    "its thread is open",
    async () => (await thread(colleague, "Look here").getAttribute("data-opened")) !== null,
  );
  await thread(colleague, "Look here").getByRole("button", { name: "Resolve" }).click();
  await pin(page).waitFor({ state: "detached" });
});
/** A plot that plotly.js draws. */
const plot = (on: Page) =>
  on.getByRole("region", { name: /^Prediction vs actual \S+ on the validation set$/ });
it("stands at a point of a plot that plotly.js draws", async () => {
  for (const on of [page, colleague]) {
    await plot(on).scrollIntoViewIfNeeded();
    await plot(on).locator(".points path").first().waitFor({ state: "attached" });
  }
  await panel(page).getByRole("button", { name: "Comment on a place of the page" }).click();
  await choosePoint(plot(page).locator(".nsewdrag"));
  await waitForBox(page);
  await page.keyboard.type("This point lies off");
  await page.keyboard.press("Control+Enter");
  const pin = (on: Page) => plot(on).getByRole("button", { name: "Comment of Ada Lovelace" });
  for (const on of [page, colleague]) {
    await eventually("the pin stands in the middle", async () => {
      const [frame, mark] = [await plot(on).locator(".nsewdrag").boundingBox(), await pin(on).boundingBox()];
      // The tip of the pin is its lower left corner.
      return frame !== null && mark !== null && Math.abs(mark.x - frame.x - frame.width / 2) < 3;
    });
  }
  await thread(colleague, "This point lies off").getByRole("button", { name: "Resolve" }).click();
  await pin(page).waitFor({ state: "detached" });
});
it("stands at the point of such a plot that the arrow keys have come to", async () => {
  await panel(page).getByRole("button", { name: "Comment on a place of the page" }).press("Enter");
  await page.getByText("Choose a point of a plot, a field or a row of a table.").waitFor();
  await plot(page).focus();
  for (const key of ["Home", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  const ring = plot(page).locator(".plot-ring");
  await ring.waitFor();
  const chosen = await readCenter(ring);
  await page.keyboard.press("Enter");
  await waitForBox(page);
  await page.keyboard.type("Chosen by keys");
  await page.keyboard.press("Control+Enter");
  await thread(colleague, "Chosen by keys").waitFor();
  assert.is((await findNewest()).thread?.anchor.kind, "plot");
  const pin = plot(page).getByRole("button", { name: "Comment of Ada Lovelace" });
  await pin.waitFor();
  const [frame, box] = [await plot(page).boundingBox(), await pin.boundingBox()];
  assert.ok(frame !== null && box !== null);
  const distance = Math.hypot(box.x - frame.x - chosen.x, box.y + box.height - frame.y - chosen.y);
  assert.ok(distance < 3, `the tip of the pin lies ${distance} px from the point`);
  await thread(colleague, "Chosen by keys").getByRole("button", { name: "Resolve" }).click();
  await pin.waitFor({ state: "detached" });
});
it("waits while the connection is lost, and is sent once when it is back", async () => {
  await colleague.context().setOffline(true);
  await write(colleague, "New comment", "Written on a train", "Comment");
  await panel(colleague).getByText("Waiting for the connection").waitFor();
  assert.is(await thread(page, "Written on a train").count(), 0);
  await colleague.context().setOffline(false);
  await thread(page, "Written on a train").waitFor();
  assert.is(await thread(page, "Written on a train").count(), 1);
});
it("is given back to its author, who cancels it while it waits", async () => {
  await colleague.context().setOffline(true);
  await write(colleague, "New comment", "Never mind", "Comment");
  await thread(colleague, "Never mind").getByRole("button", { name: "Cancel" }).click();
  const box = panel(colleague).getByRole("textbox", { name: "New comment" });
  await eventually("the text is back", async () => (await box.inputValue()) === "Never mind");
  await colleague.context().setOffline(false);
  await panel(colleague).getByRole("button", { name: "Cancel" }).click();
  assert.is(await box.inputValue(), "");
});
it("that is not sent yet is kept over Escape and a reload, with the people whom it mentions", async () => {
  const box = panel(page).getByRole("textbox", { name: "New comment" });
  await box.pressSequentially("Ask @Zoe");
  await panel(page)
    .getByRole("option", { name: /Zoe Noether/ })
    .click();
  await page.keyboard.press("Escape");
  await open(page, heartId);
  await openPanel(page);
  await eventually("the box has the focus", () =>
    box.evaluate((element) => element === document.activeElement),
  );
  assert.is(await box.inputValue(), "Ask @Zoe Noether ");
  await page.keyboard.press("Control+Enter");
  await thread(colleague, "Ask @Zoe Noether").waitFor();
  assert.equal((await findNewest()).mentions, [{ id: zoe.id, name: "Zoe Noether" }]);
});
it("is never edited over an edit of another window", async () => {
  await thread(page, "Ask @Zoe Noether").getByRole("button", { name: "Edit or delete" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const edited = panel(page).getByRole("textbox", { name: "Edit comment" });
  await edited.fill("From this window");
  const { id, revision } = await findNewest();
  const params = { job_id: heartId, comment_id: id };
  await caller.call("updateComment", { params, body: { text: "From another window", revision } });
  await thread(colleague, "From another window").waitFor();
  await panel(page).getByText(", edited").waitFor();
  await panel(page).getByRole("button", { name: "Save" }).click();
  await page.getByText(MESSAGES.commentChangedMeanwhile).waitFor();
  assert.is((await findNewest()).text, "From another window");
  assert.is(await edited.inputValue(), "From this window");
  await panel(page)
    .getByRole("article")
    .filter({ has: page.getByRole("textbox", { name: "Edit comment" }) })
    .getByRole("button", { name: "Cancel" })
    .click();
});
it("of a restricted user reaches full users, and theirs that user once they are shown", async () => {
  await phone.goto(`/jobs/${heartId}`);
  await phone.getByRole("complementary", { name: "Parameters" }).waitFor();
  await openPanel(phone);
  await panel(phone).getByText("No open comments.").waitFor();
  await write(phone, "New comment", "What is this?", "Comment");
  await thread(page, "What is this?").waitFor();
  await thread(page, "Written on a train").getByRole("button", { name: "More of this thread" }).click();
  await page.getByRole("menuitem", { name: "Show to restricted users" }).click();
  await thread(phone, "Written on a train").waitFor();
  await checkLooks(phone, "comments-on-a-phone");
  assert.is(await thread(phone, "dip").count(), 0);
});
