/** The messages between a `TaskThread` and the program of its thread or process, and the program's end of them. */
import { parentPort } from "node:worker_threads";

export interface TaskMessage<Task> {
  id: number;
  task: Task;
}

export type ThreadMessage<Answer, Progress> =
  /** The first of all: the thread begins what was sent before. */
  | { kind: "ready" }
  | { kind: "progress"; id: number; progress: Progress }
  | { kind: "answer"; id: number; answer: Answer };

/**
 * Answers the tasks that are sent to this thread or process, each as it comes. What `perform` throws ends it.
 * @param perform does a task; it may report its progress, which renews the deadline of the task
 */
export function serveTasks<Task, Answer, Progress = never>(
  perform: (task: Task, report: (progress: Progress) => void) => Answer | Promise<Answer>,
): void {
  const post = (message: ThreadMessage<Answer, Progress>): void => {
    if (parentPort !== null) parentPort.postMessage(message);
    // A parent that has ended needs no answer.
    else process.send?.(message, undefined, undefined, () => undefined);
  };
  const handleMessage = async ({ id, task }: TaskMessage<Task>): Promise<void> => {
    const report = (progress: Progress): void => post({ kind: "progress", id, progress });
    post({ kind: "answer", id, answer: await perform(task, report) });
  };
  if (parentPort !== null) parentPort.on("message", handleMessage);
  else {
    process.on("message", handleMessage);
    // The parent has ended. Native code may keep this process alive, and hang where it ends in order.
    process.on("disconnect", () => process.kill(process.pid, "SIGKILL"));
    // Ctrl-C reaches every process of the terminal; the parent decides when this one ends.
    process.on("SIGINT", () => undefined);
  }
  post({ kind: "ready" });
}
