import { carryHidden } from "@understudy/client/plots/analysis/analysis-figure.ts";
import { assert, suite } from "../../../../harness.ts";

const legend = (...names: string[]) =>
  names.map((label) => ({ label, color: "black", kind: "line" }) as const);
const hidden = (...places: number[]): ReadonlySet<number> => new Set(places);

const it = suite("a trace that a reader has hidden");

it("stays hidden in a new figure wherever its name stands, and no other trace is hidden instead", () => {
  const before = legend("slow", "typical", "fast");
  assert.equal(carryHidden(hidden(1), before, legend("typical", "slow", "fast")), hidden(0));
  assert.equal(carryHidden(hidden(0, 2), before, legend("fast", "typical")), hidden(0));
  assert.equal(carryHidden(hidden(1), before, legend("slow", "fast")), hidden());
});

it("is shown in a new figure where its name does not identify it", () => {
  assert.equal(carryHidden(hidden(1), legend("slow", "slow"), legend("slow", "slow")), hidden());
  assert.equal(carryHidden(hidden(0), legend("slow"), legend("slow", "slow")), hidden());
  assert.equal(carryHidden(hidden(0, 1), legend("slow", "slow"), legend("slow")), hidden());
});

it("is shown in a new figure without a legend, which could not show it again", () => {
  assert.equal(carryHidden(hidden(0), legend("slow"), legend()), hidden());
});
