/** The training rows that an emulator's errors are known at, for a job that varies some of its inputs. */
import type { Emulator, EmulatorInput } from "@understudy/engine/models/emulator.ts";
import {
  type KnownDimension,
  knownRows,
  placeAmongRows,
  withPoints,
} from "@understudy/engine/tasks/yield/known-rows.ts";
import { assert, suite } from "../../../../harness.ts";
import { continuous } from "../../../../support/engine/function-emulators.ts";

const it = suite("training rows that errors are known at");

const input = (name: string, used = true): EmulatorInput => ({
  ...continuous(name, [10, 20], { used }),
  counts: [60, 40],
});

const makeEmulator = (
  inputs: readonly EmulatorInput[],
  rows: readonly (readonly number[])[],
): Pick<Emulator, "inputs" | "trainingPoints"> => ({
  inputs,
  trainingPoints: () => Float64Array.from(rows.flat()),
});

const along = (inputs: readonly EmulatorInput[], column: number): KnownDimension => ({
  column,
  place: (code) => {
    const columnInput = inputs[column];
    return columnInput === undefined ? Number.NaN : placeAmongRows(columnInput, code);
  },
});

/** A grid of 10 x 10 over both ranges. */
const grid = Array.from({ length: 100 }, (_, i) => [10.5 + (i % 10), 10.5 + Math.floor(i / 10)]);

it("are all of them where all inputs vary, and count the whole training", () => {
  const inputs = [input("a"), input("b")];
  const { count, places } = knownRows(
    makeEmulator(inputs, grid),
    [along(inputs, 0), along(inputs, 1)],
    Float64Array.of(15, 15),
  );
  assert.is(count, 100);
  assert.is(places.length, 200);
  assert.ok(places.every((place) => place > 0 && place < 1));
});

it("are those nearest to where the other inputs are held", () => {
  const inputs = [input("a"), input("b")];
  const held = Float64Array.of(0, 12.5);
  const { count, places } = knownRows(makeEmulator(inputs, grid), [along(inputs, 0)], held);
  assert.is(count, 100);
  assert.equal(
    Array.from(places)
      .map((place) => place.toFixed(2))
      .toSorted(),
    ["0.05", "0.15", "0.25", "0.35", "0.45", "0.55", "0.65", "0.75", "0.85", "0.95"],
  );
});

it("do not depend on inputs that the emulator does not use", () => {
  const inputs = [input("a"), input("b", false)];
  const { places } = knownRows(makeEmulator(inputs, grid), [along(inputs, 0)], Float64Array.of(0, 12.5));
  assert.is(places.length, 100);
});

it("leave out rows that the job's axes cannot tell", () => {
  const inputs = [input("a"), input("b")];
  const even: KnownDimension = {
    column: 0,
    place: (code) => (Math.floor(code) % 2 === 0 ? (code - 10) / 10 : Number.NaN),
  };
  const { places } = knownRows(makeEmulator(inputs, grid), [even, along(inputs, 1)], Float64Array.of(15, 15));
  assert.is(places.length, 100);
});

it("are joined by simulations", () => {
  const rows = { count: 3, places: Float64Array.of(0.1, 0.2, 0.3, 0.4) };
  const { count, places } = withPoints(rows, [Float64Array.of(0.5, 0.6)]);
  assert.is(count, 4);
  assert.equal(Array.from(places), [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]);
});
