/** The points of a job's simulations in its design, by number: which are taken, and which come next. */

export type Points = {
  /** How many simulations there are: the next one's index. */
  readonly written: number;
  /** Of the simulation with this index. */
  pointOf(index: number): number;
  isTaken(point: number): boolean;
  /** The next `count` numbers (fewer at the design's end) that no simulation has. They are not taken by being asked for. */
  next(count: number): number[];
  /** Gives the next indices to these points. */
  take(points: readonly number[]): void;
  /** A simulation that there was before. The points of those that were deleted are free again, their indices are not. */
  note(index: number, point: number): void;
};

/** @param capacity how many points the design has */
export function createPoints(capacity: number): Points {
  let isTaken = new Uint8Array(1024);
  let pointAt = new Uint32Array(1024);
  let written = 0;
  let first = 0;
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
      while (has(first)) first++;
      const found: number[] = [];
      for (let point = first; found.length < count && point < capacity; point++) {
        if (!has(point)) found.push(point);
      }
      return found;
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
