/** Formats a duration as `0.12 s`, `48 s` or `3 min 5 s`. */
import { significantText } from "@understudy/shared/number-text.ts";

export function formatDuration(seconds: number): string {
  if (seconds < 10) return `${significantText(seconds, 2)} s`;
  const roundedSeconds = Math.round(seconds);
  if (roundedSeconds < 60) return `${roundedSeconds} s`;
  if (roundedSeconds < 3_600) return `${Math.floor(roundedSeconds / 60)} min ${roundedSeconds % 60} s`;
  return `${Math.floor(roundedSeconds / 3_600)} h ${Math.floor((roundedSeconds % 3_600) / 60)} min`;
}

const RECENT_DAYS = 180;
const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * `Today at HH:mm`, `d LLL at HH:mm` for the last half year, otherwise the locale's date; "" for what is no date.
 * @param timeZone that of the browser unless it is given
 */
export function formatDate(iso: string, now: Date = new Date(), timeZone?: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "";
  const zone = timeZone === undefined ? {} : { timeZone };
  const formatDay = (of: Date) => of.toLocaleDateString("en", zone);
  const time = date.toLocaleTimeString("en", {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    ...zone,
  });
  if (formatDay(date) === formatDay(now)) return `Today at ${time}`;
  const days = (now.getTime() - date.getTime()) / DAY_MS;
  if (days <= -1 || days >= RECENT_DAYS) return date.toLocaleDateString(undefined, zone);
  const day = date.toLocaleDateString("en", { day: "numeric", ...zone });
  return `${day} ${date.toLocaleDateString("en", { month: "short", ...zone })} at ${time}`;
}

/** The whole moment, for a tooltip. */
export const formatMoment = (iso: string): string =>
  new Date(iso).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" });
