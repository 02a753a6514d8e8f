/** The worker client's program. Exit codes: 0 it left in order, 1 it was refused or could not begin, 2 it was not told enough. */
import { readFileSync } from "node:fs";
import { startClient } from "./client.ts";
import { check } from "./command-line/check.ts";
import { createDisplay } from "./command-line/display.ts";
import { HELP } from "./command-line/help.ts";
import { messageOf } from "./command-line/message-of.ts";
import { readOptions, type WorkerOptions } from "./command-line/options.ts";
import { tell } from "./command-line/reporter.ts";
import { CLIENT_VERSION } from "./command-line/version.ts";
import { openFolder } from "./files/folder.ts";

const LAST_WORDS_MS = 3_000;

const print = (line: string) => console.log(line);

function terminal() {
  const { stdout } = process;
  return createDisplay({
    write: (text) => void stdout.write(text),
    columns: () => (stdout.isTTY ? stdout.columns : null),
    time: () => new Date(),
  });
}

/** What started this process may pass on a Ctrl-C that reached this process, too: two signals at once are one. */
const ONE_PRESS_MS = 500;

function onSignals(leave: () => void): void {
  let last = Number.NEGATIVE_INFINITY;
  const heard = () => {
    const now = performance.now();
    if (now - last < ONE_PRESS_MS) return;
    last = now;
    leave();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, heard);
  process.on("disconnect", heard);
}

async function run(options: WorkerOptions): Promise<number> {
  const display = terminal();
  try {
    const folder = openFolder(options.folder);
    display.line(`Understudy worker client ${CLIENT_VERSION}: ${options.name}, role ${options.role}`);
    display.line(`Its files are in ${folder.root}`, "faint");
    const client = await startClient(options, folder, process.env, tell(display, options));
    onSignals(client.leave);
    const left = await client.left;
    if (left.how === "refused") display.line(left.reason, "bad");
    else display.line("Left. Nothing runs any more.");
    return left.how === "refused" ? 1 : 0;
  } catch (error) {
    display.line(messageOf(error), "bad");
    return 1;
  } finally {
    display.close();
  }
}

async function main(): Promise<number> {
  const read = readOptions(process.argv.slice(2), process.env, (file) => readFileSync(file, "utf8"));
  if ("show" in read) {
    print(read.show === "help" ? HELP : CLIENT_VERSION);
    return 0;
  }
  if ("problems" in read) {
    for (const problem of read.problems) console.error(problem);
    console.error("--help tells more.");
    return 2;
  }
  if (read.options.check) return (await check(read.options, process.env, print)) ? 0 : 1;
  return await run(read.options);
}

// Simulations go on when nobody reads what is printed any more.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
process.exitCode = await main();
// By itself, once the last words are on their way; at the latest in a few seconds.
setTimeout(() => process.exit(), LAST_WORDS_MS).unref();
