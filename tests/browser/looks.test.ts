/** The checks that the other browser tests trust: illegible text is found, and only where people see it. */
import axe from "axe-core";
import type { Page } from "playwright";
import { assert, suite } from "../harness.ts";
import { accessibilityProblems } from "../support/browser/accessibility.ts";
import { newPage } from "../support/browser/browser.ts";

const it = suite("looking at a page");

const pageWith = async (body: string): Promise<Page> => {
  const page = await newPage({ baseURL: "http://localhost" });
  await page.setContent(`<html lang="en"><title>Page</title><main><h1>Page</h1>${body}</main></html>`);
  return page;
};

it("finds text that cannot be read", async () => {
  const page = await pageWith('<p style="color: #bbb">Nobody reads this.</p>');
  const problems = await accessibilityProblems(page);
  assert.is(problems.length, 1);
  assert.match(problems[0] ?? "", /color-contrast/);
  await page.context().close();
});

it("finds none in a toast that fades while it looks", async () => {
  const page = await pageWith('<p id="toast" style="transition: opacity 1s linear">Saved.</p>');
  await page.evaluate(axe.source);
  await page.evaluate(`{
    const { run } = axe;
    let looks = 0;
    axe.run = async (...requested) => {
      looks += 1;
      const toast = document.getElementById("toast");
      if (looks === 1) {
        toast.addEventListener("transitionend", () => toast.remove());
        toast.style.opacity = "0";
        await new Promise((halfway) => setTimeout(halfway, 600));
      }
      return run(...requested);
    };
  }`);
  assert.equal(await accessibilityProblems(page), []);
  await page.context().close();
});
