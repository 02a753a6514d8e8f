import { RETRY_MS } from "@understudy/shared/limits.ts";
import { useEffect, useRef, useState } from "react";
import { asFailure, isAbort, isTemporary } from "#api/call.ts";

type ReadyAnswer<Answer> = { readonly answer: Answer | null; readonly failed: boolean };

/**
 * The answer of an emulator to one question, asked every second until it is ready, or refused. When `key` changes it is asked again, as for
 * a newer emulator, and what was answered before stays until then; a null key asks nothing.
 */
export function useWhenReady<Answer extends { status: "ready" | "loading" }>(
  key: string | null,
  ask: (signal: AbortSignal) => Promise<Answer>,
): ReadyAnswer<Answer> {
  const [state, setState] = useState<ReadyAnswer<Answer>>({ answer: null, failed: false });
  const question = useRef(ask);
  question.current = ask;
  useEffect(() => {
    if (key === null) return;
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function read(): Promise<void> {
      try {
        const answer = await question.current(controller.signal);
        if (answer.status === "ready") return setState({ answer, failed: false });
      } catch (thrown) {
        if (isAbort(thrown)) return;
        setState((before) => ({ ...before, failed: true }));
        // An emulator of another version stays so: nothing but another question is answered otherwise.
        if (!isTemporary(asFailure(thrown))) return;
      }
      timer = setTimeout(() => void read(), RETRY_MS);
    }
    void read();
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [key]);
  return state;
}
