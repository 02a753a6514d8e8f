import { inNaturalOrder } from "@understudy/server/files/explorer/natural-order.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("natural order");
it("has numbers by their value and letters whatever their case", async () => {
  const names = [
    "run-10.log",
    "Run-9.log",
    "a",
    "run-010.log",
    "B",
    "run-9.log",
    "1",
    "10",
    "2",
    "run.log",
    "-",
  ];
  assert.equal(await inNaturalOrder(names), [
    "-",
    "1",
    "2",
    "10",
    "a",
    "B",
    "Run-9.log",
    "run-9.log",
    "run-010.log",
    "run-10.log",
    "run.log",
  ]);
});
it("is the same for many thousand names, in whichever order they come", async () => {
  const names = Array.from({ length: 9_001 }, (_, i) => `out${i}.txt`);
  const shuffled = names.map((_, i) => names[(i * 7_919) % names.length] ?? "");
  assert.equal(await inNaturalOrder(shuffled), names);
  assert.equal(await inNaturalOrder([]), []);
});
