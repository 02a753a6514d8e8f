/** Child processes of our own that end when their parent does, also when it is killed. */
import { spawnSync } from "node:child_process";

export type Launcher = { readonly execPath: string; readonly execArgv: string[] };

const CURRENT_NODE: Launcher = { execPath: process.execPath, execArgv: [] };
/** The options of util-linux's setpriv, in nearly every distribution; that of BusyBox knows no such option. */
const SETPRIV_ARGUMENTS = ["--pdeathsig", "KILL", "--"];

let launcher: Launcher | null = null;

/**
 * Options of `fork` by which the kernel kills the child once its parent is gone. A child that computes without a pause does
 * not notice that its channel has closed. Where the kernel has no such option, the channel alone has to do.
 */
export function endingWithParent(): Launcher {
  if (process.platform !== "linux") return CURRENT_NODE;
  launcher ??=
    spawnSync("setpriv", [...SETPRIV_ARGUMENTS, "true"], { stdio: "ignore" }).status === 0
      ? { execPath: "setpriv", execArgv: [...SETPRIV_ARGUMENTS, process.execPath] }
      : CURRENT_NODE;
  return launcher;
}
