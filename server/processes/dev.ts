/** `npm run dev`: the same tree, whose services restart when their code changes, behind Vite, which reloads the page. */
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";
import { freePort } from "../boot/store-process.ts";
import { supervise } from "../boot/supervise.ts";
import { formatAddress } from "../core/address.ts";
import type { LaunchConfig } from "../core/config.ts";
import { answers, type Tree } from "./launch.ts";

const PROJECT_FOLDER = join(import.meta.dirname, "..", "..");
/** Editors write a file in several steps. */
const SETTLE_MS = 200;

/** Restarts both services when a file they may have loaded changes. @returns a function that ends the watching */
function restartOnChange(tree: Tree): () => void {
  let timer: NodeJS.Timeout | undefined;
  const changed = (file: string | null) => {
    if (file === null || !/\.(ts|json|md|wasm)$/.test(file)) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      console.log(`${file} changed: restarting the web and runner processes`);
      for (const service of Object.values(tree.services)) void service.supervised.restart();
    }, SETTLE_MS);
  };
  const watchers = ["server", "engine", "shared"].map((folder) =>
    watch(join(PROJECT_FOLDER, folder), { recursive: true }, (_, file) => changed(file)),
  );
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

/** @returns what ends Vite and the watching */
export async function develop(tree: Tree, config: LaunchConfig): Promise<() => Promise<void>> {
  const unwatch = restartOnChange(tree);
  const port = config.port === 0 ? await freePort() : config.port;
  const args = [join(PROJECT_FOLDER, "node_modules/vite/bin/vite.js"), "client", "--host", config.host];
  const vite = supervise({
    name: "Vite",
    note: (line) => console.log(line),
    spawn: () => {
      const child = spawn(
        process.execPath,
        [...args, "--port", String(port), "--strictPort", "--logLevel", "warn"],
        {
          cwd: PROJECT_FOLDER,
          detached: true,
          env: { ...process.env, DEV_SERVER: tree.address },
          stdio: ["ignore", "inherit", "inherit"],
        },
      );
      tree.guard("services", child);
      return child;
    },
  });
  const address = formatAddress(config.host, port);
  await answers(address);
  console.log(`Understudy is ready at ${address}`);
  return async () => {
    unwatch();
    await vite.stop(2000);
  };
}
