/** `npm run backup`, `npm run restore` and `npm run data:upgrade`: each on a copy that does not run. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type LaunchConfig, readLaunchConfig } from "../../config.ts";
import { openDataDir } from "../data-dir.ts";
import { startStores } from "../stores.ts";
import { type Guard, startWatchdog } from "../watchdog.ts";
import { readBackup, writeBackup } from "./archive.ts";
import { upgradeData } from "./upgrade.ts";

/** What it is given. */
type Command = { config: LaunchConfig; file: string | undefined; guard: Guard };

const note = (line: string) => console.log(line);

/** Does `work` on a DATA_DIR that no running copy holds, with the database up. */
async function withStores(
  { config, guard }: Command,
  work: (mongodbUrl: string) => Promise<void>,
): Promise<void> {
  const stores = await startStores(config, note, { guard });
  try {
    await work(stores.mongodbUrl);
  } finally {
    await stores.stop();
  }
}

async function backup(command: Command): Promise<void> {
  const { config, file } = command;
  const day = new Date().toISOString().slice(0, 16).replaceAll(":", "");
  const archive = resolve(file ?? join(config.dataDir, `backup-${day}.tar.gz`));
  if (existsSync(archive)) throw new Error(`${archive} is there already.`);
  await withStores(command, async (url) => {
    const documents = await writeBackup(url, config.dataDir, archive);
    note(`Backed up ${documents} documents and all files to ${archive}`);
  });
}

async function restore(command: Command): Promise<void> {
  const { config, file } = command;
  if (file === undefined) throw new Error("Say which backup: npm run restore -- backup.tar.gz");
  if (!existsSync(file)) throw new Error(`${file} is not there.`);
  await withStores(command, async (url) => {
    note(
      `Brought back ${await readBackup(url, config.dataDir, file)} documents and all files. npm start goes on with them.`,
    );
  });
}

const upgrade = ({ config, guard }: Command): Promise<void> => upgradeData(config, { note, guard });

const COMMANDS = { backup, restore, "data:upgrade": upgrade };
export type DataCommand = keyof typeof COMMANDS;
export const isDataCommand = (name: string): name is DataCommand => name in COMMANDS;

/** Runs to its end; a failure is one sentence and exit code 1. */
export async function runDataCommand(name: DataCommand, file: string | undefined): Promise<void> {
  try {
    const config = readLaunchConfig(process.env);
    const release = openDataDir(config.dataDir);
    const watchdog = startWatchdog(config.dataDir, note);
    try {
      await COMMANDS[name]({ config, file, guard: watchdog.guard });
    } finally {
      await watchdog.stop();
      release();
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
  // The bootstrap's channel would keep the process.
  process.exit();
}
