import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { Profile } from "../../../../plots/profiler/profiler-data.ts";
import { single } from "../../../../store/keyed.ts";
import { type Fail, latest } from "./latest.ts";
import { type ProfileView, requestProfile } from "./profile-request.ts";
import type { MoveParameter } from "./sweep-request.ts";

type Options = {
  /** The sliders' point. */
  start: InputPoint;
  moved: MoveParameter;
  fail: Fail;
};

/** The profiler's curves through the sliders' point; nothing is requested while the profiler is not seen. */
export function createLiveProfile(jobId: number, { start, moved, fail }: Options) {
  const profile = single<Profile | null>(null);
  const here = single(start);
  let view: ProfileView | null = null;
  const requests = latest<{ view: ProfileView; point: InputPoint }, Profile>({
    ask: (question, signal) => requestProfile(jobId, question.point, question.view, moved, signal),
    take: (answer) => profile.set(answer),
    fail,
  });
  const request = (): void => {
    if (view !== null) requests.ask({ view, point: here.get() });
  };
  return {
    get: profile.get,
    useValue: profile.useValue,
    /** Calls back when the sliders have moved, and when the curves have changed. */
    subscribe: (listener: () => void): (() => void) => {
      const ends = [here.subscribe(listener), profile.subscribe(listener)];
      return () => {
        for (const end of ends) end();
      };
    },
    /** Requests the curves through a point. */
    ask: (point: InputPoint): void => {
      here.set(point);
      request();
    },
    /** Shows other curves; null: the profiler is not seen. */
    show: (next: ProfileView | null): void => {
      view = next;
      request();
    },
    end: requests.end,
  };
}
