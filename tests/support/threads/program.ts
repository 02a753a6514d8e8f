/** A thread or process whose tasks say what it does. */
import { threadId } from "node:worker_threads";
import { serveTasks } from "../../../engine/threads/serve-tasks.ts";

/** A task of another kind cannot be sent: functions are not cloned. */
export type Task =
  | "answer"
  | "hang"
  | "throw"
  | "crash"
  | "fill the memory"
  | "report"
  | "stay"
  | (() => void);

serveTasks((task: Task, report: (text: string) => void): number => {
  switch (task) {
    case "answer":
      return threadId;
    case "hang":
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      return threadId;
    case "stay":
      setInterval(() => undefined, 1_000);
      return threadId;
    case "throw":
      throw new Error("The task failed.");
    case "crash":
      process.kill(process.pid, "SIGSEGV");
      return threadId;
    case "fill the memory": {
      const lists: number[][] = [];
      for (;;) lists.push(Array.from({ length: 10_000 }, (_, i) => i / 3));
    }
    case "report":
      report("begun");
      report("nearly done");
      return threadId;
    default:
      throw new Error("A function was cloned.");
  }
});
