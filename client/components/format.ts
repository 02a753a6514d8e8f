import { DateTime } from "luxon";

/** How long something took, as `0.12 s`, `48 s` or `3 min 5 s`. */
export function formatDuration(seconds: number): string {
  if (seconds < 10) return `${seconds.toPrecision(2)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`;
}

const RECENT_DAYS = 180;

/** `Today at HH:mm`, `d LLL at HH:mm` for the last half year, otherwise the locale's date. Local time. */
export function formatDate(iso: string, now: DateTime = DateTime.now()): string {
  const date = DateTime.fromISO(iso).setZone(now.zone);
  if (!date.isValid) return "";
  if (date.hasSame(now, "day")) return date.toFormat("'Today at' HH:mm");
  const days = now.diff(date, "days").days;
  if (days > -1 && days < RECENT_DAYS) return date.toFormat("d LLL 'at' HH:mm");
  return date.toLocaleString(DateTime.DATE_SHORT);
}

/** The whole moment, for a tooltip. */
export const formatMoment = (iso: string): string =>
  DateTime.fromISO(iso).toLocaleString(DateTime.DATETIME_MED_WITH_SECONDS);

/** A file's size, as `64 KB` or `12.4 MB` (of a million bytes). */
export function formatBytes(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
