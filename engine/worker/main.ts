/** The worker client's program. Exit codes: 0 it left in order, 1 it was refused or could not start, 2 its options are invalid. */
import { readFileSync } from "node:fs";
import { startClient } from "./client.ts";
import { check } from "./command-line/check.ts";
import { createDisplay } from "./command-line/display.ts";
import { HELP } from "./command-line/help.ts";
import { readOptions, type WorkerOptions } from "./command-line/options.ts";
import { CLIENT_VERSION } from "./command-line/version.ts";
import { openFolder } from "./files/folder.ts";
import { createReporter } from "./reporter.ts";
import { messageOf } from "./support/message-of.ts";

const EXIT_MS = 3_000;

const print = (line: string) => console.log(line);

function terminal() {
  const { stdout } = process;
  return createDisplay({
    write: (text) => void stdout.write(text),
    columns: () => (stdout.isTTY ? stdout.columns : null),
    time: () => new Date(),
  });
}

/** A Ctrl-C may arrive twice, by itself and passed on by a parent process: two signals in this time are one. */
const SAME_SIGNAL_MS = 500;

function onSignals(leave: () => void): void {
  let last = Number.NEGATIVE_INFINITY;
  const onSignal = () => {
    const now = performance.now();
    if (now - last < SAME_SIGNAL_MS) return;
    last = now;
    leave();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, onSignal);
  process.on("disconnect", onSignal);
}

async function run(options: WorkerOptions): Promise<number> {
  const display = terminal();
  try {
    const folder = openFolder(options.folder);
    display.line(`Understudy worker client ${CLIENT_VERSION}: ${options.name}, role ${options.role}`);
    display.line(`Its files are in ${folder.root}`, "faint");
    const client = await startClient(options, folder, process.env, createReporter(display, options));
    onSignals(() => client.leave());
    const end = await client.ended;
    if (end.how === "refused") display.line(end.reason, "bad");
    else display.line("Stopped. Nothing runs any more.");
    return end.how === "refused" ? 1 : 0;
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
    console.error("See --help for all options.");
    return 2;
  }
  if (read.options.check) return (await check(read.options, process.env, print)) ? 0 : 1;
  return await run(read.options);
}

// Simulations continue when the reader of the output is gone.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
process.exitCode = await main();
// The process ends by itself once its output is written, and at the latest after this time.
setTimeout(() => process.exit(), EXIT_MS).unref();
