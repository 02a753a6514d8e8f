/** Measures how busy the machine is, whoever keeps it so: Linux only. */
import { readFileSync } from "node:fs";

/** Clock ticks of the kernel a second, as Linux shows them to every program. */
const TICKS_PER_SECOND = 100;

/** CPU seconds that all processes of the machine have used so far. */
export function machineSeconds(): number {
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0] =
    /^cpu +(.*)$/m.exec(readFileSync("/proc/stat", "utf8"))?.[1]?.split(" ").map(Number) ?? [];
  return (user + nice + system + interrupts + soft) / TICKS_PER_SECOND;
}
