/**
 * Loaded into processes of the product before their own program: their clock is ahead by as many milliseconds as a file says, whose path
 * is in the environment. Timers are not affected, as by a clock that is set.
 */
import { readFileSync } from "node:fs";

export const CLOCK_FILE_VARIABLE = "CHAOS_CLOCK_FILE";
const READ_MS = 200;

const file = process.env[CLOCK_FILE_VARIABLE];
if (file !== undefined) shiftClock(file);

function shiftClock(path: string): void {
  const RealDate = Date;
  let offsetMs = 0;
  const readOffset = () => {
    offsetMs = Number(readFileSync(path, "utf8"));
  };
  readOffset();
  setInterval(readOffset, READ_MS).unref();
  const now = () => RealDate.now() + offsetMs;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    get: (target, name, receiver) => (name === "now" ? now : Reflect.get(target, name, receiver)),
  });
}
