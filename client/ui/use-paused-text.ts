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
    const trimmed = text.trim();
    if (trimmed === reported.current) return;
    const timer = setTimeout(() => {
      reported.current = trimmed;
      latest.current(trimmed);
    }, waitMs);
    return () => clearTimeout(timer);
  }, [text, waitMs]);
  return [text, setText] as const;
}
