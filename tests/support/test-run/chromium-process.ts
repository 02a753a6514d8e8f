/** The one Chromium of a process, started when it is first needed, and anew when it has crashed. */
import { type Browser, chromium } from "playwright";
import { ensureChromium } from "../processes/chromium.ts";

const CHROMIUM_ARGUMENTS = [
  "--no-sandbox",
  "--disable-gpu",
  // Without these Chromium looks for its maker's hosts at every start.
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Pages live for seconds: optimising their code and collecting their first garbage take about a third of their processor time.
  "--js-flags=--no-maglev --no-turbofan --min-semi-space-size=32",
];

let launched: Promise<Browser> | null = null;

/** @throws Error when there is no Chromium and none can be installed, or when it does not start. */
export async function openChromium(): Promise<Browser> {
  const running = await launched;
  if (running?.isConnected()) return running;
  const executablePath = process.env.CHROMIUM ?? ensureChromium();
  launched = chromium.launch({ executablePath, args: CHROMIUM_ARGUMENTS });
  return await launched;
}

export async function closeChromium(): Promise<void> {
  const running = await launched;
  launched = null;
  await running?.close();
}
