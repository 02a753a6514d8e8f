/** Child processes of our own that end when their parent does, also when it is killed. */
import { spawnSync } from "node:child_process";

export type Launcher = { readonly execPath: string; readonly execArgv: string[] };

const NODE: Launcher = { execPath: process.execPath, execArgv: [] };
/** Of util-linux, in nearly every distribution; that of BusyBox knows no such option. */
const SETPRIV = ["--pdeathsig", "KILL", "--"];

let launcher: Launcher | null = null;

/**
 * What `fork` is told, so that the kernel kills the child once its parent is gone. A child that computes without a pause hears
 * nothing of its channel's end. Where the kernel cannot be asked, the channel alone has to do.
 */
export function endingWithParent(): Launcher {
  if (process.platform !== "linux") return NODE;
  launcher ??=
    spawnSync("setpriv", [...SETPRIV, "true"], { stdio: "ignore" }).status === 0
      ? { execPath: "setpriv", execArgv: [...SETPRIV, process.execPath] }
      : NODE;
  return launcher;
}
