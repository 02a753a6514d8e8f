/** Child processes of our own that end when their parent does, also when it is killed. */
import { spawnSync } from "node:child_process";

export type Launcher = { readonly execPath: string; readonly execArgv: string[] };

const NODE: Launcher = { execPath: process.execPath, execArgv: [] };
/** Of util-linux, in nearly every distribution; that of BusyBox knows no such option. */
const SETPRIV = ["--pdeathsig", "KILL", "--"];

let launcher: Launcher | null = null;

/**
 * Options of `fork` by which the kernel kills the child once its parent is gone. A child that computes without a pause does
 * not notice that its channel has closed. Where the kernel has no such option, the channel alone has to do.
 */
export function endingWithParent(): Launcher {
  if (process.platform !== "linux") return NODE;
  launcher ??=
    spawnSync("setpriv", [...SETPRIV, "true"], { stdio: "ignore" }).status === 0
      ? { execPath: "setpriv", execArgv: [...SETPRIV, process.execPath] }
      : NODE;
  return launcher;
}
