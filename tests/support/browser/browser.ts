/** Debian's Chromium for the browser tests: one for each test file, one context (a person of its own) for each page. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright";
import { atEnd } from "../cleanup.ts";
import { stretched } from "../waiting.ts";

const EXECUTABLE = process.env.CHROMIUM ?? "/usr/bin/chromium";
/** Without these Chromium looks for its maker's hosts at every start. */
const ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const SCREENSHOTS = join(import.meta.dirname, "../../screenshots");

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

let launched: Promise<Browser> | null = null;
function browser(): Promise<Browser> {
  if (launched === null) {
    launched = chromium.launch({ executablePath: EXECUTABLE, args: ARGUMENTS });
    const opened = launched;
    atEnd("Chromium", async () => (await opened).close());
  }
  return launched;
}

type Credentials = { email: string; password: string };
export type PageOptions = {
  baseURL: string;
  size?: { width: number; height: number };
  colorScheme?: "light" | "dark";
  /** Who is logged in; nobody, when left out. */
  as?: Credentials;
};

const problems = new WeakMap<Page, string[]>();
/** A failed request is the business of the test that caused it; everything else a page complains of is a fault. */
const isExpected = (text: string): boolean => text.startsWith("Failed to load resource");

/** An empty page in a context, that is a person, of its own. Its complaints are kept for `complaints`. */
export async function newPage({
  baseURL,
  size = DESKTOP,
  colorScheme = "light",
  as,
}: PageOptions): Promise<Page> {
  const context = await (await browser()).newContext({ baseURL, viewport: size, colorScheme });
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

/** Another page of the same person, whose browser has the client's files already. */
export const newTab = (beside: Page): Promise<Page> => openPage(beside.context());

async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const found: string[] = [];
  problems.set(page, found);
  page.on("pageerror", (error) => found.push(error.message));
  page.on("console", (message) => {
    const isFault = message.type() === "error" || message.type() === "warning";
    if (isFault && !isExpected(message.text())) found.push(message.text());
  });
  return page;
}

/** What the page's scripts threw and what its console was told, violations of its security policy included. */
export const complaints = (page: Page): readonly string[] => problems.get(page) ?? [];

/** What the login page does, without the page. */
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

/** How many pixels the page is wider than its window; more than 0 means that a phone scrolls sideways. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

/** Kept under tests/screenshots, for people to look at. */
export async function screenshot(page: Page, name: string): Promise<void> {
  await mkdir(SCREENSHOTS, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
}
