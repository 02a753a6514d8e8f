/** The messages of a page about its person, by a clock that the test moves. */

import { createOutbox } from "@understudy/client/data/outbox.ts";
import type { Clock } from "@understudy/client/data/socket/clock.ts";
import type { JobView } from "@understudy/shared/api/job-view.ts";
import {
  draftPage,
  FOLLOW_LEASE_MS,
  jobPage,
  type PresenceMessage,
  presenceMessage,
} from "@understudy/shared/live/presence.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the messages of a page about its person");

const view = (x: number): JobView => ({
  tab: "emulator",
  choices: {},
  sliders: { x },
  compared: null,
  zooms: {},
  design: null,
  profiler: null,
  scroll: { part: null, offset: 0 },
});

function openOutbox(viewers = 2, page = jobPage(7)) {
  let time = 0;
  let x = 0;
  const timers = new Set<{ at: number; call: () => void }>();
  const clock: Clock = {
    now: () => time,
    after: (wait, call) => {
      const timer = { at: time + wait, call };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
  };
  const sent: PresenceMessage[] = [];
  const outbox = createOutbox({
    page,
    send: (message) => sent.push(presenceMessage.parse(message)),
    countViewers: () => viewers,
    readView: page.kind === "job" ? () => view(x) : null,
    clock,
  });
  return {
    outbox,
    sent,
    of: (type: PresenceMessage["type"]) => sent.filter((message) => message.type === type),
    moveSlider: (to: number) => {
      x = to;
      outbox.viewChanged();
    },
    pass: (ms: number) => {
      const end = time + ms;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        timers.delete(next);
        time = next.at;
        next.call();
      }
      time = end;
    },
    timers,
  };
}
const pointerAt = (x: number) => ({ pointer: { plot: "gain over length", x, y: 1 } });

it("about a moving pointer are at most 30 a second, and the last one tells where it stopped", () => {
  const { outbox, of, pass } = openOutbox();
  for (let step = 1; step <= 250; step++) {
    outbox.setActivity(pointerAt(step));
    pass(4);
  }
  const moving = of("activity").length;
  assert.ok(moving >= 25 && moving <= 31, `${moving} in a second`);
  pass(500);
  assert.equal(of("activity").at(-1), {
    type: "activity",
    page: jobPage(7),
    activity: { touched: null, ...pointerAt(250), cursor: null },
  });
});
it("show no view while the person is idle here, as in a second tab, and the view once the person is back", () => {
  const { outbox, of, pass } = openOutbox();
  outbox.setState({ is_idle: true });
  outbox.wantView();
  pass(1_000);
  assert.is(of("view").length, 0);
  outbox.setState({ is_idle: false });
  pass(1_000);
  assert.is(of("view").length, 1);
});
it("are not sent where nobody else is on the page", () => {
  const { outbox, of, pass } = openOutbox(1);
  outbox.setActivity({ touched: "control 0 length" });
  pass(10_000);
  assert.equal(of("activity"), []);
});
it("are fewer where more people would get them", () => {
  const { outbox, of, pass } = openOutbox(500);
  for (let step = 0; step < 300; step++) {
    outbox.setActivity(pointerAt(step));
    pass(10);
  }
  assert.ok(of("activity").length <= 3, `${of("activity").length} in three seconds`);
});
it("go on while something is touched, and end once it is let go of", () => {
  const { outbox, of, pass } = openOutbox();
  outbox.setActivity({ touched: "control 0 length" });
  pass(60_000);
  assert.ok(of("activity").length >= 15);
  outbox.setActivity({ touched: null });
  pass(1_000);
  const ended = of("activity").length;
  pass(60_000);
  assert.is(of("activity").length, ended);
});
it("have the page's view only while somebody follows", () => {
  const { outbox, of, moveSlider, pass } = openOutbox();
  moveSlider(1);
  pass(1_000);
  assert.equal(of("view"), []);
  outbox.wantView();
  moveSlider(2);
  pass(1_000);
  const [first] = of("view");
  assert.equal(first, { type: "view", job_id: 7, view: view(1) });
  assert.equal(of("view").at(-1), { type: "view", job_id: 7, view: view(2) });
  pass(FOLLOW_LEASE_MS);
  const ended = of("view").length;
  moveSlider(3);
  pass(1_000);
  assert.is(of("view").length, ended);
});
it("of somebody who follows ask for the view again before it ends", () => {
  const { outbox, of, pass } = openOutbox();
  outbox.setState({ following: 3 });
  pass(3 * FOLLOW_LEASE_MS);
  assert.ok(of("state").length >= 4);
  outbox.setState({ following: null });
  pass(1_000);
  const ended = of("state").length;
  pass(3 * FOLLOW_LEASE_MS);
  assert.is(of("state").length, ended);
});
it("tell which field of a form the person is in, and never a view of it", () => {
  const page = draftPage(7);
  const { outbox, of, moveSlider, pass } = openOutbox(2, page);
  outbox.setActivity({ touched: "control 0 Name" });
  outbox.wantView();
  moveSlider(1);
  pass(1_000);
  const activity = { touched: "control 0 Name", pointer: null, cursor: null };
  assert.equal(of("activity")[0], { type: "activity", page, activity });
  assert.equal(of("view"), []);
});
it("end with the page", () => {
  const { outbox, pass, timers, sent } = openOutbox();
  outbox.setState({ following: 3 });
  outbox.setActivity({ touched: "control 0 length" });
  outbox.wantView();
  outbox.viewChanged();
  outbox.end();
  const count = sent.length;
  pass(60_000);
  assert.is(sent.length, count);
  assert.is(timers.size, 0);
});
