/** The messages between a `TaskThread` and the program of its thread, and the program's end of them. */
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
 * Answers the tasks that are sent to this thread, each as it comes. What `perform` throws ends the thread.
 * @param perform does a task; it may report its progress, which renews the deadline of the task
 */
export function serveTasks<Task, Answer, Progress = never>(
  perform: (task: Task, report: (progress: Progress) => void) => Answer | Promise<Answer>,
): void {
  const post = (message: ThreadMessage<Answer, Progress>): void => parentPort?.postMessage(message);
  parentPort?.on("message", async ({ id, task }: TaskMessage<Task>) => {
    const report = (progress: Progress): void => post({ kind: "progress", id, progress });
    post({ kind: "answer", id, answer: await perform(task, report) });
  });
  post({ kind: "ready" });
}
