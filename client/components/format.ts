/** How long something took, as `0.12 s`, `48 s` or `3 min 5 s`. */
export function formatDuration(seconds: number): string {
  if (seconds < 10) return `${seconds.toPrecision(2)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`;
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
  const dayOf = (of: Date) => of.toLocaleDateString("en", zone);
  const time = date.toLocaleTimeString("en", {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    ...zone,
  });
  if (dayOf(date) === dayOf(now)) return `Today at ${time}`;
  const days = (now.getTime() - date.getTime()) / DAY_MS;
  if (days <= -1 || days >= RECENT_DAYS) return date.toLocaleDateString(undefined, zone);
  const day = date.toLocaleDateString("en", { day: "numeric", ...zone });
  return `${day} ${date.toLocaleDateString("en", { month: "short", ...zone })} at ${time}`;
}

/** The whole moment, for a tooltip. */
export const formatMoment = (iso: string): string =>
  new Date(iso).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "medium" });

/** A file's size, as `64 KB`, `12.4 MB` (of a million bytes) or `1.5 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(1)} GB`;
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
