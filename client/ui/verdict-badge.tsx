import type { Verdict } from "@understudy/shared/domain/verdict.ts";
import classes from "./status-badge.module.css";

const TONE_BY_VERDICT = { excellent: "good", good: "fair", rough: "paused", "not usable": "bad" } as const;

/** A verdict in a word and a colour. */
export function VerdictBadge({ verdict }: { verdict: Verdict }) {
  return (
    <span className={classes.badge} data-tone={TONE_BY_VERDICT[verdict]} data-verdict={verdict}>
      {verdict.charAt(0).toUpperCase() + verdict.slice(1)}
    </span>
  );
}
