import { type Stretch, stretchProblems } from "@understudy/shared/job-config/focus-regions.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("focus regions");
const limits = { min: 0, max: 10 };
const problems = (...regions: Stretch[]) => stretchProblems(regions, limits);
const SOUND_STRETCH = { from: null, to: null };

it("may touch, in any order, but not overlap, and each says with which other one it does", () => {
  assert.equal(problems({ from: 4, to: 6 }, { from: 0, to: 4 }, { from: 6, to: 10 }), [
    SOUND_STRETCH,
    SOUND_STRETCH,
    SOUND_STRETCH,
  ]);
  assert.equal(problems({ from: 1, to: 3 }, { from: 8, to: 9 }, { from: 2, to: 5 }), [
    { from: null, to: MESSAGES.regionOverlap(3) },
    SOUND_STRETCH,
    { from: MESSAGES.regionOverlap(1), to: null },
  ]);
});

it("overlap also where one lies inside another, or is the same", () => {
  assert.equal(problems({ from: 1, to: 9 }, { from: 3, to: 4 }), [
    { from: null, to: MESSAGES.regionOverlap(2) },
    { from: MESSAGES.regionOverlap(1), to: null },
  ]);
  for (const { from } of problems({ from: 1, to: 2 }, { from: 1, to: 2 })) assert.ok(from);
});

it("that touch still do so after their ends were converted from one unit to another", () => {
  const multiplier = 1e-9;
  const end = (4.1 * multiplier) / multiplier + 1e-15;
  assert.equal(problems({ from: 0, to: end }, { from: 4.1, to: 5 }), [SOUND_STRETCH, SOUND_STRETCH]);
});

it("name what is wrong with a region itself before what is wrong with two", () => {
  assert.equal(problems({ from: -1, to: 5 }, { from: 4, to: 3 }, { from: 4, to: 11 }), [
    { from: MESSAGES.regionStart(0), to: null },
    { from: null, to: MESSAGES.regionOrder },
    { from: null, to: MESSAGES.regionEnd(10) },
  ]);
});
