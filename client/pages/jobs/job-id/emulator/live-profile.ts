import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { Profile } from "../../../../plots/profiler/profiler-data.ts";
import { single } from "../../../../store/keyed.ts";
import { type Fail, latest } from "./latest.ts";
import { type ProfileView, requestProfile } from "./profile-request.ts";
import type { MoveParameter } from "./sweep-request.ts";

/** The profiler's curves through the sliders' point; nothing is requested while the profiler is not seen. */
export function createLiveProfile(jobId: number, moved: MoveParameter, fail: Fail) {
  const profile = single<Profile | null>(null);
  let view: ProfileView | null = null;
  const requests = latest<{ view: ProfileView; point: InputPoint }, Profile>({
    ask: (question, signal) => requestProfile(jobId, question.point, question.view, moved, signal),
    take: (answer) => profile.set(answer),
    fail,
  });
  const ask = (point: InputPoint): void => {
    if (view !== null) requests.ask({ view, point });
  };
  return {
    get: profile.get,
    useValue: profile.useValue,
    subscribe: profile.subscribe,
    ask,
    /** Shows other curves; null: the profiler is not seen. */
    show: (next: ProfileView | null, point: InputPoint): void => {
      view = next;
      ask(point);
    },
    end: requests.end,
  };
}
