import { useEffect, useRef, useState } from "react";

/** A text as it is typed, reported without spaces around it once typing pauses. It follows `value` when that changes from outside. */
export function usePausedText(value: string, report: (value: string) => void, waitMs: number) {
  const [text, setText] = useState(value);
  const reported = useRef(value);
  const latest = useRef(report);
  latest.current = report;
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === reported.current) return;
    const timer = setTimeout(() => {
      reported.current = wanted;
      latest.current(wanted);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [text, waitMs]);
  return [text, setText] as const;
}
