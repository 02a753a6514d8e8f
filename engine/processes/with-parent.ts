/** Lets child processes end when their parent does, even if it is killed. */
import { spawnSync } from "node:child_process";

export type Launcher = { readonly execPath: string; readonly execArgv: string[] };

const CURRENT_NODE: Launcher = { execPath: process.execPath, execArgv: [] };
/** The options of util-linux's setpriv, which nearly every distribution has. BusyBox's setpriv does not accept them. */
const SETPRIV_ARGUMENTS = ["--pdeathsig", "KILL", "--"];

let launcher: Launcher | null = null;

/**
 * Returns options of `fork` with which the kernel kills the child once its parent has ended. A child that computes without a pause does not
 * notice that its channel has closed. On other systems the closed channel alone ends it.
 */
export function endingWithParent(): Launcher {
  if (process.platform !== "linux") return CURRENT_NODE;
  launcher ??=
    spawnSync("setpriv", [...SETPRIV_ARGUMENTS, "true"], { stdio: "ignore" }).status === 0
      ? { execPath: "setpriv", execArgv: [...SETPRIV_ARGUMENTS, process.execPath] }
      : CURRENT_NODE;
  return launcher;
}
