/** People on one page: who is shown, whom one follows, and what a view is made of. */

import { getPresence, setPersonState, setPresence } from "@understudy/client/data/presence.ts";
import {
  findLeader,
  listFollowers,
  shouldStopFollowing,
} from "@understudy/client/features/together/people-text.ts";
import { createViewParts } from "@understudy/client/job/view-parts.ts";
import { type JobView, jobView } from "@understudy/shared/api/job-view.ts";
import { draftPage, jobPage, type PageViewer, type PersonState } from "@understudy/shared/live/presence.ts";
import { assert, suite } from "../../../../harness.ts";

const INITIAL_STATE: PersonState = {
  tab: "emulator",
  part: null,
  is_idle: false,
  is_presenting: false,
  following: null,
};
const person = (user_id: number, state: Partial<PersonState> | null = {}): PageViewer => ({
  user_id,
  name: `Person ${user_id}`,
  identicon_href: "",
  state: state && { ...INITIAL_STATE, ...state },
});
const present = (...people: PageViewer[]) => people.map((viewer) => ({ ...viewer, hasLeft: false }));

const presence = suite("the faces of a page");
presence("stay for a moment when their people go, and come back unmarked", () => {
  setPresence(jobPage(1), [person(1), person(2)]);
  setPresence(jobPage(1), [person(1)]);
  const marks = () => getPresence(jobPage(1)).map(({ user_id, hasLeft }) => [user_id, hasLeft]);
  assert.equal(marks(), [
    [1, false],
    [2, true],
  ]);
  setPresence(jobPage(1), [person(1), person(2)]);
  assert.equal(marks(), [
    [1, false],
    [2, false],
  ]);
});
presence("show what people do, but nothing of people who are not there", () => {
  setPresence(jobPage(2), [person(1, null)]);
  setPersonState(jobPage(2), 1, { ...INITIAL_STATE, part: "Scalar outputs" });
  setPersonState(jobPage(2), 9, INITIAL_STATE);
  assert.equal(
    getPresence(jobPage(2)).map(({ state }) => state?.part),
    ["Scalar outputs"],
  );
});

presence("of a job and of a form with the same number are apart", () => {
  setPresence(jobPage(3), [person(1)]);
  setPresence(draftPage(3), [person(2)]);
  setPersonState(draftPage(3), 2, { ...INITIAL_STATE, is_idle: true });
  const ids = [jobPage(3), draftPage(3)].map((page) => getPresence(page).map(({ user_id }) => user_id));
  assert.equal(ids, [[1], [2]]);
  assert.is(getPresence(draftPage(3))[0]?.state?.is_idle, true);
});

const following = suite("a click on a face");
following("follows the person, or whom that person follows in turn", () => {
  const colleagues = present(person(2), person(3, { following: 2 }), person(4, { following: 3 }));
  assert.equal(
    [2, 3, 4].map((id) => findLeader(colleagues, id)),
    [2, 2, 2],
  );
});
following("never follows oneself, nor people who follow each other", () => {
  // The reader, 1, is not among the others.
  const colleagues = present(
    person(2, { following: 1 }),
    person(3, { following: 4 }),
    person(4, { following: 3 }),
  );
  assert.equal(
    [2, 3, 9].map((id) => findLeader(colleagues, id)),
    [null, null, null],
  );
});
following("in a circle ends for the person with the highest id", () => {
  const stops = (reader: number, followed: number, ...colleagues: PageViewer[]) =>
    shouldStopFollowing(present(...colleagues), reader, followed);
  assert.is(stops(1, 2, person(2, { following: 1 })), false);
  assert.is(stops(2, 1, person(1, { following: 2 })), true);
  const [first, second] = [person(1, { following: 2 }), person(2, { following: 3 })];
  assert.is(stops(3, 1, first, second), true);
  assert.is(stops(4, 1, first, person(2, { following: 1 })), false, "the reader is not in the circle");
  assert.is(stops(2, 1, person(1)), false);
});
following("is told to the one who is followed", () => {
  const colleagues = present(
    person(2, { following: 1 }),
    person(3, { following: 1 }),
    person(4, { following: 2 }),
  );
  assert.is(listFollowers(colleagues, 1), "Person 2 and Person 3 follow you.");
  assert.is(listFollowers(colleagues, 4), "Nobody follows you yet.");
});

const SAVED_VIEW: JobView = {
  tab: "emulator",
  choices: { curve: ["a", "b"] },
  sliders: { x: 1, kind: "ss" },
  compared: { data_set: "combined", row: 4 },
  zooms: { "a over b": { x: [0, 1], y: [-1, 1] } },
  design: { kind: "front", at: 2 },
  profiler: '{"locked":["x"]}',
  scroll: { part: "Scalar outputs", offset: 0.5 },
};
const views = suite("a view of a job's page");
views("is put together from its parts, and shown by those that appear later too", () => {
  const parts = createViewParts();
  const shown: string[] = [];
  const end = parts.add({ read: () => ({ tab: "emulator" }), apply: ({ tab }) => shown.push(`tab ${tab}`) });
  parts.show(SAVED_VIEW);
  parts.add({
    read: () => ({ sliders: { x: 2 } }),
    apply: ({ sliders }) => shown.push(`sliders ${sliders?.x}`),
  });
  assert.equal(shown, ["tab emulator", "sliders 1"]);
  assert.equal([parts.read().tab, parts.read().sliders], ["emulator", { x: 2 }]);
  end();
  assert.is(parts.read().tab, "progress");
  parts.release();
});
views("travels unchanged, and is refused where it is too long or no view", () => {
  assert.equal(jobView.parse(JSON.parse(JSON.stringify(SAVED_VIEW))), SAVED_VIEW);
  const isView = (change: object) => jobView.safeParse({ ...SAVED_VIEW, ...change }).success;
  assert.not(isView({ tab: "nowhere" }));
  assert.not(isView({ scroll: { part: null, offset: 2 } }));
  assert.not(isView({ compared: { data_set: "combined", row: 0 } }));
  assert.not(isView({ choices: { curve: ["x".repeat(1_000)] } }));
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`choice ${at}`, ["a"]]));
  assert.not(isView({ choices: many }));
  assert.not(isView({ sliders: { x: [1] } }));
  assert.ok(isView({ profiler: "x".repeat(5_000) }), "the profiler's settings are longer than a choice");
  assert.not(isView({ profiler: "x".repeat(10_000) }));
  const { profiler: _, ...viewOfEarlierPage } = SAVED_VIEW;
  assert.is(jobView.parse(viewOfEarlierPage).profiler, null);
});
