/** What the person at the terminal sees: events as lines, and below them one line that is kept up to date. Plain lines where no terminal is. */

import { styleText } from "node:util";
import { decimalText } from "@understudy/shared/number-text.ts";

export type Tally = {
  readonly state: string;
  readonly running: number;
  /** Trainings. */
  readonly training: number;
  readonly allowed: number;
  readonly done: number;
  readonly failed: number;
  /** Results that the platform has not acknowledged yet. */
  readonly unsent: number;
  /** Mean running time of those that are done, in seconds; null before the first. */
  readonly seconds: number | null;
};

export type Display = {
  line(text: string, tone?: "plain" | "good" | "bad" | "faint"): void;
  tally(tally: Tally): void;
  close(): void;
};

type Terminal = {
  readonly write: (text: string) => void;
  /** Characters a line may have; null: this is no terminal. */
  readonly columns: () => number | null;
  readonly time: () => Date;
};

const STYLES_BY_TONE = { plain: "reset", good: "green", bad: "red", faint: "dim" } as const;
const REDRAW_MS = 100;
/** Without a terminal, the time between two lines of the tally. */
const PLAIN_MS = 60_000;
const CLEAR_LINE = "\r\x1b[2K";

const clock = (time: Date): string => time.toTimeString().slice(0, 8);

export function describeTally({
  state,
  running,
  training,
  allowed,
  done,
  failed,
  unsent,
  seconds,
}: Tally): string {
  return [
    state,
    ...(training > 0 ? ["training"] : []),
    `running ${running} of ${allowed}`,
    `${done} done`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(unsent > 0 ? [`${unsent} to be sent`] : []),
    ...(seconds === null ? [] : [`${decimalText(seconds, seconds < 10 ? 2 : 0)} s each`]),
  ].join(" · ");
}

export function createDisplay({ write, columns, time }: Terminal): Display {
  let drawnText: string | null = null;
  let tallyText = "";
  let printedTally = "";
  const isTerminal = columns() !== null;

  const draw = () => {
    const text = tallyText.slice(0, (columns() || 80) - 1);
    if (text === drawnText) return;
    drawnText = text;
    write(`${CLEAR_LINE}${styleText("dim", text, { validateStream: false })}`);
  };
  const printTally = () => {
    if (tallyText === printedTally) return;
    printedTally = tallyText;
    write(`${time().toISOString()} ${tallyText}\n`);
  };
  const timer = setInterval(isTerminal ? draw : printTally, isTerminal ? REDRAW_MS : PLAIN_MS);
  const clear = () => {
    if (isTerminal && drawnText !== null) write(CLEAR_LINE);
    drawnText = null;
  };

  return {
    line: (text, tone = "plain") => {
      clear();
      if (isTerminal) {
        const at = styleText("dim", clock(time()), { validateStream: false });
        write(`${at}  ${styleText(STYLES_BY_TONE[tone], text, { validateStream: false })}\n`);
      } else write(`${time().toISOString()} ${text}\n`);
    },
    tally: (tally) => {
      tallyText = describeTally(tally);
    },
    close: () => {
      clearInterval(timer);
      if (isTerminal) clear();
      else printTally();
    },
  };
}
