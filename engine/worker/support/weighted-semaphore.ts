/** A semaphore whose tasks have weights: tasks run at the same time as long as their weights add up to no more than its capacity. */
export type WeightedSemaphore = {
  /** Runs the task once there is capacity for it. A task that weighs more than the whole capacity runs alone. */
  run<T>(weight: number, work: () => Promise<T>): Promise<T>;
};

export function createWeightedSemaphore(capacity: number): WeightedSemaphore {
  let used = 0;
  const waiting: { weight: number; enter: () => void }[] = [];
  const admit = () => {
    for (let [first] = waiting; first && (used === 0 || used + first.weight <= capacity); [first] = waiting) {
      waiting.shift();
      used += first.weight;
      first.enter();
    }
  };
  return {
    run: async (weight, work) => {
      await new Promise<void>((enter) => {
        waiting.push({ weight, enter });
        admit();
      });
      try {
        return await work();
      } finally {
        used -= weight;
        admit();
      }
    },
  };
}
