/** What the pool and its threads say to each other. */
import type { Order } from "./executor.ts";
import type { LearningData } from "./lesson.ts";

/** Handed to a thread at its start. */
export interface Enrolment {
  data: LearningData;
  /** One word of shared memory: not 0 once lessons are to be stopped. */
  stop: Int32Array;
}

/** To a thread, which answers with reports. */
export type ToThread = Order;
