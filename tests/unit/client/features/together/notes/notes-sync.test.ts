/** Several people in one text, over networks that lose requests and answers, by a clock that the test moves. */
import type { Clock } from "@understudy/client/data/socket/clock.ts";
import {
  createNotesSync,
  type NotesSync,
  type SendResult,
} from "@understudy/client/features/together/notes/notes-sync.ts";
import { applyTextChange } from "@understudy/client/features/together/notes/text-change.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { MAX_NOTES_UPDATE_BYTES } from "@understudy/shared/api/job-notes.ts";
import { applyUpdate, Doc, encodeStateAsUpdate } from "yjs";
import { assert, suite } from "../../../../../harness.ts";

const it = suite("the notes of several people");

function createClock() {
  let time = 0;
  const timers = new Set<{ at: number; call: () => void }>();
  const clock: Clock = {
    now: () => time,
    after: (wait, call) => {
      const timer = { at: time + wait, call };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
  };
  const pass = async (ms: number) => {
    time += ms;
    for (const timer of [...timers]) {
      if (timer.at > time || !timers.delete(timer)) continue;
      timer.call();
      // The answer of what was sent arrives.
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    }
  };
  return { clock, pass };
}

/** `up`; `down`: requests and pushes are lost; `deaf`: requests arrive, and their answers and pushes are lost. */
type Link = "up" | "down" | "deaf";
type Person = { sync: NotesSync; link: Link };

function openRoom(count: number) {
  const { clock, pass } = createClock();
  const stored = new Doc();
  const people: Person[] = [];
  let largest = 0;
  const take = (person: Person, update: Uint8Array): SendResult => {
    largest = Math.max(largest, update.length);
    if (person.link === "down") return "retry";
    applyUpdate(stored, update);
    for (const { sync, link } of people) if (link === "up") sync.receive(update);
    return person.link === "up" ? "stored" : "retry";
  };
  for (let at = 0; at < count; at++) {
    const person: Person = {
      link: "up",
      sync: createNotesSync({ clock, send: async (update) => take(person, update) }),
    };
    people.push(person);
  }
  /** The connection is back: the page reads the notes again. */
  const reconnect = (person: Person) => {
    person.link = "up";
    person.sync.receive(encodeStateAsUpdate(stored));
    person.sync.retry();
  };
  return {
    people,
    pass,
    reconnect,
    read: () => stored.getText("notes").toString(),
    readLargest: () => largest,
  };
}

const type = ({ sync }: Person, at: number, letters: string) =>
  sync.change(() => sync.text.insert(Math.min(at, sync.text.length), letters));

it("become the same everywhere, and no letter is lost or doubled, however often connections are cut", async () => {
  for (let seed = 1; seed <= 12; seed++) {
    const random = createRandom(seed);
    const pick = (below: number) => Math.floor(random.uniform() * below);
    const room = openRoom(3);
    let next = 0x4e00;
    const written: string[] = [];
    const deleted = new Set<string>();
    for (let step = 0; step < 150; step++) {
      const person = room.people[pick(3)];
      assert.ok(person);
      const { sync } = person;
      const choice = pick(10);
      if (choice < 5) {
        const letter = String.fromCharCode(next++);
        written.push(letter);
        type(person, pick(sync.text.length + 1), letter);
      } else if (choice === 5 && sync.text.length > 0) {
        const at = pick(sync.text.length);
        deleted.add(sync.text.toString().charAt(at));
        sync.change(() => sync.text.delete(at, 1));
      } else if (choice < 8) person.link = choice === 6 ? "down" : "deaf";
      else if (choice === 8) room.reconnect(person);
      await room.pass(pick(400));
    }
    for (const person of room.people) room.reconnect(person);
    for (let wait = 0; wait < 5; wait++) await room.pass(3_000);
    const texts = room.people.map(({ sync }) => sync.text.toString());
    assert.equal(texts, [room.read(), room.read(), room.read()], `seed ${seed}`);
    const expected = written.filter((letter) => !deleted.has(letter)).sort();
    assert.equal([...room.read()].sort(), expected, `seed ${seed}`);
    assert.ok(room.people.every(({ sync }) => sync.getState().kind === "saved" && !sync.hasUnsent()));
  }
});
it("say that they wait while the server cannot be reached, and are sent once it can", async () => {
  const room = openRoom(2);
  const [ada, zoe] = room.people;
  assert.ok(ada && zoe);
  ada.link = "down";
  type(ada, 0, "written on a train");
  assert.equal(ada.sync.getState(), { kind: "saving" });
  await room.pass(300);
  assert.equal(ada.sync.getState(), { kind: "waiting" });
  assert.is(zoe.sync.text.toString(), "");
  room.reconnect(ada);
  await room.pass(300);
  assert.equal([ada.sync.getState(), zoe.sync.text.toString()], [{ kind: "saved" }, "written on a train"]);
});
it("are undone by each person for themselves", async () => {
  const room = openRoom(2);
  const [ada, zoe] = room.people;
  assert.ok(ada && zoe);
  type(ada, 0, "mine ");
  await room.pass(300);
  type(zoe, 5, "theirs");
  await room.pass(300);
  ada.sync.undo();
  await room.pass(300);
  assert.is(room.read(), "theirs");
  assert.is(zoe.sync.canUndo(), true);
  ada.sync.redo();
  await room.pass(300);
  assert.is(room.read(), "mine theirs");
});
it("do not change from outside while letters are composed", async () => {
  const room = openRoom(2);
  const [ada, zoe] = room.people;
  assert.ok(ada && zoe);
  ada.sync.setHeld(true);
  type(zoe, 0, "in between");
  await room.pass(300);
  assert.is(ada.sync.text.toString(), "");
  ada.sync.setHeld(false);
  assert.is(ada.sync.text.toString(), "in between");
});
it("that are refused are not sent again, and say why", async () => {
  const { clock, pass } = createClock();
  let sent = 0;
  const sync = createNotesSync({
    clock,
    send: async () => {
      sent++;
      return { refusal: "Too long." };
    },
  });
  sync.change(() => sync.text.insert(0, "a"));
  await pass(300);
  sync.change(() => sync.text.insert(0, "b"));
  await pass(30_000);
  assert.equal([sync.getState(), sent], [{ kind: "refused", message: "Too long." }, 1]);
});
it("are sent in requests of a limited size", async () => {
  const room = openRoom(1);
  const [ada] = room.people;
  assert.ok(ada);
  for (let piece = 0; piece < 10; piece++) type(ada, ada.sync.text.length, "字".repeat(9_000));
  for (let wait = 0; wait < 20; wait++) await room.pass(300);
  assert.is(room.read().length, 90_000);
  assert.ok(room.readLargest() <= MAX_NOTES_UPDATE_BYTES, `${room.readLargest()} bytes`);
});
it("are sent in requests of a limited size where a long deletion is undone, and repeated", async () => {
  const room = openRoom(1);
  const [ada] = room.people;
  assert.ok(ada);
  const { sync } = ada;
  const pasted = "字".repeat(30_000);
  const replace = (removed: number, inserted: string) =>
    applyTextChange(sync.text, { at: 0, removed, inserted }, sync.change);
  const sendAll = async () => {
    for (let wait = 0; wait < 20; wait++) await room.pass(300);
  };
  replace(0, pasted);
  replace(pasted.length, "short");
  await sendAll();
  assert.is(room.read(), "short");
  const texts = new Set<string>();
  while (sync.canUndo()) {
    sync.undo();
    texts.add(sync.text.toString());
  }
  assert.ok(texts.has(pasted));
  assert.is(sync.text.toString(), "");
  while (sync.canRedo()) sync.redo();
  await sendAll();
  assert.is(room.read(), "short");
  assert.ok(room.readLargest() <= MAX_NOTES_UPDATE_BYTES, `${room.readLargest()} bytes`);
});
