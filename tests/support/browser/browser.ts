/** Pages in Debian's Chromium for the browser tests: one context, that is one person, for each page. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright";
import { atEnd } from "../cleanup.ts";
import { onFailure } from "../evidence.ts";
import { closeChromium, openChromium } from "../test-run/chromium-process.ts";
import { isHosted } from "../test-run/outcome.ts";
import { stretched } from "../waiting.ts";

const SCREENSHOT_FOLDER = join(import.meta.dirname, "../../screenshots");

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** A trace has the actions and requests of a page. Snapshots of every step would cost more than the steps. */
const TRACE_OPTIONS = { screenshots: false, snapshots: false };

let isOpen = false;

async function browser(): Promise<Browser> {
  const chromium = await openChromium();
  if (!isOpen) {
    isOpen = true;
    // A host keeps its Chromium for the next file; a file that runs alone ends it.
    onFailure((folder) => keepContexts(chromium.contexts(), folder));
    atEnd("the browser's pages", async () => {
      for (const context of chromium.contexts()) await context.close();
      if (!isHosted) await closeChromium();
    });
  }
  return chromium;
}

type Credentials = { email: string; password: string };
export type PageOptions = {
  baseURL: string;
  size?: { width: number; height: number };
  colorScheme?: "light" | "dark";
  /** Its screen is touched. */
  hasTouch?: boolean;
  /** Who is logged in; nobody, when left out. */
  as?: Credentials;
};

const problems = new WeakMap<Page, string[]>();
/** Chromium's advice on the speed of drawings: the tests draw WebGL in software, and plotly.js reads pixels back. */
const isDrawingAdvice = (text: string): boolean =>
  /GL Driver Message .*Performance/.test(text) || text.startsWith("Canvas2D: Multiple readback operations");

/** A failed request is the business of the test that caused it; everything else a page complains of is a fault. */
const isExpected = (text: string): boolean =>
  text.startsWith("Failed to load resource") || isDrawingAdvice(text);

/** An empty page in a context, that is a person, of its own. Its complaints are kept for `complaints`. */
export async function newPage({
  baseURL,
  size = DESKTOP,
  colorScheme = "light",
  hasTouch = false,
  as,
}: PageOptions): Promise<Page> {
  const context = await (await browser()).newContext({ baseURL, viewport: size, colorScheme, hasTouch });
  await context.tracing.start(TRACE_OPTIONS);
  // A page may be opened on an idle machine and used on a busy one.
  const stretch = () => context.setDefaultTimeout(stretched(30_000));
  stretch();
  const timer = setInterval(stretch, 5_000).unref();
  context.on("close", () => clearInterval(timer));
  // A violation that a script catches reaches no console.
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      console.error(`${event.violatedDirective} was violated: ${event.blockedURI} in ${event.sourceFile}`);
    });
  });
  if (as !== undefined) await openSession(context, baseURL, as);
  return await openPage(context);
}

/** The output of a test run has this many characters of each page that was open at a failure. */
const MAX_PRINTED_TEXT = 1_000;

/** Prints what a page shows: of a run on another machine, nothing but its output may be left. */
async function printText(page: Page): Promise<void> {
  const texts = await page.locator("body").allInnerTexts();
  console.log(
    `    ${page.url()} shows: ${texts.join(" ").replaceAll(/\s+/g, " ").slice(0, MAX_PRINTED_TEXT)}`,
  );
}

/**
 * Writes a screenshot and prints the text of every open page, and writes the trace of every context; `npx playwright show-trace` shows a
 * trace.
 */
async function keepContexts(contexts: readonly BrowserContext[], folder: string): Promise<void> {
  for (const [number, context] of contexts.entries()) {
    if (context.pages().length === 0) continue;
    for (const [at, page] of context.pages().entries()) {
      await page.screenshot({ path: join(folder, `page-${number + 1}-${at + 1}.png`), timeout: 5_000 });
      if (page.url() !== "about:blank") await printText(page);
    }
    await context.tracing.stop({ path: join(folder, `trace-${number + 1}.zip`) });
    await context.tracing.start(TRACE_OPTIONS);
  }
}

/** Another page of the same person, whose browser has the client's files already. */
export const newTab = (openedPage: Page): Promise<Page> => openPage(openedPage.context());

async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const pageProblems: string[] = [];
  problems.set(page, pageProblems);
  page.on("pageerror", (error) => pageProblems.push(error.message));
  page.on("console", (message) => {
    const isFault = message.type() === "error" || message.type() === "warning";
    if (isFault && !isExpected(message.text())) pageProblems.push(message.text());
  });
  return page;
}

/**
 * Lists the errors that the page's scripts threw and that its console showed, violations of its security policy
 * included.
 */
export const complaints = (page: Page): readonly string[] => problems.get(page) ?? [];

/** Opens a session as the login page does, without the page. */
async function openSession(context: BrowserContext, origin: string, credentials: Credentials): Promise<void> {
  const { email, password } = credentials;
  const answer = await context.request.post("/api/internal/session", {
    data: { email, password },
    headers: { origin },
  });
  if (!answer.ok()) throw new Error(`${email} was not logged in: ${answer.status()} ${await answer.text()}`);
}

/** Logs in as a person would, and waits for the page that follows. */
export async function logIn(page: Page, person: Credentials): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(person.email);
  await page.getByRole("textbox", { name: "Password" }).fill(person.password);
  await page.getByRole("button", { name: "Log In" }).click();
  await page.waitForURL((url) => url.pathname !== "/login");
  await page.getByRole("heading", { level: 1 }).first().waitFor();
}

/** A POST as the page itself would send it, with the person's session. */
export const post = (page: Page, path: string, body: object): Promise<{ status: number; text: string }> =>
  page.evaluate(
    async ([url, content]) => {
      const headers = { "content-type": "application/json" };
      const response = await fetch(url, { method: "POST", headers, body: content });
      return { status: response.status, text: await response.text() };
    },
    [`/api/internal${path}`, JSON.stringify(body)] as const,
  );

/** Measures by how many pixels the page is wider than its window; more than 0 means that a phone scrolls sideways. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Taken when SCREENSHOTS is set, and kept under tests/screenshots for people to look at. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (!process.env.SCREENSHOTS) return;
  await mkdir(SCREENSHOT_FOLDER, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOT_FOLDER, `${name}.png`) });
}
