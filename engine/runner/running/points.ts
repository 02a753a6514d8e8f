/** The points of a job's simulations in its design, by number: which are taken, and which come next. */

export type Points = {
  /** The number of simulations, which is the index of the next one. */
  readonly written: number;
  /** Returns the point of the simulation with this index. */
  pointOf(index: number): number;
  isTaken(point: number): boolean;
  /**
   * Returns the next `count` numbers that no simulation has, fewer at the design's end. They are not taken by this
   * call.
   */
  next(count: number): number[];
  /** Gives the next indices to these points. */
  take(points: readonly number[]): void;
  /** Records a simulation that exists already. The points of deleted ones are free again, their indices are not. */
  note(index: number, point: number): void;
};

/** @param capacity the number of points in the design */
export function createPoints(capacity: number): Points {
  let isTaken = new Uint8Array(1024);
  let pointAt = new Uint32Array(1024);
  let written = 0;
  let firstFree = 0;
  const mark = (point: number) => {
    if (point >= isTaken.length) {
      const larger = new Uint8Array(Math.max(point + 1, isTaken.length * 2));
      larger.set(isTaken);
      isTaken = larger;
    }
    isTaken[point] = 1;
  };
  const place = (index: number, point: number) => {
    if (index >= pointAt.length) {
      const larger = new Uint32Array(Math.max(index + 1, pointAt.length * 2));
      larger.set(pointAt);
      pointAt = larger;
    }
    pointAt[index] = point;
  };
  const has = (point: number) => isTaken[point] === 1;
  return {
    get written() {
      return written;
    },
    pointOf: (index) => pointAt[index] ?? 0,
    isTaken: has,
    next: (count) => {
      while (has(firstFree)) firstFree++;
      const freePoints: number[] = [];
      for (let point = firstFree; freePoints.length < count && point < capacity; point++) {
        if (!has(point)) freePoints.push(point);
      }
      return freePoints;
    },
    take: (points) => {
      for (const point of points) {
        mark(point);
        place(written++, point);
      }
    },
    note: (index, point) => {
      mark(point);
      place(index, point);
      written = Math.max(written, index + 1);
    },
  };
}
