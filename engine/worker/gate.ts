/** Lets work through as long as what is under way weighs no more than it may. */
export type Gate = {
  /** Waits for room, does the work, makes room. What weighs more than all the room goes alone. */
  through<T>(weight: number, work: () => Promise<T>): Promise<T>;
};

export function createGate(room: number): Gate {
  let used = 0;
  const waiting: { weight: number; enter: () => void }[] = [];
  const admit = () => {
    for (let [first] = waiting; first && (used === 0 || used + first.weight <= room); [first] = waiting) {
      waiting.shift();
      used += first.weight;
      first.enter();
    }
  };
  return {
    through: async (weight, work) => {
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
