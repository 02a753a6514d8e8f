/** `npm run backup`, `npm run restore` and `npm run data:upgrade`: each on a copy that does not run. */
import { existsSync } from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { type LaunchConfig, readLaunchConfig } from "../../core/config.ts";
import { openDataDir } from "../data-dir.ts";
import { startStores } from "../stores.ts";
import { earlierTreeEnded, type Guard, startWatchdog } from "../watchdog.ts";
import { writeBackup } from "./archive.ts";
import { DATA_FOLDERS, findUnknownEntries } from "./data-files.ts";
import { readBackup } from "./restore.ts";
import { checkRestored } from "./restore-mark.ts";
import { upgradeData } from "./upgrade.ts";

/** The arguments of a command. */
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

/** @throws Error when there cannot be an archive of that name, before anything is started */
function checkArchivePath(archive: string, dataDir: string): void {
  if (existsSync(archive)) throw new Error(`${archive} is there already.`);
  if (!existsSync(dirname(archive))) throw new Error(`The folder ${dirname(archive)} is not there.`);
  const folder = DATA_FOLDERS.map((name) => join(dataDir, name)).find((path) =>
    archive.startsWith(path + sep),
  );
  if (folder !== undefined) throw new Error(`${archive} lies in ${folder}, which is backed up itself.`);
}

async function backup(command: Command): Promise<void> {
  const { config, file } = command;
  const { dataDir } = config;
  const day = new Date().toISOString().slice(0, 16).replaceAll(":", "");
  const archive = resolve(file ?? join(dataDir, `backup-${day}.tar.gz`));
  checkArchivePath(archive, dataDir);
  await withStores(command, async (url) => {
    await checkRestored(url, dataDir);
    for (const name of findUnknownEntries(dataDir))
      note(`${join(dataDir, name)} is not one of Understudy's folders and is left out`);
    const documents = await writeBackup(url, dataDir, archive, note);
    note(`Backed up ${documents} documents and all files to ${archive}`);
  });
}

async function restore(command: Command): Promise<void> {
  const { config, file } = command;
  if (file === undefined) throw new Error("Say which backup: npm run restore -- backup.tar.gz");
  const archive = resolve(file);
  if (!existsSync(archive)) throw new Error(`${archive} is not there.`);
  await withStores(command, async (mongodbUrl) => {
    const documents = await readBackup({ mongodbUrl, dataDir: config.dataDir, note }, archive);
    note(`Brought back ${documents} documents and all files. npm start goes on with them.`);
  });
}

const upgrade = ({ config, guard }: Command): Promise<void> => upgradeData(config, { note, guard });

const DATA_COMMANDS = { backup, restore, "data:upgrade": upgrade };
export type DataCommand = keyof typeof DATA_COMMANDS;
export const isDataCommand = (name: string): name is DataCommand => name in DATA_COMMANDS;

/** Runs to its end; a failure is one sentence and exit code 1. */
export async function runDataCommand(name: DataCommand, file: string | undefined): Promise<void> {
  try {
    const config = readLaunchConfig(process.env);
    await earlierTreeEnded(config.dataDir);
    const release = openDataDir(config.dataDir);
    const watchdog = startWatchdog(config.dataDir, note);
    try {
      await DATA_COMMANDS[name]({ config, file, guard: watchdog.guard });
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
