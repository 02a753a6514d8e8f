import type { JobView } from "@understudy/shared/api/job-view.ts";
import {
  type Activity,
  FOLLOW_LEASE_MS,
  MAX_PRESENCE_BYTES,
  type PersonState,
  type PresenceMessage,
  type SharedPage,
} from "@understudy/shared/live/presence.ts";
import { BROWSER_CLOCK, type Clock } from "./socket/clock.ts";

/** The shortest time between two messages of a kind, in ms. A pointer that moves is sent about 30 times a second. */
const MIN_GAP_MS = { activity: 33, view: 50, state: 250 } as const;
/** An activity goes to everybody on the page: it is sent less often to many, by this much (ms) for each of them. */
const GAP_MS_PER_VIEWER = 3;
/** Messages may be lost. The last one of a movement is sent again this much later, in ms. */
const REPEAT_MS = 400;
/** An activity that lasts is sent again after this time (ms), so that it does not expire on other pages. */
const HEARTBEAT_MS = 4_000;

const NO_ACTIVITY: Activity = { touched: null, pointer: null, cursor: null };
export const INITIAL_STATE: PersonState = {
  tab: null,
  part: null,
  is_idle: false,
  is_presenting: false,
  following: null,
};

type Options = {
  page: SharedPage;
  send: (message: PresenceMessage) => void;
  /** The number of people on the page; at most 1: nobody else would see an activity. */
  countViewers: () => number;
  /** Reads the view that followers get; null: nobody can follow the person here. */
  readView: (() => JobView) | null;
  clock?: Clock;
};

/** Sends what the person before this page does: as often as the other pages can draw it, and nothing that nobody sees. */
export function createOutbox({ page, send, countViewers, readView, clock = BROWSER_CLOCK }: Options) {
  let state = INITIAL_STATE;
  let activity = NO_ACTIVITY;
  let viewIsWantedUntil = Number.NEGATIVE_INFINITY;
  /** Somebody asked for the view while the person was idle. */
  let isViewDue = false;
  let cancelHeartbeat = () => {};
  let cancelRenewal = () => {};

  const sendState = createThrottle(
    clock,
    () => MIN_GAP_MS.state,
    () => {
      send({ type: "state", page, state });
      cancelRenewal();
      if (state.following !== null) cancelRenewal = clock.after((FOLLOW_LEASE_MS * 2) / 3, sendState.ask);
    },
  );
  const sendActivity = createThrottle(
    clock,
    () => Math.max(MIN_GAP_MS.activity, GAP_MS_PER_VIEWER * countViewers()),
    () => {
      send({ type: "activity", page, activity });
      cancelHeartbeat();
      const { touched, pointer, cursor } = activity;
      const isOver = touched === null && pointer === null && cursor === null;
      if (!isOver) cancelHeartbeat = clock.after(HEARTBEAT_MS, sendActivity.ask);
    },
  );
  const sendView = createThrottle(
    clock,
    () => MIN_GAP_MS.view,
    () => {
      if (clock.now() > viewIsWantedUntil || readView === null || page.kind !== "job") return;
      const message = { type: "view", job_id: page.job_id, view: readView() } as const;
      if (measureBytes(message) <= MAX_PRESENCE_BYTES) send(message);
    },
  );
  const repeatActivity = createDelay(clock, sendActivity.ask);
  const repeatView = createDelay(clock, sendView.ask);

  /** Somebody follows, and needs the view from now on. A page whose person is idle leaves the answer to the person's other pages. */
  function wantView(): void {
    isViewDue = state.is_idle;
    if (isViewDue) return;
    viewIsWantedUntil = clock.now() + FOLLOW_LEASE_MS;
    sendView.ask();
  }

  return {
    getState: (): PersonState => state,
    setState: (change: Partial<PersonState>): void => {
      const next = { ...state, ...change };
      if (isSame(state, next)) return;
      state = next;
      sendState.ask();
      if (isViewDue && !state.is_idle) wantView();
    },
    /** Sends the state although it has not changed: the server does not know it, as after a connection was lost. */
    repeatState: sendState.ask,
    setActivity: (change: Partial<Activity>): void => {
      const next = { ...activity, ...change };
      if (isSame(activity, next)) return;
      activity = next;
      if (countViewers() <= 1) return;
      sendActivity.ask();
      repeatActivity();
    },
    wantView,
    viewChanged: (): void => {
      if (clock.now() > viewIsWantedUntil) return;
      sendView.ask();
      repeatView();
    },
    end: (): void => {
      for (const sender of [sendState, sendActivity, sendView]) sender.cancel();
      for (const delay of [repeatActivity, repeatView]) delay.cancel();
      cancelHeartbeat();
      cancelRenewal();
    },
  };
}

const isSame = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b);
const measureBytes = (message: PresenceMessage): number =>
  new TextEncoder().encode(JSON.stringify(message)).length + 64;

/** Runs at once, or as soon as the gap after the last run is over; however often it is asked meanwhile, once. */
function createThrottle(clock: Clock, gapMs: () => number, run: () => void) {
  let lastRun = Number.NEGATIVE_INFINITY;
  let cancel: (() => void) | null = null;
  const runNow = () => {
    cancel = null;
    lastRun = clock.now();
    run();
  };
  return {
    ask: (): void => {
      if (cancel !== null) return;
      const wait = lastRun + gapMs() - clock.now();
      if (wait <= 0) runNow();
      else cancel = clock.after(wait, runNow);
    },
    cancel: (): void => {
      cancel?.();
      cancel = null;
    },
  };
}

/** Runs once, `REPEAT_MS` after the last call. */
function createDelay(clock: Clock, run: () => void) {
  let cancel = () => {};
  const delay = (): void => {
    cancel();
    cancel = clock.after(REPEAT_MS, run);
  };
  return Object.assign(delay, { cancel: () => cancel() });
}
