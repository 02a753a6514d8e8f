import { useCallback, useEffect, useRef, useState } from "react";
import { createPacer } from "../live/pacer.ts";
import { useLoaded } from "./use-loaded.ts";

/**
 * Intervals in milliseconds: `leastMs` is the shortest pause between two readings; it is read every `everyMs` even
 * where nothing is pushed, null for never.
 */
type Pace = { leastMs?: number; everyMs?: number | null };

/** `useLoaded` of something that may have changed with `tick`: it is then read again as soon as a pacer lets it. */
export function useRefreshed<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  tick: string,
  { leastMs, everyMs = null }: Pace = {},
) {
  const [pacer] = useState(() => createPacer(undefined, leastMs));
  const [turn, setTurn] = useState(0);
  const lastTick = useRef(tick);
  useEffect(() => {
    if (lastTick.current === tick) return;
    lastTick.current = tick;
    pacer.ask(() => setTurn((count) => count + 1));
  }, [tick, pacer]);
  useEffect(() => () => pacer.end(), [pacer]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further turn reads again
  const paced = useCallback((signal: AbortSignal) => pacer.follow(load(signal)), [load, pacer, turn]);
  return useLoaded(paced, everyMs);
}
