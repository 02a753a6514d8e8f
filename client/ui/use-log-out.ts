import { call } from "../api/call.ts";
import { disconnectLive } from "../data/socket/socket.ts";
import { useAction } from "./use-action.ts";

/** Logs out and reloads the page, so that nothing of this user stays in memory. */
export function useLogOut(): () => void {
  const { run } = useAction("logging out");
  return () =>
    void run(async () => {
      await call("logOut");
      disconnectLive();
      window.location.assign("/login");
    });
}
